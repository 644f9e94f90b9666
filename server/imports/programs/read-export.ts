import { ownValue } from '#contract/own-value.ts'
import { translationLanguages } from '#contract/main-language.ts'
import { currentCurrency } from '#contract/currency.ts'
import type { ImportWarningCode } from '#contract/import-errors.ts'
import type { TableRow } from '#server/imports/files/table-limits.ts'
import type { StoredWarning } from '#server/imports/imports.tables.ts'
import { readList, writeList } from '#server/catalog/fields/field.ts'
import { columnsOf, indexOfHeader } from '#server/imports/programs/programs.ts'
import { breakHeaders, discountedHeader, type Program } from '#server/imports/programs/program.ts'

type Rows = AsyncIterable<TableRow>

/** Stands between the name of a product and the options of its variant. */
const optionStep = ' – '
/** Numbers the prices by quantity that are read of a row. */
const breakNumbers = Array.from({ length: 10 }, (_, index) => index + 1)
/** Limits how far below its product a variant may stand where nothing else tells what is a product. */
const maxDistance = 1000

/** Describes the columns of an export, with what it says of its rows: counted, for the seller. */
interface Export {
  program: Program
  headers: readonly string[]
  columns: ReadonlyMap<string, number>
  /** Returns the column of a header, which is looked up once for all rows; -1 without one. */
  indexOf: (header: string) => number
  /** Whether pictures came with the file, which it may name without an address. */
  hasPictures: boolean
  note: (warning: ImportWarningCode) => void
}

/**
 * Reads the rows of an export of a program as rows of products: its variants with their options in the name, its values as those of this
 * shop, in the columns of the file. `warnings` says what was read so, once all rows are read. Reading its own result changes nothing.
 */
export function readExport(
  program: Program,
  given: readonly string[],
  rows: Rows,
  { hasGrossPrices, hasPictures }: { hasGrossPrices: boolean; hasPictures: boolean },
): { headers: string[]; rows: Rows; warnings: () => StoredWarning[] } {
  const counts = new Map<ImportWarningCode, number>()
  const { pairs, languageRows } = program
  const ofPairs = (pairs?.names ?? []).map((name) => `${pairs?.column}: ${name}`)
  const ofLanguages = translationLanguages().flatMap((language) =>
    (languageRows?.texts ?? []).filter((text) => given.includes(text)).map((text) => translatedHeader(text, language)),
  )
  const ofDiscounts = program.discounts?.some(({ column }) => indexOfHeader(program, given, column) >= 0)
    ? [discountedHeader]
    : []
  const { price = '', percent = '' } = program.breaks ?? {}
  const ofBreaks = [price, percent].some((header) => indexOfHeader(program, given, header) >= 0)
    ? breakNumbers.flatMap(breakHeaders)
    : []
  const added = [...ofPairs, ...ofLanguages, ...ofDiscounts, ...ofBreaks].filter((name) => !given.includes(name))
  const headers = [...given, ...added]
  const indexes = new Map<string, number>()
  const file: Export = {
    program,
    headers,
    indexOf(header) {
      const index = indexes.get(header) ?? indexOfHeader(program, headers, header)
      indexes.set(header, index)
      return index
    },
    columns: columnsOf(program, headers, hasGrossPrices),
    hasPictures,
    note: (warning) => counts.set(warning, (counts.get(warning) ?? 0) + 1),
  }
  return {
    headers,
    rows: mapRows(readVariants(skipRows(readLanguages(readPairs(rows, file), file), file), file), (row) =>
      readBreaks(readValues(row, file), file),
    ),
    warnings: () => [...counts].map(([code, count]) => ({ code, facts: { count } })),
  }
}

async function* mapRows(rows: Rows, change: (row: TableRow) => TableRow): Rows {
  for await (const row of rows) yield change(row)
}

const cellAt = ({ cells }: TableRow, index: number | undefined) =>
  index === undefined || index < 0 ? '' : (cells[index] ?? '').trim()

