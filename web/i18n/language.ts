import { type Language, languageCookie, languageParameter, languages } from '#contract/language.ts'
import { localeOf } from '#contract/locale.ts'

declare global {
  // Set by the server, which renders pages of several languages at the same time.
  var boltyardLanguage: { getStore(): Language | undefined } | undefined
}

let spoken: Language | undefined

/** Runs what says something in another language than that of the page, as a paper does. */
export function speakIn<Said>(language: Language, say: () => Said): Said {
  const outside = spoken
  spoken = language
  try {
    return say()
  } finally {
    spoken = outside
  }
}

/** Returns the language of the page, or of the paper in it. */
export function currentLanguage(): Language {
  if (spoken) return spoken
  if (typeof document === 'undefined') return globalThis.boltyardLanguage?.getStore() ?? languages[0]
  return languages.find((language) => language === document.documentElement.lang) ?? languages[0]
}

/** Lists the native names of the languages. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** Returns the locale of the page for `Intl`. */
export const currentLocale = (): string => localeOf(currentLanguage())

/** Stores the language for a year and reloads the page. */
export function chooseLanguage(language: Language): void {
  storeLanguage(language)
  // Chromium stores cookies behind the script, and a reload can overtake it; reading waits for what was written. Where cookies are
  // switched off, a reload would change nothing.
  if (document.cookie.includes(`${languageCookie}=${language}`)) location.reload()
}

/** Stores the language that the address names, since the next addresses name none, and takes it out of the address. */
export function storeLanguageOfAddress(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has(languageParameter)) return
  storeLanguage(currentLanguage())
  address.searchParams.delete(languageParameter)
  history.replaceState(history.state, '', address)
}

function storeLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
}
