import type { Language } from '#contract/language.ts'
import type { OrderReturns } from '#contract/returns.ts'
import { storeDay } from '#contract/time-zone.ts'
import { getOrderFor } from '#server/orders/find-orders.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { findLastShippedAt, findReplaced, findReturnable, listReturnsOf } from '#server/returns/find-returns.ts'
import { presentReturn } from '#server/returns/present-return.ts'
import { returnableUntil, withdrawableUntil } from '#server/returns/return-rules.ts'
import { readReturnSettings, wayBackIn } from '#server/returns/return-settings.ts'
import { returnName } from '#contract/order-name.ts'

/** Returns the returns of an order that this user may see, and what may be returned now. Throws `order-not-found`. */
export async function listOrderReturns(
  db: Database,
  id: string,
  actor: Actor,
  { now, language }: { now: Date; language: Language },
): Promise<OrderReturns> {
  const row = await getOrderFor(db, id, actor)
  const [found, left, lastShippedAt, settings, replaced] = await Promise.all([
    listReturnsOf(db, row.id),
    findReturnable(db, row.id),
    findLastShippedAt(db, row.id),
    readReturnSettings(db),
    row.order.totalCents === 0 ? findReplaced(db, row.id) : undefined,
  ])
  const isOwn = row.order.buyerId === actor.id
  const day = storeDay(now)
  const until = lastShippedAt && settings.days > 0 ? returnableUntil(lastShippedAt, settings) : undefined
  const withdrawable = lastShippedAt && settings.withdrawal ? withdrawableUntil(lastShippedAt, settings) : undefined
  const returnable = [...left].flatMap(([line, { units }]) => (units > 0 ? [{ line, units }] : []))
  // What was asked for, but is not a withdrawal, can still become one.
  const canWithdraw = returnable.length > 0 || found.some((one) => !one.isWithdrawal && isOpen(one))
  return {
    returns: found.map((one) => presentReturn(one, actor)),
    returnable: !isOwn || (until !== undefined && day <= until) ? returnable : [],
    ...(until !== undefined && { until }),
    ...(withdrawable !== undefined && day <= withdrawable && canWithdraw && { withdrawableUntil: withdrawable }),
    feePercent: settings.feePercent,
    wayBack: wayBackIn(settings, language),
    ...(replaced && {
      replaces: {
        _id: replaced.id,
        number: returnName(replaced.orderNumber, replaced.position),
        orderId: replaced.orderId,
      },
    }),
  }
}

const isOpen = ({
  refusedAt,
  cancelledAt,
  receivedAt,
  replacement,
}: Awaited<ReturnType<typeof listReturnsOf>>[number]) => !refusedAt && !cancelledAt && !receivedAt && !replacement
