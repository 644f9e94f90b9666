/** Returns the locale of a browser's language; undefined for one that is none, such as `en-US@posix`. */
export function localeOf(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    return undefined
  }
}
