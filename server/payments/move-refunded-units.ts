import type { RefundableOrder } from '#contract/refund-amount.ts'
import { type OrderLine, unitsOwed, unitsShort, unitsTakenBack } from '#server/orders/order-lines.ts'
import { refundLines } from '#server/payments/payments.tables.ts'
import type { RefundWay } from '#server/payments/refund-order.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type LineUnits, type Movement, moveStock } from '#server/stock/move-stock.ts'

interface RefundedUnits {
  refundId: string
  refundable: RefundableOrder
  /** By the positions of lines. */
  returned: ReadonlyMap<number, number>
  /** Of those that are returned. */
  restocked: readonly LineUnits[]
  /** The units that came back and that another order replaces, by the positions of their lines. */
  replaced: ReadonlyMap<number, number>
  cancels: boolean
  /** The positions of the lines that a restocking fee is for. */
  feeLines: ReadonlySet<number>
  way: RefundWay
}

/** Moves the units that a refund takes back, and writes down which they are. Returns those that are not sent any more, by the positions of their lines. */
export async function moveRefundedUnits(
  tx: Transaction,
  actor: Actor,
  lines: readonly OrderLine[],
  { refundId, refundable, returned, restocked, replaced, cancels, feeLines, way }: RefundedUnits,
): Promise<ReadonlyMap<number, number>> {
  if (returned.size === 0) return new Map()
  const toStock = new Map(restocked.map(({ lineId, units }) => [lineId, units]))
  const moved = lines.map((line): DividedUnits => {
    const taken = { toStock: toStock.get(line.id) ?? 0, units: returned.get(line.position) ?? 0 }
    if (cancels) return divideCancelled(line, taken)
    const settled = (refundable.lines.get(line.position)?.returnedUnits ?? 0) + (replaced.get(line.position) ?? 0)
    const before = unitsTakenBack(line) - settled
    const divided = divideRefunded(line, { ...taken, before: Math.max(0, before) })
    return way === 'credit' ? { ...divided, returned: 0, restocked: 0 } : divided
  })
  await moveStock(tx, moved.flatMap(moveRefunded), actor)
  await tx.insert(refundLines).values(
    moved.flatMap(({ line: { id: orderLineId, position }, cancelled: cancelledQuantity, returned: backQuantity }) => {
      const returnedQuantity = returned.get(position) ?? 0
      const restockedQuantity = toStock.get(orderLineId) ?? 0
      return returnedQuantity > 0
        ? [
            {
              refundId,
              orderLineId,
              restockedQuantity,
              returnedQuantity,
              cancelledQuantity,
              backQuantity,
              hasFee: feeLines.has(position),
            },
          ]
        : []
    }),
  )
  return new Map(moved.flatMap(({ line, cancelled }) => (cancelled > 0 ? [[line.position, cancelled] as const] : [])))
}

/** Holds what a refund does with the units of a line. */
interface DividedUnits {
  line: OrderLine
  /** The units that had not shipped and are not sent any more, and of them, those that become available. */
  cancelled: number
  released: number
  /** The units that had shipped and came back, and of them, those that become available. */
  returned: number
  restocked: number
}

interface TakenUnits {
  units: number
  /** Those of them that go into stock. */
  toStock: number
}

/**
 * Divides the units of a line that a refund takes back: those that are not shipped are cancelled first, others come back; what is restocked is
 * what the line holds first. Those that came back `before`, with a refund that has failed since, do not do so again.
 */
function divideRefunded(
  line: OrderLine,
  { units: asked, toStock, before }: TakenUnits & { before: number },
): DividedUnits {
  const units = Math.max(toStock, asked - before)
  const released = Math.min(toStock, line.held)
  const back = Math.max(units - unitsOwed(line), toStock - released)
  return { line, cancelled: units - back, released, returned: back, restocked: toStock - released }
}

/** Divides the units of a line that are cancelled: those that are missing are the first, the others become available or are written off. */
const divideCancelled = (line: OrderLine, { units, toStock }: TakenUnits): DividedUnits => ({
  line,
  cancelled: units,
  released: toStock,
  returned: 0,
  restocked: 0,
})

function moveRefunded({ line, cancelled, released, returned, restocked }: DividedUnits): readonly Movement[] {
  const lineId = line.id
  return [
    {
      kind: 'release',
      lineId,
      units: released,
      reason: returned + restocked > 0 || cancelled === 0 ? 'order-restocked' : 'order-cancelled',
    },
    // Units that are missing are the first not to be sent.
    { kind: 'write-off', lineId, units: Math.max(0, cancelled - released - unitsShort(line)) },
    { kind: 'cancel', lineId, units: cancelled },
    { kind: 'return', lineId, units: returned },
    { kind: 'restock', lineId, units: restocked, reason: 'order-restocked' },
  ]
}
