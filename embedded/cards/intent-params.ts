import type { PaymentIntentRow } from './cards.tables.ts'
import type { ParamReader } from './param-reader.ts'
import { readShipping } from './read-shipping.ts'
import { badParam } from './wire-error.ts'

const minimumCents = 50
const maximumCents = 99_999_999

export function readAmount(params: ParamReader): number | undefined {
  const amount = params.integer('amount')
  if (amount === undefined) return undefined
  if (amount < 0)
    throw badParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
  if (amount < minimumCents) throw badParam('amount', 'Amount must be at least $0.50 usd', 'amount_too_small')
  if (amount > maximumCents) throw badParam('amount', 'Amount must be no more than $999,999.99', 'amount_too_large')
  return amount
}

/** Two-decimal currencies only: the sandbox converts nothing. */
export function readCurrency(params: ParamReader): string | undefined {
  const currency = params.text('currency')?.toLowerCase()
  if (currency === undefined) return undefined
  if (!['aud', 'cad', 'chf', 'eur', 'gbp', 'nzd', 'sek', 'usd'].includes(currency))
    throw badParam('currency', `Invalid currency: ${currency.slice(0, 20)}.`)
  return currency
}

type Described = Pick<
  PaymentIntentRow,
  | 'customer'
  | 'description'
  | 'metadata'
  | 'receiptEmail'
  | 'setupFutureUsage'
  | 'shipping'
  | 'statementDescriptor'
  | 'statementDescriptorSuffix'
  | 'transferGroup'
>

/** What create, update and confirm may all say about an intent; what they don't say stays as `before` has it. */
export function readDescription(params: ParamReader, before: Described): Described {
  const text = (name: string, old: string | null, maximum?: number) => {
    const value = params.text(name, maximum)
    return value === undefined ? old : value || null
  }
  const shipping = readShipping(params)
  const email = text('receipt_email', before.receiptEmail, 800)
  if (email !== null && !/^[^@\s]+@[^@\s]+$/.test(email))
    throw badParam('receipt_email', 'Invalid email address', 'email_invalid')
  return {
    customer: text('customer', before.customer, 100),
    description: text('description', before.description, 1000),
    metadata: params.metadata(before.metadata),
    receiptEmail: email,
    setupFutureUsage: params.choice('setup_future_usage', ['off_session', 'on_session']) ?? before.setupFutureUsage,
    shipping: shipping === undefined ? before.shipping : shipping,
    statementDescriptor: text('statement_descriptor', before.statementDescriptor, 22),
    statementDescriptorSuffix: text('statement_descriptor_suffix', before.statementDescriptorSuffix, 22),
    transferGroup: text('transfer_group', before.transferGroup, 200),
  }
}

/** Cards are the only way to pay here; anything else asked for is refused rather than ignored. */
export function readMethodTypes(params: ParamReader): void {
  const asked = ['payment_method_types', 'allowed_payment_method_types'].flatMap((name) => params.list(name) ?? [])
  for (const type of asked)
    if (type !== 'card')
      throw badParam(
        'payment_method_types',
        `The payment method type provided: ${type.slice(0, 40)} is invalid. Only card is available.`,
        'payment_intent_invalid_parameter',
      )
  params.ignore('payment_method_options', 'payment_method_configuration')
}
