import { unmistakable } from '#server/imports/files/number-formats.ts'
import {
  chooseSheet,
  maxLine,
  maxSheetName,
  maxSheets,
  numberText,
  parsePart,
  type Parts,
  type TakeRow,
  type Takers,
  WorkbookError,
} from '#server/imports/files/workbook-parts.ts'

const content = 'content.xml'

/** Returns the attributes of a tag without the prefixes of their namespaces. */
const unprefixed = (attributes: Record<string, string>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]))

/** Reads a sheet of an OpenDocument spreadsheet (.ods), by default the first visible one. Throws WorkbookError. */
export async function readOpenDocument(
  parts: Parts,
  asked: string | undefined,
  { takeSheets, takeRow }: Takers,
): Promise<void> {
  const sheets = await readSheets(parts)
  const sheet = chooseSheet(sheets, asked, takeSheets)
  if (!sheet) throw new WorkbookError('other-format', { format: 'OpenDocument' })
  await readRows(parts, sheets.indexOf(sheet), takeRow)
}

/** Returns the tables of a spreadsheet; a text has none. */
async function readSheets(parts: Parts) {
  const sheets: { name: string; isHidden: boolean }[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  let isSpreadsheet = false
  let depth = 0
  await parsePart(parts, content, {
    open(tag, given) {
      if (tag === 'spreadsheet') isSpreadsheet = true
      if (tag !== 'style' && tag !== 'table-properties' && tag !== 'table') return
      const { name = '', display, 'style-name': styleName = '' } = unprefixed(given)
      if (tag === 'style') style = name
      else if (tag === 'table-properties' && display === 'false') hiddenStyles.add(style)
      else if (tag === 'table') {
        depth += 1
        if (!isSpreadsheet || depth > 1) return
        sheets.push({ name: name.slice(0, maxSheetName).toWellFormed(), isHidden: hiddenStyles.has(styleName) })
        if (sheets.length > maxSheets) throw new WorkbookError('damaged')
      }
    },
    close(tag) {
      if (tag === 'table') depth -= 1
    },
  })
  return sheets
}

const isCell = (tag: string) => tag === 'table-cell' || tag === 'covered-table-cell'

/** Reads a number of repetitions, which rows and cells have that are alike. */
const repeated = (text: string | undefined) => {
  const count = text === undefined ? 1 : Number(text)
  if (!(Number.isInteger(count) && count >= 1 && count <= 2 * maxLine)) throw new WorkbookError('damaged')
  return count
}

/** Hands out the rows of one table. */
async function readRows(parts: Parts, wanted: number, takeRow: TakeRow): Promise<void> {
  const { limits } = parts
  let textLeft = limits.maxText
  let index = -1
  let depth = 0
  let line = 0
  let row = { cells: [] as string[], decimals: [] as number[], column: 0, count: 1 }
  let cell = { type: '', value: '', count: 1, text: '', hasText: false }
  let paragraphs = 0
  let notes = 0
  let isText = false
  const isRead = () => index === wanted && depth === 1
  const add = (text: string) => {
    cell.text += text
    if (cell.text.length > limits.maxCellLength * 8)
      throw new WorkbookError('cell', { line: line + 1, index: row.column, limit: limits.maxCellLength })
  }
  await parsePart(parts, content, {
    open(tag, given) {
      if (tag === 'table') {
        depth += 1
        if (depth === 1) index += 1
      } else if (!isRead()) return
      else if (tag === 'annotation') notes += 1
      else if (tag === 'table-row') {
        row = { cells: [], decimals: [], column: 0, count: repeated(unprefixed(given)['number-rows-repeated']) }
      } else if (isCell(tag)) {
        const {
          'value-type': type = '',
          value,
          'date-value': date,
          'boolean-value': truth,
          'string-value': text,
          'number-columns-repeated': count,
        } = unprefixed(given)
        cell = { type, value: value ?? date ?? truth ?? text ?? '', count: repeated(count), text: '', hasText: false }
        paragraphs = 0
      } else if (notes === 0 && tag === 'p') {
        if (paragraphs > 0) add('\n')
        paragraphs += 1
        isText = true
      } else if (isText && tag === 's') add(' '.repeat(Math.min(repeated(unprefixed(given)['c']), 1000)))
      else if (isText && tag === 'tab') add('\t')
      else if (isText && tag === 'line-break') add('\n')
    },
    text(value) {
      if (isText && notes === 0) add(value)
    },
    close(tag) {
      if (tag === 'table') depth -= 1
      else if (!isRead()) return
      else if (tag === 'annotation') notes -= 1
      else if (tag === 'p' && notes === 0) isText = false
      else if (isCell(tag)) {
        const text = cellText(cell)
        if (text !== '') {
          if (row.column + cell.count > limits.maxColumns)
            throw new WorkbookError('columns', { line: line + 1, limit: limits.maxColumns })
          textLeft -= text.length * cell.count * row.count
          if (textLeft < 0) throw new WorkbookError('unpacked')
          while (row.cells.length < row.column) row.cells.push('')
          for (let more = 0; more < cell.count; more += 1) {
            row.cells.push(text)
            if (cell.type !== 'string' && /\d\.\d/.test(text)) row.decimals.push(row.column + more)
          }
        }
        row.column += cell.count
      } else if (tag === 'table-row') {
        // Rows to the end of the sheet are alike and empty.
        if (row.cells.length > 0)
          for (let more = 1; more <= row.count; more += 1) takeRow(line + more, [...row.cells], row.decimals)
        line += row.count
        if (line > 2 * maxLine) throw new WorkbookError('damaged')
      }
    },
  })
}

/** Matches a number as a sheet shows it, among what stands before and behind it. */
const shownNumber = /^([^\d-]*)(-?\d(?:[\d.,'’\s]*\d)?)(\D*)$/u

/** Returns what a cell says: numbers with a point, among the letters that the sheet shows with them, and with their zeros in front. */
function cellText({ type, value, text }: { type: string; value: string; text: string }): string {
  const number = Number(value)
  switch (type) {
    case 'date':
      return value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?$/, '')
    case 'boolean':
      return value
    case 'percentage':
      return Number.isNaN(number) ? text : `${unmistakable(numberText(number * 100))}%`
    case 'float':
    case 'currency': {
      if (value === '' || Number.isNaN(number)) return text
      const [, before = '', digits = '', behind = ''] = shownNumber.exec(text) ?? []
      const isPattern = /^0\d+$/.test(digits) && Number(digits) === number
      const own = isPattern ? digits : numberText(number)
      if (!/[\p{L}\p{Sc}]/u.test(before + behind)) return own
      return `${before}${isPattern ? own : unmistakable(own)}${behind}`.trim()
    }
    default:
      return text === '' ? value : text
  }
}
