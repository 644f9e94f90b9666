import { sql } from 'drizzle-orm'
import { maxLengths } from '#contract/max-lengths.ts'
import { vehicleYears } from '#contract/chosen-vehicle.ts'
import { fitPositions } from '#contract/vehicles.ts'
import { readProductRecords } from '#server/catalog/product-records.ts'
import {
  codeHeaders,
  readSystem,
  systemOfHeader,
  typeNumberField,
  withWholeCode,
} from '#server/imports/kinds/code-systems.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import {
  CellError,
  type Field,
  germanWords,
  headersOf,
  readChoice,
  readLine,
  readText,
  removeField,
  type Texts,
} from '#server/catalog/fields/field.ts'
import { readVehicleYear } from '#server/imports/kinds/read-vehicle-year.ts'
import { findProducts } from '#server/imports/kinds/find-product.ts'
import type { AskedRow, Change, FileChoices, Found, ImportKind } from '#server/imports/kinds/kind.ts'
import { type Asked, isWrittenByOthers, keptOfOthers, placeRows } from '#server/imports/kinds/place-fitments.ts'
import { productFields } from '#server/catalog/fields/own-fields.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import {
  applyFitments,
  type FitmentChange,
  type FitsOfProduct,
  findStored,
  followMergesOf,
  isThere,
  readFitsOfProducts,
  removeReplaced,
  restoreLines,
  takeBackFitments,
} from '#server/vehicles/change-fitments.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { isCovered, readFitmentRows, type StoredFitmentRow } from '#server/vehicles/fitment-rows.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'

type ListedRow = StoredFitmentRow & { sku: string | null; brand: string | null }

/** Reads the first or the last day of a building: a day, or a month for all of it. */
const readBuilt =
  (end: 'first' | 'last') =>
  (cell: string): string => {
    const text = cell.trim().replace(/ 00:00:00$/, '')
    const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text)
    const german = /^(?:(\d{1,2})\.)?(\d{1,2})[./](\d{4})$/.exec(text)
    const [year, month, day] = iso ? iso.slice(1) : (german?.slice(1).toReversed() ?? [])
    const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
    const asked = day ? Number(day) : end === 'first' ? 1 : lastDay
    const isDay = Number(month) >= 1 && Number(month) <= 12 && asked >= 1 && asked <= lastDay
    if (!year || !month || !isDay) throw new CellError('not-a-day', { text: cell.trim() })
    return [year, month.padStart(2, '0'), String(asked).padStart(2, '0')].join('-')
  }

const line = (
  code: 'make' | 'family' | 'generation' | 'engine' | 'condition' | 'note',
  labels: Field['labels'],
  names: readonly string[],
): Field<ListedRow> => ({
  code,
  labels,
  names,
  read: readLine(code === 'condition' || code === 'note' ? maxLengths.fitmentText : maxLengths.vehicleName),
  write: ({ shown }) => shown[code] ?? '',
})
const year = (code: 'from' | 'to', labels: Field['labels'], names: readonly string[]): Field<ListedRow> => ({
  code,
  labels,
  names,
  read: readVehicleYear,
  number: 'whole',
  write: ({ shown }) => String(shown[code] ?? ''),
})

/** Reads one year, which is that year only, or a range that may be open at one end: `2004-2008`, `2004-`, `-2008`. */
function readYears(cell: string): string {
  const text = cell.trim()
  const [, from = '', dash = '', to = ''] = /^(\d{4})?(?:\s*([-–—−+]|bis|to)\s*(\d{4})?)?$/i.exec(text) ?? []
  const isRange =
    dash === '+' ? from !== '' && to === '' : /^[-–—−]$/.test(dash) ? from + to !== '' : from !== '' && to !== ''
  const isYear = (one: string) =>
    one === '' || (Number(one) >= vehicleYears.minimum && Number(one) <= vehicleYears.maximum)
  if (!(dash === '' ? from !== '' : isRange) || !isYear(from) || !isYear(to)) throw new CellError('not-years', { text })
  return dash === '' ? from : `${from}-${to}`
}

const positionWords = {
  front: ['vorn', 'vorne', 'vorderachse'],
  rear: ['hinten', 'hinterachse'],
  left: ['links'],
  right: ['rechts'],
  'front left': ['vorn links', 'vorne links'],
  'front right': ['vorn rechts', 'vorne rechts'],
  'rear left': ['hinten links'],
  'rear right': ['hinten rechts'],
}

