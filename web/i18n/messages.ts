import { type I18n, setupI18n } from '@lingui/core'
import { moneyFormat } from '#contract/currency.ts'
import type { Language } from '#contract/language.ts'
import { withApostrophes } from '#contract/locale.ts'
import { en } from '#web/i18n/en.ts'
import type { enCart } from '#web/i18n/en-cart.ts'
import type { enDashboard } from '#web/i18n/en-dashboard.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'

/** Lists all message ids; they are defined in `en.ts`, `en-cart.ts` and `en-dashboard.ts`. */
export type MessageId = keyof typeof en | keyof typeof enCart | keyof typeof enDashboard

const english = setupI18n({ locale: 'en', messages: { en } })
const catalogs: Partial<Record<Language, I18n>> = { en: english }

/** Adds English messages that not every page needs. */
export const addEnglish = (messages: Record<string, string>): void => english.load('en', messages)

export const isMessageId = (id: string): id is MessageId => Object.hasOwn(english.messages, id)

/** Returns the number formats in messages: `{total, number, money}`. */
const numberFormats = () => ({ money: moneyFormat() })

/** Adds what every message may name: `{store}` is the name of the store. */
export const withStore = (values?: Record<string, unknown>) => ({ store: currentStore().name, ...values })

/** Returns a message in the language of the page with its placeholders filled (ICU MessageFormat). */
export function t(id: MessageId, values?: Record<string, unknown>): string {
  return withApostrophes(pageMessages()._(id, withStore(values), { formats: numberFormats() }))
}

/** Returns `t` of another language than that of the page, once it is loaded. */
export const messagesIn =
  (language: Language): typeof t =>
  (id, values) =>
    (catalogs[language] ?? english)._(id, withStore(values), { formats: numberFormats() })

/**
 * Returns the sentence of a code that the server or the card provider has said in English already: in the language of the page, or
 * undefined on an English page and where there is no translation.
 */
export function translateCode(
  group: 'problem' | 'card' | 'field',
  code: string | undefined,
  values?: Record<string, unknown>,
): string | undefined {
  const words = pageMessages()
  const id = `${group}.${code}`
  return words !== english && Object.hasOwn(words.messages, id)
    ? words._(id, withStore(values), { formats: numberFormats() })
    : undefined
}

/** Returns the catalog of the page's language, which writes numbers as the country of the store does, for messages with elements. */
export function pageMessages(): I18n {
  const catalog = catalogs[currentLanguage()] ?? english
  const locale = currentLocale()
  // Stores of several countries share the catalogs of a server.
  if (catalog.locales !== locale) catalog.activate(catalog.locale, locale)
  return catalog
}

/** Loads a language; before it is there its pages would speak English. */
export async function loadMessages(language: Language): Promise<void> {
  if (catalogs[language]) return
  const { de } = await import('#web/i18n/de.ts')
  catalogs[language] = setupI18n({ locale: 'de', messages: { de } })
}
