import { returnReasonRules, type ReturnReason, type ReturnState, withdrawalDays } from '#contract/returns.ts'
import { addDays, storeDay } from '#contract/time-zone.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { SettingsRow } from '#server/returns/return-settings.ts'

/** Reads the name of a return; undefined if it is none. The beginning may be missing, since scanners and people cut it. */
export function readReturnName(name: string): { orderNumber: number; position: number } | undefined {
  const [, orderNumber, position] = /(\d{1,15})\s*-\s*R\s*(\d{1,4})\s*$/i.exec(name) ?? []
  return position === undefined ? undefined : { orderNumber: Number(orderNumber), position: Number(position) }
}

interface ReturnFacts {
  approvedAt: Date | null
  refusedAt: Date | null
  cancelledAt: Date | null
  receivedAt: Date | null
}

/** Returns the state that follows from the facts; nothing else stores it. */
export function returnState({ approvedAt, refusedAt, cancelledAt, receivedAt }: ReturnFacts): ReturnState {
  if (receivedAt) return 'received'
  if (cancelledAt) return 'cancelled'
  if (refusedAt) return 'refused'
  return approvedAt ? 'approved' : 'requested'
}

/**
 * Whether this user may cancel an open return: the law does not let the seller refuse a withdrawal, and the buyer would keep units and have
 * their replacement, too. One of which nothing can arrive any more has no other end.
 */
export const isCancellable = (
  found: { isWithdrawal: boolean; replacement: object | null; mayArrive: boolean; buyerId: string },
  { id }: { id: string },
): boolean => !found.mayArrive || (!found.replacement && (!found.isWithdrawal || found.buyerId === id))

/** Whether it is for a colleague to approve a return or to send what replaces it: it is the user's own, who may not pay money back. */
export const isForColleague = (found: { buyerId: string }, actor: Pick<Actor, 'id' | 'permissions'>): boolean =>
  found.buyerId === actor.id && !hasPermission(actor, 'refunds')

/** Whether the restocking fee is taken off a return: of parts that were not needed or do not fit. */
export const hasFee = ({
  feePercent,
  lines,
}: {
  feePercent: number
  lines: readonly { reason: ReturnReason }[]
}): boolean => feePercent > 0 && lines.some(({ reason }) => returnReasonRules[reason].hasFee)

/** Returns the last day on which a buyer may ask for a return, counted from the day of the last parcel. */
export const returnableUntil = (lastShippedAt: Date, { days }: Pick<SettingsRow, 'days'>): string =>
  addDays(storeDay(lastShippedAt), days)

/** Returns the last day on which a consumer may withdraw: the days of the law begin once the delivery has arrived. */
export const withdrawableUntil = (lastShippedAt: Date, { deliveryDays }: Pick<SettingsRow, 'deliveryDays'>): string =>
  addDays(storeDay(lastShippedAt), deliveryDays + withdrawalDays)