const fields: readonly Field<ListedRow>[] = [
  ...productFields
    .filter(({ code }) => code === 'id' || code === 'partNumber' || code === 'brand')
    .map(({ code, labels, names, read, isPartNumber = false }): Field<ListedRow> => ({
      code,
      labels,
      names,
      read,
      isPartNumber,
      write: ({ productId, sku, brand }) => (code === 'id' ? productId : ((code === 'brand' ? brand : sku) ?? '')),
    })),
  line('make', { en: 'Make', de: 'Fahrzeugmarke' }, ['car make', 'vehicle make', 'fahrzeughersteller', 'automarke']),
  line('family', { en: 'Model', de: 'Modell' }, ['family', 'car model', 'vehicle model', 'baureihe', 'modellreihe']),
  line('generation', { en: 'Generation', de: 'Generation' }, ['chassis', 'modellgeneration']),
  year('from', { en: 'From year', de: 'Ab Jahr' }, ['from', 'year from', 'start year', 'von', 'ab', 'baujahr von']),
  year('to', { en: 'To year', de: 'Bis Jahr' }, ['to', 'year to', 'end year', 'bis', 'baujahr bis']),
  {
    code: 'years',
    labels: { en: 'Years', de: 'Baujahre' },
    names: ['year', 'year range', 'model year', 'model years', 'baujahr', 'modelljahr', 'modelljahre'],
    read: readYears,
    write: () => '',
    isPart: true,
  },
  {
    code: 'builtFrom',
    labels: { en: 'Built from', de: 'Gebaut ab' },
    names: ['production from', 'bauzeit von'],
    read: readBuilt('first'),
    write: ({ shown }) => shown.builtFrom ?? '',
  },
  {
    code: 'builtTo',
    labels: { en: 'Built to', de: 'Gebaut bis' },
    names: ['production to', 'bauzeit bis'],
    read: readBuilt('last'),
    write: ({ shown }) => shown.builtTo ?? '',
  },
  line('engine', { en: 'Engine', de: 'Motor' }, ['motorisierung', 'motorcode', 'engine code']),
  {
    code: 'position',
    labels: { en: 'Position', de: 'Einbauort' },
    names: ['fitting position', 'einbauseite'],
    read: readChoice(positionWords),
    words: germanWords(Object.fromEntries(fitPositions.map((one) => [one, positionWords[one][0] ?? one]))),
    write: ({ shown }) => shown.position ?? '',
  },
  // American lists have their restrictions under *Notes*: a file without another column for them restricts by it.
  line('condition', { en: 'Only if', de: 'Nur wenn' }, [
    'condition',
    'restriction',
    'qualifier',
    'qualifiers',
    'notes',
    'fitment notes',
    'bedingung',
    'einschränkung',
  ]),
  line('note', { en: 'Note', de: 'Hinweis' }, ['notes', 'comment', 'bemerkung']),
  {
    code: 'code',
    labels: { en: 'Vehicle code', de: 'Fahrzeugcode' },
    names: codeHeaders,
    read: readLine(maxLengths.description),
    write: () => '',
  },
  typeNumberField,
  {
    code: 'system',
    labels: { en: 'Code system', de: 'Codesystem' },
    names: [],
    read: readSystem,
    write: () => '',
  },
  {
    code: 'fits',
    labels: { en: 'Fits', de: 'Passend für' },
    names: ['fitment', 'fitments', 'compatibility', 'vehicles', 'fahrzeuge', 'passt zu', 'verwendung', 'application'],
    read: readText(maxLengths.description),
    write: () => '',
  },
  {
    code: 'vehicles',
    labels: { en: 'Vehicles read', de: 'Gelesene Fahrzeuge' },
    names: [],
    read: readText(maxLengths.description),
    write: () => '',
    isReadOnly: true,
    isOfEdits: true,
  },
  removeField,
]

/**
 * Returns the fields for a file with these headers. A brand beside models, without a column for their make, is the make: a model without one
 * says nothing.
 */
function fieldsFor(headers: readonly string[]): Field<ListedRow>[] {
  const names = headers.map(normalizeHeader)
  const namesOf = (code: string) =>
    fields.filter((field) => field.code === code).flatMap((field) => headersOf(field).flat().map(normalizeHeader))
  const isNamed = (code: string) => namesOf(code).some((name) => names.includes(name))
  // Its labels come first: beside a Marke, the Hersteller is that of the part.
  const ofMake = namesOf('brand').find((name) => names.includes(name))
  if (ofMake === undefined || !isNamed('family') || isNamed('make')) return [...fields]
  return fields.map((field) => (field.code === 'make' ? { ...field, firstNames: [ofMake] } : field))
}

