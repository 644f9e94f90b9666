import type { OutdatedSql } from '#server/notifications/list-messages.ts'
import { outdatedForAccount } from '#server/orders/outdated-mail.ts'
import { returnTexts } from '#server/returns/return-mail-texts.ts'

/** Says in SQL why a mail about a return no longer holds: the account of its buyer was removed. */
export const outdatedReturnMail: OutdatedSql = outdatedForAccount(
  Object.keys(returnTexts.en.mails).filter((kind) => kind !== 'new-return'),
)
