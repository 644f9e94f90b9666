import { toAmount } from '#contract/currency.ts'
import { orderName, returnName } from '#contract/order-name.ts'
import { hasPermission, orderReaders } from '#contract/permissions.ts'
import { type Return, returnActions } from '#contract/returns.ts'
import { lineForBuyer } from '#server/orders/shown-name.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { ReturnRow } from '#server/returns/find-returns.ts'
import { isCancellable, isForColleague, returnState } from '#server/returns/return-rules.ts'

type Reader = Pick<Actor, 'id' | 'permissions'>

/** Presents a return to its buyer or to staff; without a reader, as webhooks have it. */
export function presentReturn(row: ReturnRow, reader: Reader | undefined): Return {
  const isStaff = reader === undefined || hasPermission(reader, orderReaders)
  return {
    _id: row.id,
    number: returnName(row.orderNumber, row.position),
    state: returnState(row),
    ...(row.isWithdrawal && { withdrawal: true as const }),
    orderId: row.orderId,
    orderNumber: orderName(row.orderNumber),
    buyerName: row.buyerName,
    email: row.buyerEmail,
    requestedAt: row.requestedAt.toISOString(),
    ...(row.note !== null && { note: row.note }),
    ...(row.answer !== null && { answer: row.answer }),
    ...(row.approvedAt && { approvedAt: row.approvedAt.toISOString() }),
    ...(row.refusedAt && { refusedAt: row.refusedAt.toISOString() }),
    ...(row.cancelledAt && { cancelledAt: row.cancelledAt.toISOString() }),
    ...(row.receivedAt && { receivedAt: row.receivedAt.toISOString() }),
    lines: row.lines.map((line) => {
      const { productName, brand, sku, photoUrl } = isStaff ? line : lineForBuyer(line)
      return {
        line: line.position,
        name: productName,
        ...(brand !== null && { brand }),
        ...(sku !== null && { sku }),
        units: line.units,
        reason: line.reason,
        // Only its buyer and staff are told the address.
        ...(photoUrl !== null && reader !== undefined && { photo: photoUrl }),
        receivedUnits: line.receivedUnits,
        restockedUnits: line.restockedUnits,
        scrappedUnits: line.scrappedUnits,
      }
    }),
    ...(row.feePercent > 0 && !row.isWithdrawal && { feePercent: row.feePercent }),
    ...(row.refundedCents !== null && { refunded: toAmount(row.refundedCents, row.currency) }),
    ...(row.refundWay && { refundWay: row.refundWay }),
    ...(row.replacement && {
      replacement: { _id: row.replacement.id, number: orderName(row.replacement.number) },
    }),
    currency: row.currency,
    actions: reader ? actionsOf(row, reader) : [],
  }
}

/** Returns the actions that this user may take now; each action checks again. */
function actionsOf(row: ReturnRow, reader: Reader): Return['actions'] {
  const state = returnState(row)
  const mayAnswer = hasPermission(reader, 'orders')
  const isComing = state === 'approved' && row.mayArrive
  const isOpen = state === 'requested' || state === 'approved'
  const isSettled = row.refundedCents !== null || row.replacement !== null
  const may: Record<Return['actions'][number], boolean> = {
    approve: mayAnswer && state === 'requested' && !isForColleague(row, reader),
    refuse: mayAnswer && state === 'requested',
    cancel: isOpen && isCancellable(row, reader) && (mayAnswer || reader.id === row.buyerId),
    receive: hasPermission(reader, ['orders', 'shipping']) && isComing,
    refund: hasPermission(reader, 'refunds') && (state === 'received' || isComing) && !isSettled && row.isRefundable,
    replace: mayAnswer && (state === 'received' || isComing) && !isSettled && !isForColleague(row, reader),
  }
  return returnActions.filter((action) => may[action])
}
