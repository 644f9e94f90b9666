import type { Language } from './languages.ts'
import type { Messages } from './mails.ts'
import { de } from './messages.de.ts'
import { en } from './messages.en.ts'

/** Lists the texts of this service: mails, text messages and sign-in windows. */
export const messages: Record<Language, Messages> = { en, de }
