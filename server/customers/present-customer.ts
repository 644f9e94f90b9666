import { toAmount } from '#contract/currency.ts'
import type { Customer, CustomerDetails, MyTerms, Terms } from '#contract/customers.ts'
import type { listNotes } from '#server/customers/customer-notes.ts'
import type { CustomerRow } from '#server/customers/find-customers.ts'
import type { Terms as OwnTerms } from '#server/customers/find-terms.ts'

/** Sums up the orders of a buyer that are neither cancelled nor expired. */
export interface BuyerTotals {
  orders: number
  /** Sums up what was paid and not refunded. */
  spentCents: number
  salesCents: number
  lastOrderAt: Date | null
}

const none: BuyerTotals = { orders: 0, spentCents: 0, salesCents: 0, lastOrderAt: null }

export function presentCustomer(
  { user, fullName, terms, company }: CustomerRow,
  totals: BuyerTotals = none,
  groups: Customer['groups'] = [],
  tags?: Customer['tags'],
): Customer {
  return {
    _id: user.id,
    email: user.email,
    name: fullName,
    ...(company !== null && { company }),
    role: user.role,
    disabled: user.disabledAt !== null,
    createdAt: user.createdAt.toISOString(),
    ...(user.invitedAt && { invitedAt: user.invitedAt.toISOString() }),
    ...(user.emailVerifiedAt === null && { unconfirmed: true as const }),
    ...(user.identityUid === null && !user.invitedAt && { withoutAccount: true as const }),
    orderCount: totals.orders,
    spent: toAmount(totals.spentCents),
    sales: toAmount(totals.salesCents),
    ...(totals.lastOrderAt && { lastOrderAt: totals.lastOrderAt.toISOString() }),
    groups,
    ...(tags && { tags }),
    ...(terms && { terms: presentTerms(terms) }),
  }
}

const presentTerms = ({
  isActive,
  netDays,
  creditLimitCents,
  owedCents,
  poRequired,
}: NonNullable<CustomerRow['terms']>): Terms => ({
  active: isActive,
  netDays,
  creditLimit: creditLimitCents === null ? null : toAmount(creditLimitCents),
  owed: toAmount(owedCents),
  poRequired,
})

export const presentNote = ({
  note,
  by,
}: Awaited<ReturnType<typeof listNotes>>[number]): CustomerDetails['notes'][number] => ({
  _id: note.id,
  note: note.note,
  by,
  at: note.writtenAt.toISOString(),
})

export const presentMyTerms = ({ netDays, creditLimitCents, owedCents, poRequired }: OwnTerms): MyTerms => ({
  netDays,
  creditLimit: creditLimitCents === null ? null : toAmount(creditLimitCents),
  creditLeft: creditLimitCents === null ? null : toAmount(creditLimitCents - owedCents),
  owed: toAmount(owedCents),
  poRequired,
})
