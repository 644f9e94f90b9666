import { type Language, languageCookie, languages } from '#contract/language.ts'

declare global {
  // Set by the server, which renders pages of several languages at the same time.
  var boltyardLanguage: { getStore(): Language | undefined } | undefined
}

/** Returns the language of the page. */
export function currentLanguage(): Language {
  if (typeof document === 'undefined') return globalThis.boltyardLanguage?.getStore() ?? languages[0]
  return languages.find((language) => language === document.documentElement.lang) ?? languages[0]
}

/** Lists the native names of the languages. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

const regions: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

/** Returns the locale of the page for `Intl`. */
export const currentLocale = (): string => regions[currentLanguage()]

/** Stores the language for a year and reloads the page. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  location.reload()
}
