let departure: { product: string; box: DOMRect; at: number } | undefined

/** Remembers where a product's picture stands in the list whose link to the product was just followed. */
export function takeOff(product: string, picture: Element | null | undefined): void {
  departure = picture ? { product, box: picture.getBoundingClientRect(), at: performance.now() } : undefined
}

/**
 * Lets the picture on a product's page grow out of its place in the list, once, and not for those who ask for less motion. Unlike a
 * view transition it costs the page no picture of itself: its first frame is not a millisecond later.
 */
export function land(product: string, picture: HTMLElement | null): void {
  if (!picture || departure?.product !== product) return
  const { box, at } = departure
  departure = undefined
  if (performance.now() - at > 1000 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // In the page's first frame, when everything has its place: asked for earlier, the places would be reckoned twice.
  requestAnimationFrame(() => {
    const place = picture.getBoundingClientRect()
    picture.animate(
      {
        transformOrigin: ['0 0', '0 0'],
        transform: [
          `translate(${box.left - place.left}px, ${box.top - place.top}px) scale(${box.width / place.width})`,
          'none',
        ],
      },
      { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
    )
  })
}
