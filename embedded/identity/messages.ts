import type { Language } from './languages.ts'
import type { Messages } from './mails.ts'
import { de } from './messages.de.ts'
import { en } from './messages.en.ts'

/** What people read of this service: mails, text messages and the windows of other providers. */
export const messages: Record<Language, Messages> = { en, de }
