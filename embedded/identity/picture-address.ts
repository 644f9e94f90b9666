/** http(s) or a path of this origin. A picture is shown on pages, so `javascript:` and the like have no place there. */
export function isPictureAddress(text: string): boolean {
  const ownPath = /^\/(?![/\\])/.test(text)
  const protocol = URL.parse(text)?.protocol
  return text.length <= 2048 && (ownPath || protocol === 'https:' || protocol === 'http:')
}
