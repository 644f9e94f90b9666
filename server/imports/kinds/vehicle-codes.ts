import { maxLengths } from '#contract/max-lengths.ts'
import {
  codeHeaders,
  readSystem,
  systemOf,
  systemOfHeader,
  typeNumberField,
  withWholeCode,
} from '#server/imports/kinds/code-systems.ts'
import { CellError, type Field, readLine, removeField, type Texts } from '#server/catalog/fields/field.ts'
import type { Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { keepVehicles, readVehicleFinder, type VehicleFinder } from '#server/vehicles/find-vehicles.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import {
  type CodedVehicle,
  codeKey,
  deleteAddedEngines,
  deleteCodes,
  listCodes,
  type PlacedCode,
  readCodes,
  readEnginesOf,
  readShownGenerations,
  spellCode,
  type VehicleCode,
  writeCodes,
} from '#server/vehicles/vehicle-codes.ts'

const line = (
  code: 'make' | 'family' | 'generation',
  labels: Field['labels'],
  names: readonly string[],
): Field<CodedVehicle> => ({
  code,
  labels,
  names,
  read: readLine(maxLengths.vehicleName),
  write: ({ [code]: own, shown }) => (code === 'generation' ? shown.generation : own) ?? '',
  ...(code !== 'generation' && { isRequired: true }),
})

const fields: readonly Field<CodedVehicle>[] = [
  {
    code: 'system',
    labels: { en: 'Code system', de: 'Codesystem' },
    names: [],
    read: readSystem,
    write: ({ system }) => system,
    isRequired: true,
  },
  {
    code: 'code',
    labels: { en: 'Vehicle code', de: 'Fahrzeugcode' },
    names: codeHeaders,
    read: readLine(maxLengths.vehicleName),
    write: ({ code }) => code,
    // Leading zeros stay in Excel.
    isPartNumber: true,
  },
  typeNumberField,
  line('make', { en: 'Make', de: 'Fahrzeugmarke' }, ['car make', 'vehicle make', 'fahrzeughersteller', 'automarke']),
  line('family', { en: 'Model', de: 'Modell' }, ['family', 'car model', 'vehicle model', 'baureihe', 'modellreihe']),
  line('generation', { en: 'Generation', de: 'Generation' }, ['chassis', 'modellgeneration']),
  {
    code: 'engine',
    labels: { en: 'Engine', de: 'Motor' },
    names: ['motorisierung', 'motorcode', 'engine code'],
    // The name and the code of an engine.
    read: readLine(2 * maxLengths.vehicleName + 1),
    write: ({ shown }) => shown.engine ?? '',
  },
  removeField,
]

/** The text that says, between two steps, that the model of a row does not have its engine yet; it is not shown. */
const addsEngine = 'addsEngine'

const codeOf = ({ system, code = '' }: Texts): VehicleCode => {
  const asked = { system: systemOf(system), code }
  return { ...asked, code: spellCode(asked) }
}

interface Subject extends VehicleCode {
  addsEngine: boolean
}

// Written by `find`.
const subjectOf = (text: string) => JSON.parse(text) as Subject

const textsOf = (coded: CodedVehicle): Texts =>
  Object.fromEntries(fields.map(({ code, write }) => [code, write(coded)]))

