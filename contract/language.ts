/** The languages that the pages speak; the first one is spoken to whoever asks for none of them. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The cookie in which a browser keeps the language that was chosen. */
export const languageCookie = 'language'
