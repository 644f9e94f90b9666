import { currentStore } from '#contract/current-store.ts'
import { defaultLanguage, type Language, languages } from '#contract/language.ts'

/** Returns the language of the own texts of products and other things, which staff read. */
export const mainLanguage = (): Language => currentStore().languages[0] ?? defaultLanguage

/** Returns the languages that forms ask for texts in: those that the shop offers, the main one first. */
export const formLanguages = (): Language[] => [mainLanguage(), ...translationLanguages()]

/** Returns the languages besides it, whether the shop offers them or not. */
export const otherLanguages = (): Language[] => languages.filter((language) => language !== mainLanguage())

/** Returns the languages besides the main one that the shop offers: forms ask for texts in them. */
export const translationLanguages = (): Language[] => currentStore().languages.slice(1)

/** Returns the own text and those in the other languages, without empty ones: one that is sent for the main language is the own one. */
export function splitTexts(
  own: string,
  texts: Partial<Record<string, string>>,
): { own: string; others: Partial<Record<Language, string>> } {
  const textIn = (language: Language) => texts[language]?.trim() ?? ''
  const others = otherLanguages().flatMap((language) => (textIn(language) === '' ? [] : [[language, textIn(language)]]))
  return { own: textIn(mainLanguage()) || own.trim(), others: Object.fromEntries(others) }
}
