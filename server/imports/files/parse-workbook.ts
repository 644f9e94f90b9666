import { type Entry, openPromise } from 'yauzl'
import { readFormat, type Shown, showNumber, unmistakable } from '#server/imports/files/number-formats.ts'
import { readOpenDocument } from '#server/imports/files/read-open-document.ts'
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
  type WorkbookLimits,
} from '#server/imports/files/workbook-parts.ts'

// hucre, which writes our workbooks, was tried for reading: where the strings stand in a part of their own, as in files of Excel, 50,000
// rows of 16 different cells took 12 s and 640 MB; this takes 8 s and 220 MB in the same run.

/** Reads a sheet of a workbook, by default the first visible one, part by part and hands out each row with cells. Throws WorkbookError. */
export async function parseWorkbook(
  path: string,
  { limits, sheet: asked }: { limits: WorkbookLimits; sheet?: string | undefined },
  { takeSheets, takeRow }: Takers,
): Promise<void> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    if (zip.entryCount > limits.maxParts) throw new WorkbookError('damaged')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const part = { zip, entries, limits, left: limits.maxUnpackedBytes }
    if (entries.has('META-INF/manifest.xml') && entries.has('content.xml'))
      return await readOpenDocument(part, asked, { takeSheets, takeRow })
    const other = otherFormats.find(({ name }) => entries.has(name))
    if (other) throw new WorkbookError('other-format', { format: other.format })
    const root = await readRelations(part, '_rels/.rels')
    const workbook = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))
    if (!workbook) throw new WorkbookError('damaged')
    const base = folderOf(workbook.target)
    const relations = await readRelations(part, `${base}_rels/${workbook.target.slice(base.length)}.rels`, base)
    const { sheets, starts1904 } = await readSheetList(part, workbook.target)
    const sheet = chooseSheet(sheets, asked, takeSheets)
    if (!sheet) throw new WorkbookError('damaged')
    const ofType = (type: string) => [...relations.values()].find((one) => one.type.endsWith(`/${type}`))?.target
    const strings = await readStrings(part, ofType('sharedStrings'))
    const styles = await readStyles(part, ofType('styles'))
    await readSheet(part, relations.get(sheet.id)?.target, { strings, styles, starts1904 }, takeRow)
  } finally {
    zip.close()
  }
}

/** Lists what else programs pack as ZIP, by a part of it. */
const otherFormats = [
  { name: 'Index/Document.iwa', format: 'Apple Numbers' },
  { name: 'xl/workbook.bin', format: 'Excel (.xlsb)' },
]

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Returns the related parts by their ids; `base` is the folder from which their names are read. */
async function readRelations(parts: Parts, name: string, base = '') {
  const relations = new Map<string, { type: string; target: string }>()
  await parsePart(parts, name, {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag === 'Relationship')
        relations.set(Id, { type: Type, target: new URL(Target, `file:///${base}`).pathname.slice(1) })
    },
  })
  return relations
}

async function readSheetList(parts: Parts, name: string) {
  const sheets: { id: string; name: string; isHidden: boolean }[] = []
  let starts1904 = false
  await parsePart(parts, name, {
    open(tag, attributes) {
      if (tag === 'workbookPr') starts1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (tag !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const { name: title = '', state = 'visible' } = attributes
      sheets.push({ id, name: title.slice(0, maxSheetName).toWellFormed(), isHidden: state !== 'visible' })
      if (sheets.length > maxSheets) throw new WorkbookError('damaged')
    },
  })
  return { sheets, starts1904 }
}

/** Reads the texts that several cells share; readings of Japanese (`rPh`) are left out. */
async function readStrings(parts: Parts, name: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (name === undefined || !parts.entries.has(name)) return strings
  let textLeft = parts.limits.maxText
  let text = ''
  let isText = false
  let isReading = false
  await parsePart(parts, name, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 't') isText = !isReading
      else if (tag === 'rPh') isReading = true
    },
    text(value) {
      if (!isText) return
      text += value
      if (text.length > parts.limits.maxCellLength * 8) throw new WorkbookError('unpacked')
    },
    close(tag) {
      if (tag === 'si') {
        textLeft -= text.length
        if (textLeft < 0 || strings.length >= parts.limits.maxSharedTexts) throw new WorkbookError('unpacked')
        strings.push(unescapeText(text))
      } else if (tag === 't') isText = false
      else if (tag === 'rPh') isReading = false
    },
  })
  return strings
}