const subjectOf = (change: FitmentChange) => JSON.stringify(change)
// Written by the function above.
const changeOf = (subject: string) => JSON.parse(subject) as FitmentChange
// Written by `resolve`.
const askedOf = (text: string | undefined) => (text === undefined ? nothing : (JSON.parse(text) as Asked))
const nothing: Asked = { rows: [], text: null, named: [], words: '' }

/** The text of a row as it is between two steps; it is not shown. */
const between = 'asked'
const shownFields = fields.map(({ code }) => code)

/** Which vehicles products fit, a row each, or a text that names them: only what is read to the end is applied. */
export const fitmentsKind: ImportKind = {
  name: 'fitments',
  permissionsOf: () => ['catalog'],
  keys: ['partNumber', 'id'],
  nameFields: ['partNumber', 'id'],
  detailFields: ['make', 'family', 'generation', 'vehicles'],
  batchSize: 500,
  followUpJob: readTextsJob,
  fields: async (_, { headers = [] } = {}) => fieldsFor(headers),
  implied: (headerOf) => ({ system: systemOfHeader(headerOf('code') ?? '') }),
  async resolve(tx, given, errors, file, warnings) {
    const rows = given.map(withWholeCode)
    for (const { row, texts } of given)
      if (texts['tsn'] && !texts['code']) errors.push({ row, field: 'code', code: 'required', facts: {} })
    const placed = await placeRows(tx, rows, file, { errors, warnings })
    return rows.map(({ row, texts }) => {
      const asked = placed.get(row) ?? nothing
      const vehicles = asked.rows.flatMap(({ origin, shown }) => (origin === 'text' ? [shown] : [])).join(' | ')
      return { row, texts: { ...texts, ...(vehicles && { vehicles }), [between]: JSON.stringify(asked) } }
    })
  },
  async find(tx, rows, errors, file, warnings, readOthers) {
    const products = await findProducts(tx, rows, errors, file)
    const fits = await readFitsOfProducts(
      tx,
      [...products.values()].map(({ id }) => id),
    )
    const told = file.format === 'text' ? new Map<string, ToldText[]>() : textsOfProducts(rows, products)
    const dropping = (id: string) => {
      const [present, ofProduct] = [fits.get(id), told.get(id)]
      return present && ofProduct ? droppingOf(ofProduct, present) : {}
    }
    // Rows of other steps may say what these do not.
    const named = new Map([...products.values()].map((product) => [product.id, product]))
    const replacing = [...named.values()].filter(({ id }) => dropping(id).lines)
    for (const [id, others] of await readTextsElsewhere(tx, await readOthers(replacing), file))
      told.set(id, [...(told.get(id) ?? []), ...others])
    const dropped = new Map([...told.keys()].map((id) => [id, dropping(id)]))
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const product = products.get(row)
        const present = product && fits.get(product.id)
        if (!product || !present || errors.some((error) => error.row === row)) return []
        const asked = askedOf(texts[between])
        if (asked.rows.length === 0 && asked.text === null) {
          errors.push({ row, field: 'make', code: 'required', facts: {} })
          return []
        }
        if (present.kind === 'universal') {
          errors.push({ row, field: 'partNumber', code: 'fits-universal', facts: {} })
          return []
        }
        const isRemoved = texts['remove'] === 'yes'
        if (isKept(file, present)) {
          errors.push({ row, field: 'id', code: 'taken-meanwhile', facts: {} })
          return []
        }
        // The first of its rows says which texts are no longer those of the part.
        const isFirst = told.get(product.id)?.every((other) => other.row >= row)
        const goes = (asked.text !== null && dropped.get(product.id)) || {}
        const added: Pick<FitmentChange, 'rows' | 'text' | 'replaced' | 'lines'> =
          file.format === 'text'
            ? readingOf(asked, present)
            : { ...additionOf(asked, withoutReplaced(present, goes)), ...(isFirst && goes) }
        const kept = isRemoved ? undefined : keptOfOthers(asked, present, file)
        if (kept) {
          errors.push({ row, field: 'fits', ...kept })
          return []
        }
        const { words } = asked
        if (words !== '' && file.format !== 'text')
          warnings.push({ row, field: 'fits', warning: 'words-unread', code: 'words-unread', facts: { words } })
        if (added.lines && !isRemoved)
          warnings.push({
            row,
            field: 'fits',
            warning: 'fits-replaced',
            code: 'fits-replaced',
            facts: { text: added.lines.dropped.join('; ') },
          })
        const change = isRemoved ? removalOf(asked, present.rows) : added
        if (isRemoved && change.rows.length === 0) {
          errors.push({
            row,
            field: 'make',
            code: 'unknown',
            facts: { text: texts['vehicles'] ?? texts['make'] ?? '' },
          })
          return []
        }
        const replaces = !isRemoved && (added.lines !== undefined || (added.replaced ?? []).length > 0)
        const isNew = !isRemoved && (change.rows.length > 0 || change.text !== null || replaces)
        const { id: productId, number } = product
        const subject = subjectOf({ productId, wasKind: present.kind, ...change })
        const keyFields = [...shownFields.filter((code) => code !== 'remove'), between]
        const key = JSON.stringify([productId, isRemoved, asked])
        return [[row, { subject, isNew, key, keyFields, number, idFields, group: productId }]]
      }),
    )
  },
  async read(tx, subjects, { lock = false } = {}) {
    if (lock) await keepVehicles(tx)
    const changes = await followMergesOf(tx, subjects.map(changeOf))
    const fits = await readFitsOfProducts(
      tx,
      changes.map(({ productId }) => productId),
      { lock },
    )
    return new Map(
      changes.flatMap((change, index) =>
        isThere(change, fits.get(change.productId)) ? [[subjects[index] ?? '', { remove: 'no' }]] : [],
      ),
    )
  },
  check: async () => undefined,
  async write(tx, changes) {
    const [added, removed] = await splitChanges(tx, changes)
    const fits = await presentOf(tx, [...added, ...removed])
    for (const change of added) {
      const present = fits.get(change.productId)
      if (present?.kind === 'universal') throw new CellError('fits-universal', {})
      const rows = present?.rows ?? []
      const { replaced = [] } = change
      const isGone = (line: string) => !present?.lines.includes(line)
      if (
        findStored(change, rows).length > 0 ||
        findStored({ rows: replaced }, rows).length < replaced.length ||
        change.lines?.dropped.some(isGone)
      )
        throw new CellError('taken-meanwhile', {})
      if (change.rows.some(({ origin }) => present && isWrittenByOthers(origin, present)))
        throw new CellError('fits-written-otherwise', {})
    }
    await takeBackFitments(tx, removed, fits)
    await removeReplaced(tx, added, fits)
    await applyFitments(tx, added)
  },
  async undo(tx, changes) {
    const [added, removed] = await splitChanges(tx, changes)
    await takeBackFitments(tx, added, await presentOf(tx, added))
    await restoreLines(tx, added)
    await applyFitments(tx, [
      ...removed,
      ...added.map(({ replaced = [], ...change }) => ({ ...change, rows: replaced, text: null })),
    ])
    return []
  },
  isAfter: ({ before }, present) => (before === null ? present !== undefined : present === undefined),
  async list(db, { after = '0', limit }) {
    return db.transaction(async (tx) => {
      const rows = await readFitmentRows(
        tx,
        sql`fitments.id IN (SELECT id FROM fitments WHERE id > ${after}::bigint ORDER BY id LIMIT ${limit})`,
      )
      const records = await readProductRecords(
        tx,
        rows.map(({ productId }) => productId),
      )
      const last = rows.reduce((id, row) => Math.max(id, row.id), 0)
      return {
        rows: rows.map((row) => {
          const { sku = null, brand = null } = records.get(row.productId) ?? {}
          return {
            subject: row.productId,
            texts: Object.fromEntries(fields.map(({ code, write }) => [code, write({ ...row, sku, brand })])),
          }
        }),
        next: rows.length < limit ? undefined : String(last),
      }
    })
  },
}

