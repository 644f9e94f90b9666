import { toAmount } from '#contract/currency.ts'
import type { AuditedField } from '#contract/audit-log.ts'
import type { PartNumber } from '#contract/part-numbers.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { moneyText } from '#web/ui/money.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { isMessageId, t, type MessageId } from '#web/i18n/messages.ts'

/** Names a field in words. */
export function fieldLabel(field: string): string {
  const id: MessageId = `audit.field.${field as AuditedField}`
  return t(isMessageId(id) ? id : 'audit.field.other')
}

const valueLabels: Record<string, MessageId> = {
  'reason:requested_by_customer': 'refund.reason.requested',
  'reason:duplicate': 'refund.reason.duplicate',
  'reason:fraudulent': 'refund.reason.fraudulent',
  'heldReason:amount': 'audit.held.amount',
  'heldReason:currency': 'audit.held.currency',
  'heldReason:owner': 'audit.held.owner',
  'role:admin': 'audit.role.admin',
  'role:customer': 'audit.role.customer',
  'paymentMethod:bank_transfer': 'payment-method.bank_transfer',
  'paymentMethod:check': 'payment-method.check',
  'creditLimitCents:none': 'audit.no-limit',
  'method:emailLink': 'audit.method.email-link',
  'method:totp': 'audit.method.totp',
  'method:anonymous': 'audit.method.anonymous',
  'parts:displayName': 'audit.part.name',
  'parts:education': 'profile.education',
  'parts:skill': 'profile.skill',
  'parts:projectLinks': 'profile.projects',
  'parts:phone': 'profile.phone',
  'parts:address': 'audit.part.address',
  'parts:photoUrl': 'audit.field.imageUrl',
}

const valuePrefixes: Record<string, string> = {
  state: 'orders.state',
  kind: 'attributes.kind',
  shippingKind: 'shipping.kind',
  permissions: 'permission',
  events: 'webhooks.event',
}

/** Formats the value of a field for people; `currency` is that of the event. */
export function fieldValue(field: string, value: unknown, currency: unknown): string {
  if (Array.isArray(value)) return value.map((each) => fieldValue(field, each, currency)).join(', ')
  if (typeof value === 'number') {
    if (field.endsWith('Cents')) {
      const code = typeof currency === 'string' ? currency : undefined
      return moneyText(toAmount(value, code), code)
    }
    return value.toLocaleString(currentLocale())
  }
  if (typeof value === 'boolean') return value ? t('attributes.yes') : t('attributes.no')
  if (field === 'images') return leaves(withoutUrl(value)).join(' / ') || t('audit.another-picture')
  if (field === 'attributes' && typeof value === 'object' && value !== null) return attributeUse(value)
  if (field === 'documents') return textOf(value, 'title')
  if (isPartNumber(field, value)) return partNumberText(value)
  if (typeof value !== 'string') return leaves(value).join(' · ')
  const label = valueLabels[`${field}:${value}`]
  if (label) return t(label)
  if (field === 'imageUrl') return t('audit.another-picture')
  if (field === 'method') return providerName(value)
  if (field === 'slug') return `/categories/${value}`
  const id = `${valuePrefixes[field] ?? ''}.${value}`
  return isMessageId(id) ? t(id) : value
}

const withoutUrl = (image: unknown) =>
  typeof image === 'object' && image !== null ? { ...image, url: undefined } : undefined

const useLabels = [
  ['isFacet', 'attributes.is-facet'],
  ['isColumn', 'attributes.is-column'],
  ['isRequired', 'attributes.is-required'],
] as const

/** Says what a category uses an attribute for: `Width (Filter, Column)`. */
function attributeUse(value: object): string {
  const uses = useLabels.flatMap(([use, label]) =>
    Object.getOwnPropertyDescriptor(value, use)?.value === true ? [t(label)] : [],
  )
  return [textOf(value, 'name'), uses.length > 0 && `(${uses.join(', ')})`].filter(Boolean).join(' ')
}

/** Returns the text of an object under a name. */
function textOf(value: unknown, name: string): string {
  const text: unknown =
    typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : ''
  return typeof text === 'string' ? text : ''
}

const isPartNumber = (field: string, value: unknown): value is PartNumber =>
  field === 'partNumbers' && typeof value === 'object' && value !== null && 'kind' in value

const partNumberText = ({ kind, maker, number }: PartNumber) =>
  [t(`part-number.${kind}`), maker, number].filter(Boolean).join(' ')

/**
 * Returns the texts and numbers of a part of the site, or the values of a product with the names of their attributes, that differ from
 * those of `other`, in reading order.
 */
export function changedTexts(field: string, value: unknown, other: unknown): string {
  if (field === 'attributes') {
    const others = new Set(namedValues(other))
    return namedValues(value)
      .filter((text) => !others.has(text))
      .join(' · ')
  }
  const others = new Set(leaves(other))
  return leaves(value)
    .filter((text) => !others.has(text))
    .join(' · ')
}

const namedValues = (values: unknown): string[] =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).map(([name, each]) => `${name} ${fieldValue('', each, undefined)}`)
    : []

function leaves(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  if (typeof value === 'number') return [value.toLocaleString(currentLocale())]
  return typeof value === 'string' && value !== '' ? [value] : []
}
