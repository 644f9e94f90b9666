import type { Language } from './languages.ts'
import type { Messages } from './mails.ts'
import { de, windows as windowsDe } from './messages.de.ts'
import { en, type WindowWords, windows as windowsEn } from './messages.en.ts'

/** Lists the texts of this service: mails and text messages, and below those of sign-in windows. */
export const messages: Record<Language, (siteName: string) => Messages> = { en, de }

export const windowWords: Record<Language, WindowWords> = { en: windowsEn, de: windowsDe }