const idFields = ['id', 'partNumber', 'brand', 'remove', 'system', between]

const presentOf = (tx: Transaction, changes: readonly FitmentChange[]) =>
  readFitsOfProducts(
    tx,
    changes.map(({ productId }) => productId),
  )

async function splitChanges(tx: Transaction, changes: readonly Change[]) {
  const of = (isAdded: boolean) =>
    followMergesOf(
      tx,
      changes.filter(({ before }) => (before === null) === isAdded).map(({ subject }) => changeOf(subject)),
    )
  return [await of(true), await of(false)] as const
}

/** Whether the rows of a part stay as they are, since what was staged for it is not for parts with rows of others. */
const isKept = ({ format }: Pick<FileChoices, 'format'>, present: { rows: readonly StoredFitmentRow[] }) =>
  (format === 'text' || format === 'copy') && isWrittenByOthers(format, present)

type ToldText = Asked & { row: number }

/** Returns the texts that rows of a file say of each product, in their order. */
function textsOfProducts(
  rows: readonly { row: number; texts: Texts }[],
  products: ReadonlyMap<number, { id: string }>,
): Map<string, ToldText[]> {
  const told = rows
    .filter(({ texts }) => texts['remove'] !== 'yes')
    .map(({ row, texts }) => ({ row, ...askedOf(texts[between]) }))
    .filter(({ text }) => text !== null)
  return Map.groupBy(told, ({ row }) => products.get(row)?.id ?? '')
}

