import { maxUnits } from '#server/catalog/fields/own-fields.ts'
import { nameHoldingOrders, readReserved, readUnits } from '#server/catalog/reserved-stock.ts'
import { CellError, type Texts } from '#server/catalog/fields/field.ts'
import type { AskedRow, Change, Found, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

const code = 'counted-below-reserved'

export const isCount = ({ after }: Pick<Change, 'after'>): boolean => after['counted'] !== undefined

/** Returns the texts of a change: with a count, the units that orders hold and those that can be sold are shown only. */
export function comparedOf(texts: Texts): Texts {
  if (texts['counted'] === undefined) return texts
  const { stock: _, reserved: __, ...compared } = texts
  return compared
}

/** Adds what lies on the shelf, and what orders hold of it. */
export async function addUnits(tx: Transaction, texts: Map<string, Texts>): Promise<void> {
  for (const { id, available, reserved } of await readUnits(tx, [...texts.keys()])) {
    const units = { stock: String(available), counted: String(available + reserved) }
    texts.set(id, { ...texts.get(id), ...units, ...(reserved > 0 && { reserved: String(reserved) }) })
  }
}

/** Raises a count to what orders hold of the product, of which nothing can be sold then. */
export function withReserved(texts: Texts, { reserved = '0' }: Texts): Texts {
  return Number(texts['counted'] ?? reserved) < Number(reserved) ? { ...texts, counted: reserved } : texts
}

/** Says which counts are below what orders hold. */
export async function warnOfCounts(
  tx: Transaction,
  rows: readonly AskedRow[],
  found: ReadonlyMap<number, Found>,
  warnings: RowWarning[],
): Promise<void> {
  const counts = rows.flatMap(({ row, texts: { counted } }) => {
    const subject = found.get(row)?.subject
    return counted === undefined || subject === undefined ? [] : [{ row, subject, counted: Number(counted) }]
  })
  const held = await readReserved(
    tx,
    counts.map(({ subject }) => subject),
  )
  const low = counts.filter(({ subject, counted }) => counted < (held.get(subject) ?? 0))
  const orders = await nameHoldingOrders(
    tx,
    low.map(({ subject }) => subject),
  )
  for (const { row, subject, counted } of low) {
    const facts = { counted, reserved: held.get(subject) ?? 0, orders: orders.get(subject) ?? '' }
    warnings.push({ row, field: 'counted', warning: code, code, facts })
  }
}

/** Returns the error of a count that leaves less than orders hold of the product, or more than a stock can be. */
function findFault({ after }: Change, present: Texts | undefined): Pick<RowError, 'code' | 'facts'> | undefined {
  const [counted, reserved] = [Number(after['counted']), Number(present?.['reserved'] ?? 0)]
  if (counted < reserved) return { code, facts: { counted, reserved } }
  if (counted - reserved <= maxUnits) return undefined
  return {
    code: 'out-of-range',
    facts: { text: String(counted), least: reserved, most: maxUnits + reserved },
  }
}

/** Returns the errors of counts that cannot be the stock of their products. */
export async function findCountFaults(
  tx: Transaction,
  changes: readonly Change[],
  present: ReadonlyMap<string, Texts>,
): Promise<RowError[]> {
  const faults = changes.filter(isCount).flatMap((change) => {
    const fault = findFault(change, present.get(change.subject))
    return fault ? [{ row: change.row, subject: change.subject, field: 'counted', ...fault }] : []
  })
  const orders = await nameHoldingOrders(
    tx,
    faults.map(({ subject }) => subject),
  )
  return faults.map(({ subject, facts, ...fault }) => ({
    ...fault,
    facts: { ...facts, orders: orders.get(subject) ?? '' },
  }))
}

/** Throws the error of the first count that cannot be written. */
export async function assertCounts(
  tx: Transaction,
  changes: readonly Change[],
  present: ReadonlyMap<string, Texts>,
): Promise<void> {
  const [fault] = await findCountFaults(tx, changes, present)
  if (fault) throw new CellError(fault.code, fault.facts)
}
