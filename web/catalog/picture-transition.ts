let savedPosition: { product: string; box: DOMRect; at: number } | undefined

/** Saves the position of a product's image in the list whose link was followed. */
export function rememberPicturePosition(product: string, picture: Element | null | undefined): void {
  savedPosition = picture ? { product, box: picture.getBoundingClientRect(), at: performance.now() } : undefined
}

/**
 * Animates the image of a product page from its position in the list, once, unless reduced motion is preferred. A view transition
 * would delay the first frame.
 */
export function animatePicture(product: string, picture: HTMLElement | null): void {
  if (!picture || savedPosition?.product !== product) return
  const { box, at } = savedPosition
  savedPosition = undefined
  if (performance.now() - at > 1000 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // In the first frame, when the layout is known: measured earlier, it would be calculated twice.
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
