/** The address of the sign-in page that brings people back to `from`. */
export function signInPath(from: string): string {
  return from === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ from })}`
}

/** Where somebody came from before signing in: only ever a path of this shop. */
export function originLocation(search: URLSearchParams): string {
  const from = search.get('from') ?? '/'
  const base = 'https://shop.invalid'
  if (!from.startsWith('/') || !URL.canParse(from, base)) return '/'
  const url = new URL(from, base)
  return url.origin === base ? url.pathname + url.search + url.hash : '/'
}
