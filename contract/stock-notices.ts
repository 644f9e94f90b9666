import { Type } from 'typebox'
import { EmailAddress, endpoint, Honeypot, IdParams } from '#contract/endpoint.ts'

export const askForStockNotice = endpoint('askForStockNotice', 'POST', '/tools/:id/stock-notices', {
  access: 'anyone',
  optionalSignIn: true,
  summary:
    'Asks for one mail once a product that is out of stock can be ordered again: to the address of the account, or to the one that a visitor enters. An address that is not verified is asked once by mail to confirm it, and gets nothing else before. Asking again changes nothing.',
  params: IdParams,
  body: Type.Object({
    /** Left out by a signed-in user. */
    email: Type.Optional(EmailAddress),
    website: Honeypot,
  }),
  answer: Type.Object({
    success: Type.Literal(true),
    /** Whether the address must be confirmed by the link of a mail, unless it was before. */
    confirm: Type.Boolean(),
  }),
  problems: ['product-not-found', 'product-in-stock', 'stock-notice-email-needed'],
})

const Token = Type.Object({ token: Type.String({ maxLength: 64, pattern: '^[\\w-]{20,64}$' }) })

export const confirmStockNotices = endpoint('confirmStockNotices', 'POST', '/stock-notices/confirm', {
  access: 'anyone',
  summary: 'Confirms the address that the link was sent to, so that it is mailed when what it waits for is in stock.',
  body: Token,
  answer: Type.Object({ success: Type.Literal(true) }),
  problems: ['stock-notice-not-found'],
})

export const endStockNotices = endpoint('endStockNotices', 'POST', '/stock-notices/end', {
  access: 'anyone',
  summary: 'Deletes the address that the link was sent to, with all that it waits for.',
  body: Token,
  answer: Type.Object({ success: Type.Literal(true) }),
  problems: ['stock-notice-not-found'],
})
