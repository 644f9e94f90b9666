import type { RefundableOrder } from '#contract/refund-amount.ts'
import { type OrderLine, unitsOwed, unitsShort } from '#server/orders/order-lines.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { LineUnits } from '#server/stock/move-stock.ts'

/** Names units of a line by its position. */
export interface LineAsked {
  line: number
  units: number
}

/** Returns the units to cancel by the positions of their lines, all that have not shipped by default; throws `order-line-not-found`, `cancellation-too-large` or `nothing-to-cancel`. */
export function chooseCancelled(
  lines: readonly OrderLine[],
  asked: readonly LineAsked[] | undefined,
): Map<number, number> {
  const units = unitsByPosition(asked ?? lines.map((line) => ({ line: line.position, units: unitsOwed(line) })))
  const byPosition = new Map(lines.map((line) => [line.position, line]))
  for (const [position, wanted] of units) {
    const line = byPosition.get(position)
    if (!line) throw problem('order-line-not-found', { line: position })
    const left = unitsOwed(line)
    if (wanted > left) throw problem('cancellation-too-large', { name: line.productName, left, over: wanted - left })
    if (wanted === 0) units.delete(position)
  }
  if (units.size === 0) throw problem('nothing-to-cancel')
  return units
}

/** Returns the units that become available if others of their lines are missing. */
export const releasedOf = (lines: readonly OrderLine[], cancelled: ReadonlyMap<number, number>): LineUnits[] =>
  lines.flatMap((line) => {
    const units = (cancelled.get(line.position) ?? 0) - unitsShort(line)
    return units > 0 ? [{ lineId: line.id, units }] : []
  })

/** Returns the units to restock by line, of each up to its limit; throws `restock-too-large`. */
export function chooseLines(
  lines: readonly OrderLine[],
  asked: number | readonly LineAsked[],
  limitOf: (line: OrderLine) => number,
): LineUnits[] {
  if (typeof asked !== 'number') {
    const byPosition = new Map(lines.map((line) => [line.position, line]))
    return [...unitsByPosition(asked)].map(([position, units]) => {
      const line = byPosition.get(position)
      const left = line ? limitOf(line) : 0
      if (!line || units > left) throw problem('restock-too-large', { left })
      return { lineId: line.id, units }
    })
  }
  let rest = asked
  const chosen = lines.flatMap((line) => {
    const units = Math.min(rest, limitOf(line))
    rest -= units
    return units > 0 ? [{ lineId: line.id, units }] : []
  })
  if (rest > 0) throw problem('restock-too-large', { left: sumOf(chosen) })
  return chosen
}

interface Returnable {
  lines: readonly OrderLine[]
  refundable: RefundableOrder
  restocked: readonly LineUnits[]
  /** The units that other orders replace, by the positions of their lines. */
  replaced: ReadonlyMap<number, number>
}

/** Returns the units that came back by the positions of their lines, with those that are restocked; throws `return-too-large`. */
export function chooseReturned(
  asked: readonly LineAsked[],
  { lines, refundable, restocked, replaced }: Returnable,
): Map<number, number> {
  const returned = unitsByPosition(asked)
  const positions = new Map(lines.map(({ id, position }) => [id, position]))
  for (const { lineId, units } of restocked) {
    const position = positions.get(lineId) ?? 0
    returned.set(position, Math.max(units, returned.get(position) ?? 0))
  }
  for (const [position, units] of returned) {
    const line = refundable.lines.get(position)
    const left = line ? Math.max(0, line.quantity - line.returnedUnits - (replaced.get(position) ?? 0)) : 0
    if (units > left) throw problem('return-too-large', { left })
  }
  return returned
}

/** Adds up entries of one line. */
export const unitsByPosition = (asked: readonly LineAsked[]): Map<number, number> => {
  const sums = new Map<number, number>()
  for (const { line, units } of asked) sums.set(line, (sums.get(line) ?? 0) + units)
  return sums
}

export const sumUnits = (units: ReadonlyMap<number, number>) => [...units.values()].reduce((sum, each) => sum + each, 0)

export const sumOf = (lines: readonly LineUnits[]) => lines.reduce((sum, { units }) => sum + units, 0)
