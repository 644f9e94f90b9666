import { type PricedLine, priceLines } from '#contract/carts.ts'
import { maxLines } from '#contract/max-lengths.ts'
import { priceLine } from '#contract/price-lines.ts'
import { call } from '#web/api/call-endpoint.ts'
import { forCustomer } from '#web/carts/cart-store.ts'
import { cutText, type ListedLine, readQuantity } from '#web/carts/parse-order-list.ts'

/** Describes a row of the sheet: what was typed, and what the shop says of it. */
export interface SheetRow extends ListedLine {
  id: number
  /** The product that was chosen from suggestions. */
  productId?: string | undefined
  /** The quantities of the rows that became this one. */
  merged?: readonly string[] | undefined
  /** The quantity that was typed before the row was adjusted to what can be ordered. */
  adjusted?: string | undefined
  /** Undefined until it is checked. */
  line?: PricedLine | undefined
}

/** Describes a row without what the shop says of it. */
export type KeptRow = Omit<SheetRow, 'id' | 'line'>

let lastId = 0
export const newRow = (line: Partial<KeptRow> = {}): SheetRow => ({
  partNumber: '',
  quantity: '',
  ...line,
  id: ++lastId,
})

export const isEmpty = ({ partNumber, quantity }: ListedLine) => !partNumber.trim() && !quantity.trim()

/** Returns what was typed into rows, without empty ones. */
export const keptRows = (rows: readonly SheetRow[]): KeptRow[] =>
  rows.filter((row) => !isEmpty(row)).map(({ id: _id, line: _line, ...kept }) => kept)

/** Whether the shop has not been asked about a row yet. */
export const isUnchecked = (row: SheetRow) => row.line === undefined && row.partNumber.trim() !== ''

/** Asks the shop about rows, all with one call for each thousand; returns them with its answers, for the customer whom staff order for. */
export async function checkRows(rows: readonly SheetRow[], customer?: string): Promise<SheetRow[]> {
  const readings = rows.flatMap((row) => {
    const quantity = readQuantity(row.quantity)
    const number = { partNumber: cutText(row.partNumber.trim(), 200), ...(row.brand && { brand: row.brand }) }
    const own = row.productId ? { productId: row.productId } : number
    const lines = [{ ...own, ...(quantity !== undefined && { quantity }) }]
    const other = readQuantity(row.otherwise?.quantity ?? '')
    if (row.otherwise && other !== undefined) lines.push({ partNumber: row.otherwise.partNumber, quantity: other })
    return lines.map((line, index) => ({ row, line, isOther: index > 0 }))
  })
  const priced: PricedLine[] = []
  for (let from = 0; from < readings.length; from += maxLines) {
    const lines = readings.slice(from, from + maxLines).map(({ line }) => line)
    priced.push(...(await call(priceLines, { body: { ...forCustomer(customer), lines } })).lines)
  }
  const checked = new Map<number, SheetRow>()
  readings.forEach(({ row, isOther }, index) => {
    const line = priced[index]
    const before = checked.get(row.id)
    const isBetter = isOther && line?.product !== undefined && before?.line?.product === undefined
    if (!line || (isOther && !isBetter)) return
    const { otherwise: other, ...plain } = row
    const typed = isOther && other ? { ...plain, ...other } : plain
    // Without a quantity, the smallest that can be ordered is shown.
    const quantity = typed.quantity.trim() === '' && line.product ? String(line.quantity) : typed.quantity
    checked.set(row.id, { ...typed, quantity, line })
  })
  return rows.map((row) => checked.get(row.id) ?? row)
}

/** Says what is wrong with a row, undefined if it can be ordered. */
export function refusalOf(row: SheetRow): PricedLine['code'] | 'no-number' | 'no-quantity' | undefined {
  if (!row.partNumber.trim()) return row.quantity.trim() ? 'no-number' : undefined
  if (row.line?.code === 'product-not-found' || row.line?.code === 'product-ambiguous') return row.line.code
  if (readQuantity(row.quantity) === undefined) return 'no-quantity'
  return row.line?.code
}

/** Assesses a row again with another quantity, without asking the shop. */
export function withQuantity(row: SheetRow, quantity: string): SheetRow {
  const units = readQuantity(quantity)
  const product = row.line?.product
  if (!row.line || !product || units === undefined) return { ...row, quantity }
  const { match } = row.line
  return { ...row, quantity, line: { ...priceLine(product, { quantity: units }), ...(match && { match }) } }
}

/** Takes what can be ordered, and keeps what was typed. */
export function adjustQuantity(row: SheetRow): SheetRow {
  const units = row.line?.offer?.quantity
  return units === undefined ? row : { ...withQuantity(row, String(units)), adjusted: row.quantity }
}

/** Merges rows of the same product and job into the first of them, whose quantity is their sum. */
export function mergeDuplicates(rows: readonly SheetRow[]): SheetRow[] {
  const firsts = new Map<string, SheetRow>()
  for (const row of rows) {
    const units = readQuantity(row.quantity)
    const product = row.line?.product?._id
    const key = product === undefined || units === undefined ? `row ${row.id}` : `${product} ${row.job ?? ''}`
    const first = firsts.get(key)
    if (!first) firsts.set(key, row)
    else {
      const sum = (readQuantity(first.quantity) ?? 0) + (units ?? 0)
      const merged = [...(first.merged ?? [first.quantity]), ...(row.merged ?? [row.quantity])]
      firsts.set(key, { ...withQuantity(first, String(sum)), merged })
    }
  }
  return [...firsts.values()]
}
