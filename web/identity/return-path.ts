/** Returns the URL of the sign-in page that leads back to `from`. */
export function signInUrl(from: string): string {
  return from === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ from })}`
}

/** Returns the path to go to after sign-in: only ever a path of this shop. */
export function returnPath(search: URLSearchParams): string {
  const from = search.get('from') ?? '/'
  const base = 'https://shop.invalid'
  if (!from.startsWith('/') || !URL.canParse(from, base)) return '/'
  const url = new URL(from, base)
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}