/** Returns a row with other cells; those that a workbook had as numbers stay numbers where they are as they were. */
function withCells(row: TableRow, changes: Iterable<readonly [number | undefined, string]>): TableRow {
  const cells = [...row.cells]
  for (const [index, text] of changes) {
    if (index === undefined || index < 0) continue
    while (cells.length <= index) cells.push('')
    cells[index] = text
  }
  return { ...row, cells }
}

/** Makes columns of the pairs in one: `manufacturer=Bosch,ean=400…`. */
function readPairs(rows: Rows, { program: { pairs }, headers, indexOf }: Export): Rows {
  if (!pairs) return rows
  const column = indexOf(pairs.column)
  return mapRows(rows, (row) => {
    const given = new Map(
      cellAt(row, column)
        .split(',')
        .map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.slice(pair.indexOf('=') + 1).trim()] as const),
    )
    const named = pairs.names.map((name) => [headers.indexOf(`${pairs.column}: ${name}`), given.get(name)] as const)
    return withCells(
      row,
      named.flatMap(([index, text]) => (text === undefined || cellAt(row, index) ? [] : [[index, text] as const])),
    )
  })
}

const translatedHeader = (text: string, language: string) => `${text} (${language})`

/** Gives products the texts of the rows below them in a language that the shop offers; those in other languages are left out. */
async function* readLanguages(rows: Rows, { program: { languageRows }, headers, indexOf, note }: Export): Rows {
  if (!languageRows) return yield* rows
  const { main, texts } = languageRows
  const [column, key] = [indexOf(languageRows.column), indexOf(languageRows.key)]
  let product: TableRow | undefined
  for await (const row of rows) {
    const code = cellAt(row, column).toLowerCase()
    if (main.includes(code)) {
      if (product) yield product
      product = row
      continue
    }
    const language = translationLanguages().find((one) => code.split(/[_-]/)[0] === one)
    if (language && product && cellAt(product, key) === cellAt(row, key)) {
      const own = texts.map((text) => [translatedHeader(text, language), cellAt(row, indexOf(text))] as const)
      product = withCells(
        product,
        own.flatMap(([header, text]) => (text === '' ? [] : [[headers.indexOf(header), text] as const])),
      )
    } else note('second-language')
  }
  if (product) yield product
}

async function* skipRows(rows: Rows, { program: { skips = [] }, indexOf, note }: Export): Rows {
  const rules = skips.map((skip) => ({ ...skip, index: indexOf(skip.column), second: indexOf(skip.filled ?? '') }))
  for await (const row of rows) {
    const rule = rules.find(({ index, values, others, filled, second }) => {
      const cell = cellAt(row, index).toLowerCase()
      if (filled !== undefined && cellAt(row, second) === '') return false
      return index >= 0 && (values?.includes(cell) || (others && !others.includes(cell)))
    })
    if (rule) note(rule.warning)
    else yield row
  }
}

function readVariants(rows: Rows, file: Export): Rows {
  const { variants } = file.program
  if (!variants) return rows
  return variants.group === undefined ? readReferences(rows, file) : readGroups(rows, file)
}

/** Returns the columns of fields and headers. */
const indexesOf = ({ indexOf, columns }: Export, names: readonly string[]) =>
  names.map((name) => columns.get(name) ?? indexOf(name)).filter((index) => index >= 0)

const isParent = ({ program: { variants }, indexOf }: Export, row: TableRow): boolean => {
  const { column, values } = variants?.parent ?? { column: '', values: [] }
  const types = cellAt(row, indexOf(column)).toLowerCase().split(',')
  return types.some((type) => values.includes(type.trim()))
}

/** Gives a variant what its product has for it, and a name with its options. */
function toVariant(file: Export, row: TableRow, product: TableRow): TableRow {
  const { program, indexOf, columns } = file
  const { variants } = program
  const name = columns.get('name')
  const carried = indexesOf(file, variants?.carried ?? []).flatMap((index) =>
    cellAt(row, index) === '' ? [[index, cellAt(product, index)] as const] : [],
  )
  const options = (variants?.options ?? [])
    .map((option) => cellAt(row, indexOf(option)))
    .filter((option) => option !== '' && !variants?.plain?.includes(option))
  const [base, own] = [cellAt(product, name), cellAt(row, name)]
  const isOwn = own !== '' && own !== base
  const named = [base, options.join(', ')].filter(Boolean).join(optionStep)
  const isNamed = options.length > 0 && !isOwn && !base.endsWith(optionStep + options.join(', '))
  if (isNamed) file.note('variants-named')
  return withCells(row, [...carried, [name, isNamed ? named : own || base]])
}

