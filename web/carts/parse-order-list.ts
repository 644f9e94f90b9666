import { maxLineQuantity } from '#contract/cart-lines.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { narrowText } from '#contract/narrow-text.ts'

/** Describes a line of a pasted or loaded list. What is no quantity is kept as it was typed. */
export interface ListedLine {
  partNumber: string
  /** Of a column of its own: where several brands have a number, it decides. */
  brand?: string
  /** Empty if none was given. */
  quantity: string
  job?: string
  /** Another way to read a line without columns, such as `BRK 312`: a number, or `BRK` and 312 units. */
  otherwise?: { partNumber: string; quantity: string }
}

/** Lists the names of columns, in English and German, without separators. */
const columnNames = {
  partNumber:
    'sku partnumber partno part number no item itemnumber itemno article articlenumber articleno mpn ean gtin upc oem product teilenummer teilenr teil artikelnummer artikelnr artnr artikel bestellnummer bestellnr nummer nr',
  brand: 'brand marke manufacturer hersteller fabrikat make',
  quantity: 'quantity qty units pieces pcs count amount menge anzahl stück stueck stk stückzahl bestellmenge',
  job: 'job jobreference reference ref po note kommission auftrag vermerk referenz',
}
type ColumnName = keyof typeof columnNames

const nameOf = (cell: string): ColumnName | undefined => {
  const word = cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const names = Object.keys(columnNames) as ColumnName[]
  return word ? names.find((name) => columnNames[name].split(' ').includes(word)) : undefined
}

/**
 * Reads a list: columns by tabs, semicolons, commas or several spaces, with or without a head, or lines such as `4 x BRK-312-V5`. Lines
 * without the separator of the others are read by themselves.
 */
export function parseOrderList(text: string): ListedLine[] {
  const lines = text.replaceAll('\uFEFF', '').split(/\r\n|[\r\n]/)
  const filled = lines.filter((line) => line.trim())
  const isMost = (separator: string) => filled.filter((line) => line.includes(separator)).length * 2 >= filled.length
  const separator = ['\t', ';', ','].find((each) => filled.length > 0 && isMost(each))
  if (separator === undefined) return filled.map(readLoose)
  return readTable(readRecords(text.replaceAll('\uFEFF', ''), separator))
}

/** Reads the rows of a table: by the names of its columns, or else numbers first and then quantities, in either order. */
export function readTable(table: readonly (readonly string[])[]): ListedLine[] {
  const records = table.map((cells) => cells.map((cell) => cell.trim())).filter((cells) => cells.some(Boolean))
  const head = records.slice(0, 5).findIndex((cells) => cells.some((cell) => nameOf(cell) === 'partNumber'))
  const named = records[head]?.map(nameOf)
  const rows = records.slice(head + 1)
  const at = (name: ColumnName) => named?.indexOf(name) ?? -1
  const divided = rows.filter((cells) => cells.length > 1)
  const isQuantity = (column: number) =>
    divided.every((cells) => !cells[column] || readQuantity(cells[column]) !== undefined) &&
    divided.some((cells) => cells[column])
  const isTurned = isQuantity(0) && divided.some((cells) => /\p{L}/u.test(cells[1] ?? ''))
  const number = named ? at('partNumber') : isTurned ? 1 : 0
  const quantity = named ? at('quantity') : isTurned ? 0 : firstOf(divided, number, isQuantity)
  const [job, brand] = [at('job'), at('brand')]
  return rows
    .map((cells): ListedLine => {
      if (cells.length === 1) return readLoose(cells[0] ?? '')
      return {
        partNumber: cells[number] ?? '',
        quantity: cells[quantity] ?? '',
        ...(cells[brand] && { brand: cutText(cells[brand], maxLengths.brand) }),
        ...(cells[job] && { job: cutText(cells[job], maxLengths.job) }),
      }
    })
    .filter((line) => line.partNumber || line.quantity)
}

/** Cuts a text, but no sign that is two units long. */
export const cutText = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** Returns the first column of quantities behind the numbers; without one, the next column, so that it is shown. */
function firstOf(rows: readonly (readonly string[])[], after: number, isQuantity: (column: number) => boolean): number {
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0)
  for (let column = after + 1; column < width; column++) if (isQuantity(column)) return column
  return after + 1
}

/** Splits text into cells; quoted cells may hold separators, line breaks and doubled quotes. */
function readRecords(text: string, separator: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (sign === separator || sign === '\n' || sign === '\r') {
      cells.push(cell)
      cell = ''
      if (sign === separator) continue
      records.push(cells)
      cells = []
    } else cell += sign
  }
  return [...records, [...cells, cell]]
}

const units = String.raw`(\d[\d.,'’]*)`
const before = new RegExp(String.raw`^${units}\s*(?:[x×*]|pcs|pc|stk|stück)\.?\s+(.+)$`, 'i')
const behind = new RegExp(
  String.raw`^(.+?)(?:\s+[x×*]\s*|\s*[×*]\s*|\t|\s{2,}|\s*[:;]\s*|\s*,\s+|\s+-\s+)${units}\s*(?:pcs|pc|ea|stk|stück)?\.?$`,
  'i',
)
const tight = new RegExp(String.raw`^([^\s,]+),${units}$`)
const turned = new RegExp(String.raw`^${units}\s*[:;]\s*(.*\p{L}.*)$`, 'iu')
const last = new RegExp(String.raw`^(.+?)\s+${units}\s*(pcs|pc|ea|stk|stück)?\.?$`, 'i')
const first = new RegExp(String.raw`^${units}\s+(.*\p{L}.*)$`, 'iu')

/** Reads a line without columns. */
function readLoose(line: string): ListedLine {
  // Two blanks separate as well as twenty thousand, which the patterns would try one by one.
  const text = narrowText(line)
    .trim()
    .replaceAll(/\s{3,}/g, '  ')
  const counted = before.exec(text)
  if (counted) return { partNumber: counted[2] ?? '', quantity: counted[1] ?? '' }
  const marked = behind.exec(text) ?? tight.exec(text)
  if (marked) return { partNumber: marked[1] ?? '', quantity: marked[2] ?? '' }
  const led = turned.exec(text)
  if (led) return { partNumber: led[2] ?? '', quantity: led[1] ?? '' }
  const ended = last.exec(text)
  if (ended?.[3]) return { partNumber: ended[1] ?? '', quantity: ended[2] ?? '' }
  const whole = { partNumber: text, quantity: '' }
  if (ended) return { ...whole, otherwise: { partNumber: ended[1] ?? '', quantity: ended[2] ?? '' } }
  const begun = first.exec(text)
  return begun ? { ...whole, otherwise: { partNumber: begun[2] ?? '', quantity: begun[1] ?? '' } } : whole
}

/**
 * Reads a quantity with decimal and thousands signs: `1,000`, `1.000`, `1 000` and `1'000` are a thousand, `2,0` and `2.00` are two.
 * Undefined for what is no whole number of at least 1.
 */
export function readQuantity(text: string): number | undefined {
  const plain = narrowText(text).replaceAll(/[\s'’\u00A0\u202F]/g, '')
  const grouped = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]0*)?$/
  const digits = grouped.test(plain)
    ? plain.replace(/(?:[.,]0*)$/, (end) => (end.length === 4 ? end : '')).replaceAll(/[.,]/g, '')
    : /^\d+(?:[.,]0*)?$/.test(plain)
      ? plain.replace(/[.,]0*$/, '')
      : ''
  const quantity = Number(digits)
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxLineQuantity ? quantity : undefined
}