/** What codes of licensed lists mean, a row each: a model, and its engine where the list has it. */
export const vehicleCodesKind: ImportKind = {
  name: 'vehicle-codes',
  permissionsOf: () => ['catalog'],
  keys: ['code'],
  neededByNew: ['make', 'family'],
  nameFields: ['code'],
  detailFields: ['system', 'make', 'family', 'generation', 'engine'],
  batchSize: 500,
  fields: async () => [...fields],
  implied: (headerOf) => ({ system: systemOfHeader(headerOf('code') ?? '') }),
  async resolve(tx, given, errors) {
    const rows = given.map(withWholeCode)
    const codes = await readCodes(
      tx,
      rows.map(({ texts }) => codeOf(texts)),
    )
    const find = await readVehicleFinder(tx)
    const placed = rows.map(({ row, texts }) => {
      const known = codes.get(codeKey(codeOf(texts)))
      const { make, family, generation } = texts
      // A row without a vehicle is about the one that the code has; the code alone is enough to remove it.
      if (texts['remove'] === 'yes' || !(make || family || generation)) return { row, texts, model: known }
      const found = place(find, texts)
      if (!('fault' in found)) return { row, texts, model: found }
      errors.push({ row, field: found.field, code: found.fault, facts: found.facts })
      return { row, texts, model: undefined }
    })
    const modelIds = placed.flatMap(({ model }) => model?.id ?? [])
    const generations = await readShownGenerations(tx, modelIds)
    const enginesOf = await readEnginesOf(tx, modelIds)
    return placed.map(({ row, texts, model }) => {
      const code = codeOf(texts).code
      if (!model || texts['remove'] === 'yes') return { row, texts: { ...texts, code } }
      const { id, make, family } = model
      const vehicle = { ...texts, code, make, family, generation: generations.get(id) ?? '' }
      const { engine } = texts
      if (!engine) return { row, texts: vehicle }
      const [one, ...others] = enginesOf(id, engine)
      if (others.length > 0) errors.push({ row, field: 'engine', code: 'ambiguous', facts: { text: engine } })
      if (one) return { row, texts: { ...vehicle, engine: one.shown } }
      if (engine.length > maxLengths.vehicleName)
        errors.push({ row, field: 'engine', code: 'too-long', facts: { most: maxLengths.vehicleName } })
      return { row, texts: { ...vehicle, [addsEngine]: 'yes' } }
    })
  },
  async find(tx, rows, errors) {
    const codes = await readCodes(
      tx,
      rows.map(({ texts }) => codeOf(texts)),
    )
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const asked = codeOf(texts)
        const refuse = (code: RowError['code'], facts: RowError['facts']) => {
          errors.push({ row, field: 'code', code, facts })
          return []
        }
        if (asked.code === '') return refuse('required', {})
        const isNew = !codes.has(codeKey(asked))
        const isRemoved = texts['remove'] === 'yes'
        if (isNew && isRemoved) return refuse('unknown', { text: asked.code })
        const subject: Subject = { ...asked, addsEngine: texts[addsEngine] === 'yes' }
        const keyFields = ['system', 'code', addsEngine, ...(isRemoved ? vehicleFields : [])]
        const found = { isNew, key: codeKey(asked), keyFields, idFields: [addsEngine, 'remove'] }
        return [[row, { ...found, subject: JSON.stringify(subject) }]]
      }),
    )
  },
  async read(tx, subjects, { lock = false } = {}) {
    if (lock) await keepVehicles(tx)
    const asked = subjects.map(subjectOf)
    const codes = await readCodes(tx, asked, { lock })
    return new Map(
      asked.flatMap((one, index) => {
        const coded = codes.get(codeKey(one))
        return coded ? [[subjects[index] ?? '', textsOf(coded)]] : []
      }),
    )
  },
  check: async () => undefined,
  // The engine of another model is not that of the new one.
  complete: (texts, present) =>
    present['make'] !== undefined &&
    texts['engine'] === undefined &&
    texts['remove'] !== 'yes' &&
    ['make', 'family', 'generation'].some((code) => (texts[code] ?? present[code]) !== present[code])
      ? { ...texts, engine: '' }
      : texts,
  // What is removed can come back.
  explain: (change, present) => (isRemoval(change) ? { ...change, before: { ...present } } : change),
  async write(tx, changes, present) {
    const [removed, written] = [changes.filter(isRemoval), changes.filter((change) => !isRemoval(change))]
    const newTexts = ({ subject, after }: Change) => ({ ...present.get(subject), ...after })
    await deleteCodes(tx, removed.map(toCode))
    await writeCodes(tx, {
      added: await placeAll(tx, written.filter(isAddition), newTexts),
      changed: await placeAll(
        tx,
        written.filter((change) => !isAddition(change)),
        newTexts,
      ),
    })
  },
  async undo(tx, changes, present) {
    const oldTexts = ({ subject, before }: Change) => ({ ...present.get(subject), ...before })
    const [removed, others] = [changes.filter(isRemoval), changes.filter((change) => !isRemoval(change))]
    const withEngines = others.map(({ subject }) => subjectOf(subject)).filter((subject) => subject.addsEngine)
    const engines = [...(await readCodes(tx, withEngines)).values()].flatMap(({ engineId }) => engineId ?? [])
    await deleteCodes(tx, others.filter(isAddition).map(toCode))
    await writeCodes(tx, {
      added: await placeAll(tx, removed, oldTexts),
      changed: await placeAll(
        tx,
        others.filter((change) => !isAddition(change)),
        oldTexts,
      ),
    })
    await deleteAddedEngines(tx, engines)
    return []
  },
  isAfter(change, present) {
    if (isRemoval(change)) return present === undefined
    const codes = isAddition(change) ? vehicleFields : Object.keys(change.after)
    return present !== undefined && codes.every((code) => (present[code] ?? '') === (change.after[code] ?? ''))
  },
  async list(db, { after, limit }) {
    // Written by this function.
    const [system, code] = JSON.parse(after ?? '["",""]') as [string, string]
    const rows = await listCodes(db, { system, code }, limit)
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => ({ subject: codeKey(row), texts: textsOf(row) })),
      next: last && rows.length === limit ? JSON.stringify([last.system, last.code]) : undefined,
    }
  },
}

const vehicleFields = ['make', 'family', 'generation', 'engine']

const isAddition = ({ before }: Change) => before === null
const isRemoval = ({ after }: Change) => after['remove'] === 'yes'

const toCode = ({ subject }: Change): VehicleCode => subjectOf(subject)

/** Returns the one model that texts name, or what of it is missing or not known. */
function place(
  find: VehicleFinder,
  { make, family, generation }: Texts,
): PlacedModel | { field: string; fault: RowError['code']; facts: RowError['facts'] } {
  if (!make || !family) return { field: make ? 'family' : 'make', fault: 'required', facts: {} }
  const found = find({ make, family, generation: generation || null, from: null, to: null })
  if ('fault' in found) return { ...found, facts: { ...found.facts } }
  const [one, ...others] = found
  if (one && others.length === 0) return one.model
  const text = found.map(({ model }) => model.generation ?? '').join(', ')
  return { field: 'generation', fault: 'generation-needed', facts: { text, of: `${make} ${family}` } }
}

/** Finds the vehicles of changes again; throws if one was renamed or merged since they were compared. */
async function placeAll(
  tx: Transaction,
  changes: readonly Change[],
  textsAt: (change: Change) => Texts,
): Promise<PlacedCode[]> {
  if (changes.length === 0) return []
  const find = await readVehicleFinder(tx)
  const placed = changes.map((change) => {
    const { system, code } = subjectOf(change.subject)
    const texts = textsAt(change)
    const model = place(find, texts)
    if ('fault' in model) throw new CellError(model.fault, model.facts)
    return { system, code, modelId: model.id, engine: texts['engine'] || null }
  })
  const enginesOf = await readEnginesOf(
    tx,
    placed.map(({ modelId }) => modelId),
  )
  return placed.map(({ engine: text, ...one }) => ({
    ...one,
    engine: text && (enginesOf(one.modelId, text)[0]?.id ?? text),
  }))
}