/** Joins the rows of one product that stand below each other: variants become products, further pictures join those. */
async function* readGroups(rows: Rows, file: Export): Rows {
  const { program, indexOf } = file
  const index = indexOf(program.variants?.group ?? '')
  let group: TableRow[] = []
  let key = ''
  for await (const row of rows) {
    const own = cellAt(row, index)
    if (group.length > 0 && own !== '' && own !== key) {
      yield* readGroup(group, file)
      group = []
    }
    key = own || key
    group.push(row)
  }
  yield* readGroup(group, file)
}

function readGroup(group: readonly TableRow[], file: Export): TableRow[] {
  const { program, indexOf, columns, note } = file
  const { variants, pictures } = program
  const [first] = group
  if (!variants || !first) return []
  const filled = variants.filled?.map((header) => indexOf(header))
  const isPicture = (row: TableRow) => filled?.every((index) => cellAt(row, index) === '') ?? false
  const sold = group.filter((row) => row === first || !isPicture(row))
  const parent = isParent(file, first) && sold.length > 1 ? first : undefined
  const [price, picture] = [columns.get('price'), columns.get('picture')]
  const ownPicture = variants.picture === undefined ? -1 : indexOf(variants.picture)
  const shared = group.flatMap((row) => readList(cellAt(row, picture)))
  for (const row of group) if (!sold.includes(row)) note('pictures-joined')
  if (parent) note('parents-left-out')
  return sold
    .filter((row) => row !== parent)
    .map((row) => {
      const variant = sold.length > 1 ? toVariant(file, row, first) : row
      const urls = filled ? [...new Set([cellAt(row, ownPicture) || [], shared].flat(2))] : []
      const surcharge = variants.surcharge === undefined ? -1 : indexOf(variants.surcharge)
      const more = Number(cellAt(row, surcharge))
      return withCells(variant, [
        ...(urls.length > 0 && !pictures?.base ? [[picture, writeList(urls)] as const, [ownPicture, ''] as const] : []),
        ...(more && parent ? [[price, plainSum(cellAt(variant, price), more)] as const, [surcharge, ''] as const] : []),
      ])
    })
}

const plainSum = (price: string, more: number) => {
  const { digits } = currentCurrency()
  return (Math.round((Number(price) + more) * 10 ** digits) / 10 ** digits).toFixed(digits)
}

/** Gives variants what the product above has that they refer to; products that are sold as variants only are left out. */
async function* readReferences(rows: Rows, file: Export): Rows {
  const { program, indexOf, note } = file
  const { variants } = program
  const column = variants?.reference ? indexOf(variants.reference.column) : -1
  const keys = Object.entries(variants?.reference?.keys ?? {}).map(([header, before]) => ({
    index: indexOf(header),
    before,
  }))
  const known = new Map<string, TableRow>()
  const parents = new Set<TableRow>()
  // Of rows that no column calls products, those are left out that the next rows refer to.
  const waiting: TableRow[] = []
  const keysOf = (row: TableRow) =>
    keys.flatMap(({ index, before }) => (cellAt(row, index) ? [before + cellAt(row, index)] : []))
  const leave = function* (row: TableRow | undefined) {
    if (!row) return
    for (const key of keysOf(row)) known.delete(key)
    if (parents.delete(row)) note('parents-left-out')
    else yield row
  }
  for await (const row of rows) {
    const reference = cellAt(row, column)
    if (variants?.parent) {
      const product = known.get(reference)
      if (isParent(file, row)) {
        note('parents-left-out')
        for (const key of keysOf(row)) known.set(key, row)
      } else yield product ? toVariant(file, row, product) : row
      continue
    }
    const product = known.get(reference)
    if (product) parents.add(product)
    else if (reference === '') for (const key of keysOf(row)) known.set(key, row)
    waiting.push(product ? toVariant(file, row, product) : row)
    if (waiting.length > maxDistance) yield* leave(waiting.shift())
  }
  for (const row of waiting) yield* leave(row)
}