/** Decodes what XML cannot hold: `_x000D_` is a return. */
const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Lists the built-in formats of dates and times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** Returns for each style how it shows numbers. */
async function readStyles(parts: Parts, name: string | undefined): Promise<Shown[]> {
  const styles: Shown[] = []
  if (name === undefined || !parts.entries.has(name)) return styles
  const formats = new Map<number, Shown>([
    ...Array.from(dateFormats, (id) => [id, 'day'] as const),
    [9, 'percent'],
    [10, 'percent'],
  ])
  let isCellStyle = false
  await parsePart(parts, name, {
    open(tag, { numFmtId = '', formatCode = '' }) {
      if (tag === 'numFmt') formats.set(Number(numFmtId), readFormat(formatCode))
      else if (tag === 'cellXfs') isCellStyle = true
      else if (tag === 'xf' && isCellStyle) styles.push(formats.get(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

interface SheetFacts {
  strings: readonly string[]
  styles: readonly Shown[]
  starts1904: boolean
}

async function readSheet(parts: Parts, name: string | undefined, facts: SheetFacts, takeRow: TakeRow): Promise<void> {
  const { limits } = parts
  let textLeft = limits.maxText
  let line = 0
  let cells: string[] = []
  let decimals: number[] = []
  let column = 0
  let cell = { type: '', style: '', text: '' }
  let isText = false
  await parsePart(parts, name, {
    open(tag, attributes) {
      if (tag === 'row') {
        line = attributes['r'] === undefined ? line + 1 : Number(attributes['r'])
        if (!(Number.isInteger(line) && line >= 1 && line <= maxLine)) throw new WorkbookError('damaged')
        cells = []
        decimals = []
        column = 0
      } else if (tag === 'c') {
        const { r, t = '', s = '' } = attributes
        column = r === undefined ? column + 1 : columnNumber(r)
        if (!(column >= 1 && column <= limits.maxColumns)) {
          throw new WorkbookError('columns', { line, limit: limits.maxColumns })
        }
        cell = { type: t, style: s, text: '' }
      } else if (tag === 'v' || tag === 't') isText = true
      else if (tag === 'rPh') isText = false
    },
    text(value) {
      if (!isText) return
      cell.text += value
      if (cell.text.length > limits.maxCellLength * 8) {
        throw new WorkbookError('cell', { line, index: column - 1, limit: limits.maxCellLength })
      }
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isText = false
      else if (tag === 'c') {
        while (cells.length < column) cells.push('')
        const text = cellText(cell, facts)
        textLeft -= text.length
        if (textLeft < 0) throw new WorkbookError('unpacked')
        cells[column - 1] = text
        if (isNumber(cell) && /\d\.\d/.test(text)) decimals.push(column - 1)
      } else if (tag === 'row' && cells.length > 0) takeRow(line, cells, decimals)
    },
  })
}

const isNumber = ({ type }: { type: string }) => type === '' || type === 'n'

/** Returns 28 for `AB12`. */
function columnNumber(reference: string): number {
  let number = 0
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64
    if (letter < 1 || letter > 26) break
    number = number * 26 + letter
  }
  return number
}

function cellText({ type, style, text }: { type: string; style: string; text: string }, facts: SheetFacts): string {
  switch (type) {
    case 's':
      return facts.strings[Number(text)] ?? ''
    case 'str':
    case 'inlineStr':
      return unescapeText(text)
    case 'b':
      return text === '1' || text === 'true' ? 'true' : text === '' ? '' : 'false'
    case 'e':
    case 'd':
      return text
  }
  const number = Number(text)
  if (text === '' || Number.isNaN(number)) return text
  const shown = style === '' ? undefined : facts.styles[Number(style)]
  if (shown === 'day') return dateText(number, facts.starts1904)
  if (shown === 'percent') return `${unmistakable(numberText(number * 100))}%`
  return shown ? showNumber(shown, number, numberText) : numberText(number)
}

const dayMs = 86_400_000

/** Writes a day as 2026-01-31, with the time of day if it has one; Excel counts days from 1900 or 1904 on. */
function dateText(days: number, starts1904: boolean): string {
  const since = Date.UTC(1899, 11, 30) + (starts1904 ? 1462 * dayMs : 0)
  const date = new Date(since + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(date.valueOf())) return numberText(days)
  const [day = '', time = ''] = date.toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}
