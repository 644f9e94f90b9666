/** Whether the URL is http(s) or a path of this origin, since pages show it: no `javascript:` or the like. */
export function isPictureAddress(text: string): boolean {
  const ownPath = /^\/(?![/\\])/.test(text)
  const protocol = URL.parse(text)?.protocol
  return text.length <= 2048 && (ownPath || protocol === 'https:' || protocol === 'http:')
}