/** Writes the values of a row as files for this shop have them. */
function readValues(row: TableRow, file: Export): TableRow {
  const { program, indexOf, columns, note } = file
  let read = row
  const set = (index: number | undefined, text: string) => {
    if (text !== cellAt(read, index)) read = withCells(read, [[index, text]])
  }
  for (const [field, names] of Object.entries(program.fallbacks ?? {})) {
    const index = columns.get(field)
    const found = indexesOf(file, names).map((other) => cellAt(row, other))
    if (index !== undefined && cellAt(row, index) === '') set(index, found.find(Boolean) ?? '')
  }
  const description = columns.get('description')
  if (program.hasEscapedLines) set(description, readLines(cellAt(read, description)))
  for (const [field, values] of Object.entries(program.values ?? {})) {
    const index = columns.get(field)
    const cell = cellAt(read, index)
    const meaningOf = (value: string) => ownValue(values, value.toLowerCase()) ?? value
    const patterns = program.lists?.[field]
    if (!patterns) set(index, meaningOf(cell))
    else {
      const found = patterns.map((pattern) => [...cell.matchAll(pattern)].map(([, value = '']) => value.trim()))
      set(index, writeList((found.find(({ length }) => length > 0) ?? []).map(meaningOf).filter(Boolean)))
    }
  }
  const state = columns.get('state')
  const { hidden } = program
  const isHidden = hidden?.values.includes(cellAt(row, indexOf(hidden.column)).toLowerCase())
  if (state !== undefined && isHidden && ['', 'active'].includes(cellAt(read, state).toLowerCase())) set(state, 'draft')
  if (cellAt(read, state) === 'draft') note('unpublished')
  const stock = columns.get('counted')
  const { untracked } = program
  const tracker = untracked === undefined ? -1 : indexOf(untracked.column)
  const isUntracked = tracker >= 0 && untracked?.values.includes(cellAt(row, tracker).toLowerCase())
  if (stock !== undefined && (isUntracked || !/^-?[\d.,\s]+$/.test(cellAt(read, stock)))) {
    note('stock-not-counted')
    set(stock, '')
  }
  const { onSale } = program
  if (onSale && !onSale.values.includes(cellAt(row, indexOf(onSale.column)).toLowerCase()))
    set(columns.get('salePrice'), '')
  for (const price of [columns.get('price'), columns.get('salePrice')]) set(price, readPrice(cellAt(read, price), note))
  if (program.discounts) {
    const discounted = readDiscounted(read, file)
    set(columns.get('salePrice'), discounted)
    // Days without a discount, and those of MySQL that are none.
    for (const day of [columns.get('saleFrom'), columns.get('saleTo')])
      if (discounted === '' || cellAt(read, day).startsWith('0000')) set(day, '')
  }
  const category = columns.get('category')
  set(category, readCategory(cellAt(read, category), file))
  return readPictures(read, file)
}

/** Returns a text with its line breaks, which are written as two characters; one that has breaks was read before. */
const readLines = (cell: string) =>
  cell.includes('\n') ? cell : cell.replaceAll(/\\\\n|\r?\\n/g, (sign) => (sign === '\\\\n' ? '\\n' : '\n'))

/** Rounds a price with more decimals than its currency has, as programs store it. */
function readPrice(cell: string, note: Export['note']): string {
  const { digits } = currentCurrency()
  const decimals = /^\d+\.(\d+)$/.exec(cell)?.[1] ?? ''
  if (decimals.length <= digits) return cell
  const rounded = (Math.round(Number((Number(cell) * 10 ** digits).toPrecision(15))) / 10 ** digits).toFixed(digits)
  if (Number(rounded) !== Number(cell)) note('prices-rounded')
  return rounded
}