/** Returns the texts that rows of other steps say of each product. */
async function readTextsElsewhere(
  tx: Transaction,
  others: readonly AskedRow[],
  file: FileChoices,
): Promise<Map<string, ToldText[]>> {
  const rows = others.map(withWholeCode).filter(({ texts }) => texts['fits'])
  if (rows.length === 0) return new Map()
  const products = await findProducts(tx, rows, [], file)
  const placed = await placeRows(tx, rows, file, { errors: [], warnings: [] })
  return textsOfProducts(
    rows.map(({ row, texts }) => ({ row, texts: { ...texts, [between]: JSON.stringify(placed.get(row) ?? nothing) } })),
    products,
  )
}

/** Returns the lines of an earlier text that a file says another one for, with the rows that only they said; none if it says all of them. */
function droppingOf(
  told: readonly ToldText[],
  { rows: present, lines: was, isNamed }: FitsOfProduct,
): Pick<FitmentChange, 'replaced' | 'lines'> {
  const dropped = was.filter((line) => !told.some(({ text }) => text === line))
  if (isNamed || dropped.length === 0 || isWrittenByOthers('text', { rows: present })) return {}
  const said = told.flatMap(({ rows }) => rows)
  const replaced = present.filter((stored) => !said.some((one) => isSame(one, stored)))
  return { replaced: replaced.map(toOriginRow), lines: { was, dropped } }
}

/** Returns what is left of a part: its rows without those that go, so that `2003-2007` is added where `2002-2008` goes. */
const withoutReplaced = (present: FitsOfProduct, { replaced = [] }: Pick<FitmentChange, 'replaced'>): FitsOfProduct =>
  replaced.length === 0
    ? present
    : { ...present, rows: present.rows.filter((stored) => !findStored({ rows: replaced }, [stored]).length) }

const isSame = ({ row, years }: Asked['rows'][number], stored: StoredFitmentRow) =>
  isCovered({ ...row, years }, stored) && isCovered(stored, { ...row, years })

/** Returns what a new reading of a text changes: rows that it adds, and those of before that it does not say. */
function readingOf({ rows }: Asked, { rows: present }: { rows: StoredFitmentRow[] }) {
  const isSaid = (stored: StoredFitmentRow) => rows.some((one) => isSame(one, stored))
  return {
    ...additionOf({ rows, text: null }, { rows: present.filter(isSaid), lines: [] }),
    replaced: present.filter((one) => !isSaid(one)).map(toOriginRow),
  }
}

const toOriginRow = (stored: StoredFitmentRow) => {
  const { modelId, from, to, builtFrom, builtTo, engine, position, condition, note, origin } = stored
  return { row: { modelId, from, to, builtFrom, builtTo, engine, position, condition, note }, origin }
}

/** Returns what of a row is not there yet; a text adds nothing to a part with rows of others. */
function additionOf(
  { rows, text }: Pick<Asked, 'rows' | 'text'>,
  { rows: present, lines }: { rows: StoredFitmentRow[]; lines: string[] },
) {
  const isOfOthers = isWrittenByOthers('text', { rows: present })
  const missing = rows.filter(
    ({ row, years, origin }) =>
      !(isOfOthers && origin === 'text') && !present.some((one) => isCovered({ ...row, years }, one)),
  )
  return {
    rows: missing.map(({ row, origin }) => ({ row, origin })),
    text: text === null || isOfOthers || lines.includes(text) ? null : text,
  }
}

/** Returns the stored rows that a row names, with the same years. */
function removalOf({ rows }: Asked, present: readonly StoredFitmentRow[]) {
  const named = present.filter((one) => rows.some((asked) => isSame(asked, one)))
  return {
    rows: named.map(toOriginRow),
    text: null,
  }
}
