let isFirst = true

/** Counts the view of a page; where the visit came from goes with its first one. */
export function countView(path: string): void {
  const { referrer } = document
  send({ path, ...(isFirst && referrer && { referrer: referrer.slice(0, 500) }) })
  isFirst = false
}

/** Counts a product that was put into the cart. */
export const countAdded = (productId: string): void => send({ path: location.pathname, added: productId })

/** Sends nothing from a browser that asks not to be tracked. It waits for no answer and is sent also while the page goes away. */
function send(body: { path: string; referrer?: string; added?: string }): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl) return
  navigator.sendBeacon('/visits', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