/** Returns what a product costs with its discount; empty without one. */
function readDiscounted(row: TableRow, { program: { discounts = [] }, indexOf, columns, note }: Export): string {
  const price = Number(cellAt(row, columns.get('price')))
  for (const { column, of, mode, from } of discounts) {
    const value = Number(cellAt(row, indexOf(column)).replace('%', '').replace(',', '.'))
    if (!(value > 0) || (mode && cellAt(row, indexOf(mode.column)).toLowerCase() !== mode.value)) continue
    const hasTax = from !== undefined && columns.get('price') !== indexOf(from)
    const discounted = of === 'percent' ? price * (1 - value / 100) : price - value
    if (!hasTax && discounted > 0) return plainSum(String(discounted), 0)
    note('discounts-left-out')
    return ''
  }
  return ''
}

/** Makes columns of the prices by quantity in one, `10:9.50,50:9.00`, or of what is taken off the price, in percent. */
function readBreaks(row: TableRow, { program: { breaks }, headers, indexOf, columns, note }: Export): TableRow {
  if (!breaks) return row
  const { price, percent, mode } = breaks
  const isPercent = cellAt(row, indexOf(mode.column)).toLowerCase() === mode.percent
  const own = Number(cellAt(row, columns.get('price')))
  const rules = cellAt(row, indexOf(isPercent ? percent : price))
    .split(',')
    .map((rule) => rule.split(':').map(Number))
    .filter(([from = 0, value = 0]) => from > 1 && value > 0)
  if (rules.length > breakNumbers.length) note('breaks-left-out')
  return withCells(
    row,
    rules.slice(0, breakNumbers.length).flatMap(([from = 0, value = 0], index) => {
      const cells = [String(from), plainSum(String(isPercent ? own * (1 - value / 100) : value), 0)]
      return breakHeaders(index + 1).map((header, at) => [headers.indexOf(header), cells[at] ?? ''] as const)
    }),
  )
}

/** Returns the longest way of the categories in a cell, without the root of the program's tree. */
function readCategory(cell: string, { program: { category }, note }: Export): string {
  const { between, step, roots = [] } = category ?? {}
  if (!category || cell === '') return cell
  const split = (text: string, sign: string | undefined) =>
    sign === undefined ? [text] : text.split(new RegExp(String.raw`(?<!\\)\s*[${sign}]\s*`))
  const isRoot = (name: string) => roots.some((root) => root.toLowerCase() === name.toLowerCase())
  const ways = split(cell, between)
    .map((way) => split(way, step).map((name) => name.replaceAll('\\', '').trim()))
    .map((names) => ({ hasRoot: isRoot(names[0] ?? ''), names: names.filter((name) => name !== '') }))
    .map(({ hasRoot, names }) => ({ hasRoot, names: names.slice(names.findIndex((name) => !isRoot(name))) }))
    .filter(({ names }) => names.some((name) => !isRoot(name)))
  if (split(cell, between).some((way) => isRoot(split(way, step)[0]?.trim() ?? ''))) note('category-roots')
  const [best] = ways.toSorted((a, b) => b.names.length - a.names.length)
  const isOnWay = (names: readonly string[]) => names.every((name, index) => best?.names[index] === name)
  if (ways.some(({ names }) => !isOnWay(names))) note('one-category')
  return best?.names.join(' > ') ?? ''
}

/** Lists all pictures of a row in one column, with their addresses. */
function readPictures(
  row: TableRow,
  { program: { pictures = {} }, indexOf, columns, hasPictures, note }: Export,
): TableRow {
  const index = columns.get('picture')
  if (index === undefined) return row
  const { between, base, others = [] } = pictures
  const further = others.map((header) => indexOf(header)).filter((other) => other >= 0 && other !== index)
  const cells = [index, ...further].map((one) => cellAt(row, one))
  const named = cells.flatMap((cell) => cell.split('|').flatMap((part) => (between ? part.split(between) : [part])))
  const addresses = named.flatMap((part) => {
    const text = part.trim()
    if (text === '' || /^https?:\/\//i.test(text) || text.startsWith('/media/')) return text || []
    if (hasPictures) return text
    if (base) return base + text
    note('pictures-without-address')
    return []
  })
  return withCells(row, [[index, writeList([...new Set(addresses)])], ...further.map((other) => [other, ''] as const)])
}
