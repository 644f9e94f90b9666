import { and, eq } from 'drizzle-orm'
import { type OrderLine, unitsOwed } from '#server/orders/order-lines.ts'
import { type LineAsked, unitsByPosition } from '#server/payments/choose-units.ts'
import { listRefundLines } from '#server/payments/find-refunds.ts'
import { type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import type { RefundInput } from '#server/payments/refund-order.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns the refund of an order that this call has written before; throws `idempotency-key-reused` if it was about something else. */
export async function findExistingRefund(
  tx: Transaction,
  orderId: string,
  lines: readonly OrderLine[],
  input: RefundInput,
): Promise<RefundRow | undefined> {
  if (input.idempotencyKey === undefined) return undefined
  const [row] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.idempotencyKey, input.idempotencyKey)))
  if (!row) return undefined
  const isSame =
    (input.amountCents === undefined || input.amountCents === row.amountCents) &&
    input.reason === row.reason &&
    input.note === row.note &&
    (input.cancels !== undefined || input.withShipping === row.withShipping) &&
    (await hasSameLines(tx, lines, row, input))
  if (!isSame) throw problem('idempotency-key-reused')
  return row
}

async function hasSameLines(
  tx: Transaction,
  lines: readonly OrderLine[],
  { id, restockedQuantity }: RefundRow,
  { cancels: cancellation, returned, restock: asked }: RefundInput,
): Promise<boolean> {
  const cancels = cancellation !== undefined
  const before = await listRefundLines(tx, id)
  // What is left of all units shows that the first call was about some of them.
  if (cancels && returned === undefined) return lines.every((line) => unitsOwed(line) === 0)
  const ids = new Map(lines.map(({ position, id: lineId }) => [position, lineId]))
  const now = (list: readonly LineAsked[]) =>
    new Map([...unitsByPosition(list)].map(([position, units]) => [ids.get(position) ?? 0, units]))
  const restocked = typeof asked === 'number' ? undefined : now(asked)
  const came = now(returned ?? [])
  return (
    before.every(
      ({ lineId, units, returnedUnits }) =>
        (restocked === undefined || (restocked.get(lineId) ?? 0) === units) &&
        Math.max(came.get(lineId) ?? 0, cancels ? 0 : units) === returnedUnits,
    ) &&
    [...came.keys(), ...(restocked?.keys() ?? [])].every((lineId) => before.some((line) => line.lineId === lineId)) &&
    (cancels || restocked !== undefined || asked === restockedQuantity)
  )
}
