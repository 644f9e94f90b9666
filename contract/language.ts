/** Lists the languages of the pages; the first one is the default. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Names the language where nobody says otherwise. */
export const [defaultLanguage] = languages

/** Names the query parameter by which an address of a page is one of a language, `/products?lang=de`: search engines store those. */
export const languageParameter = 'lang'

/** Names the cookie that stores the chosen language. */
export const languageCookie = 'language'
