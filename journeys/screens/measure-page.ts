/**
 * Finds measurable problems of a page, in the browser: overflow, small touch targets, truncated text, movement. Returns a
 * sentence each.
 */
export function measurePage(isForFingers: boolean): string[] {
  const found: string[] = []
  const width = document.documentElement.clientWidth
  const overflow = document.documentElement.scrollWidth - width
  if (overflow > 0) {
    const widest = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isInScroller(element))
      .slice(0, 3)
    found.push(`${overflow} px wider than the window: ${widest.map(describe).join(', ')}`)
  }
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!isShown(element)) continue
    if (isForFingers && isTooSmall(element)) {
      const { width: wide, height } = element.getBoundingClientRect()
      found.push(`${Math.round(wide)} × ${Math.round(height)} px to touch: ${describe(element)}`)
    }
    if (isCutOff(element)) found.push(`cut off: ${describe(element)}`)
  }
  // The windows that pictures are taken in ask for no motion.
  for (const animation of document.getAnimations()) {
    const moving = animation.effect instanceof KeyframeEffect ? animation.effect : undefined
    if (Number(moving?.getComputedTiming().duration) > 10 && moving?.target)
      found.push(`moves: ${describe(moving.target)}`)
  }
  return [...new Set(found)]

  function isShown(element: HTMLElement): boolean {
    const { width: wide, height } = element.getBoundingClientRect()
    if (wide <= 1 || height <= 1) return false
    // Behind an open dialog nothing can be touched.
    const dialog = document.querySelector('dialog:modal')
    return (dialog === null || dialog.contains(element)) && element.checkVisibility({ visibilityProperty: true })
  }

  function isInScroller(element: Element): boolean {
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (getComputedStyle(above).overflowX !== 'visible' && above.getBoundingClientRect().right <= width + 1)
        return true
    }
    return false
  }

  function isTooSmall(element: HTMLElement): boolean {
    if (!element.matches('a[href], button, summary, select, textarea, input, [role=button], [tabindex="0"]'))
      return false
    if (element.matches('[type=hidden], [aria-hidden=true], [aria-hidden=true] *')) return false
    // A label around a control, or one that lies over a picture of it, is its place.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const isAround = label?.contains(element) && element.matches('[type=radio], [type=checkbox], [type=search]')
    const { width: wide, height } = (isAround ? label : element)?.getBoundingClientRect() ?? new DOMRect()
    if (Math.min(wide, height) >= 43.5) return false
    return !isInText(element)
  }

  /** A link in running text is as high as its line. */
  function isInText(element: HTMLElement): boolean {
    if (element.tagName !== 'A' || !getComputedStyle(element).display.startsWith('inline')) return false
    const around = element.closest('p, li, td, dd, h1, h2, h3, label, span:not(:only-child)') ?? element.parentElement
    return (around?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0) + 2
  }

  function isCutOff(element: HTMLElement): boolean {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!hasText) return false
    const style = getComputedStyle(element)
    const clips = (overflowing: string) => overflowing === 'hidden' || overflowing === 'clip'
    const isNarrow = clips(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    const isLow = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 3
    const isTold = element.closest('[title]') !== null || style.webkitLineClamp !== 'none'
    return (isNarrow || isLow) && !isTold
  }

  function describe(element: Element): string {
    const text = element.getAttribute('aria-label') ?? element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''
    const name = element.getAttribute('name') ?? element.id
    return `<${element.tagName.toLowerCase()}${name && `#${name}`}> ${text.slice(0, 60)}`.trim()
  }
}
