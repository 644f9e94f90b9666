import { readVehicleYear } from '#server/imports/kinds/read-vehicle-year.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { nameUses, type vehicleKinds } from '#contract/vehicles.ts'
import {
  CellError,
  type Field,
  germanTruths,
  germanWords,
  readChoice,
  readLine,
  readList,
  readTruth,
  writeList,
  type Texts,
} from '#server/catalog/fields/field.ts'
import type { Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
import { lockVehicles, noGeneration, readVehicleFinder, type VehicleFinder } from '#server/vehicles/find-vehicles.ts'
import {
  type ListedModel,
  listModels,
  type ModelKey,
  modelKey,
  type NamedDetail,
  readListedModels,
  readUsedEngines,
  removeModels,
  type WrittenModel,
  writeModels,
} from '#server/vehicles/listed-models.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'

/** Writes engines with their codes, and names with how they count, as `1.9 TDI [BXE]`. */
const writeDetails = (all: readonly NamedDetail[]) =>
  writeList(all.map(({ name, detail }) => (detail === null ? name : `${name} [${detail}]`)))

function readDetails(text: string): NamedDetail[] {
  return readList(text).map((one) => {
    const [, name, detail] = /^(.*\S)\s*\[([^\]]+)\]$/.exec(one) ?? []
    return { name: name ?? one, detail: detail?.trim() ?? null }
  })
}

/** Reads a list of engines or names; the same one twice is one, and the order does not matter. */
const readDetailList =
  (idOf: (one: NamedDetail) => string, check: (one: NamedDetail) => void) =>
  (cell: string): string => {
    const all = readDetails(readLine(maxLengths.description)(cell.replaceAll('\n', '|')))
    for (const one of all) {
      readLine(maxLengths.vehicleName)(one.name)
      readLine(maxLengths.vehicleName)(one.detail ?? '')
      check(one)
    }
    return writeDetails([...new Map(all.map((one) => [idOf(one), one])).values()])
  }

const sorted = (text: string) => readList(text).toSorted().join('|')

const year = (code: 'from' | 'to', labels: Field['labels'], names: readonly string[]): Field<ListedModel> => ({
  code,
  labels,
  names,
  read: readVehicleYear,
  number: 'whole',
  write: ({ [code]: own }) => String(own ?? ''),
})

const kindWords = {
  car: ['pkw', 'auto'],
  van: ['transporter'],
  truck: ['lkw', 'lorry'],
  motorcycle: ['motorrad', 'motorbike'],
  machine: ['maschine', 'tractor', 'traktor', 'forklift', 'stapler'],
}

const fields: readonly Field<ListedModel>[] = [
  {
    code: 'make',
    labels: { en: 'Make', de: 'Fahrzeugmarke' },
    names: ['car make', 'vehicle make', 'fahrzeughersteller', 'automarke'],
    read: readLine(maxLengths.vehicleName),
    write: ({ make }) => make,
    isRequired: true,
  },
  {
    code: 'family',
    labels: { en: 'Model', de: 'Modell' },
    names: ['family', 'car model', 'vehicle model', 'baureihe', 'modellreihe'],
    read: readLine(maxLengths.vehicleName),
    write: ({ family }) => family,
    isRequired: true,
  },
  {
    code: 'generation',
    labels: { en: 'Generation', de: 'Generation' },
    names: ['chassis', 'modellgeneration'],
    read: readLine(maxLengths.vehicleName),
    write: ({ shown }) => shown ?? '',
  },
  {
    code: 'kind',
    labels: { en: 'Kind of vehicle', de: 'Fahrzeugart' },
    names: ['vehicle kind', 'vehicle type', 'kind'],
    read: readChoice(kindWords),
    words: germanWords({
      car: 'PKW',
      van: 'Transporter',
      truck: 'LKW',
      motorcycle: 'Motorrad',
      machine: 'Maschine',
    } satisfies Record<(typeof vehicleKinds)[number], string>),
    write: ({ kind }) => kind,
    isRequired: true,
  },
  year('from', { en: 'From year', de: 'Ab Jahr' }, ['from', 'year from', 'start year', 'von', 'ab', 'baujahr von']),
  year('to', { en: 'To year', de: 'Bis Jahr' }, ['to', 'year to', 'end year', 'bis', 'baujahr bis']),
  {
    code: 'engines',
    labels: { en: 'Engines', de: 'Motoren' },
    names: ['engine', 'motor', 'motorisierung'],
    read: readDetailList(
      ({ name, detail }) => JSON.stringify([name, detail]),
      () => undefined,
    ),
    write: ({ engines }) => writeDetails(engines),
    meaningOf: sorted,
    isList: true,
  },
  {
    code: 'names',
    labels: { en: 'Other names', de: 'Weitere Namen' },
    names: ['aliases', 'synonyms', 'synonyme'],
    read: readDetailList(
      ({ name }) => nameKey(name),
      ({ name, detail }) => {
        if (nameKey(name) === '') throw new CellError('not-a-part-number', { text: name })
        if (detail !== null && !nameUses.some((use) => use === detail))
          throw new CellError('not-a-choice', { text: detail, choices: nameUses.join(', ') })
      },
    ),
    write: ({ names }) => writeDetails(names),
    meaningOf: sorted,
    isList: true,
  },
  {
    code: 'offered',
    labels: { en: 'Offered', de: 'Angeboten' },
    names: ['active', 'aktiv'],
    read: readTruth,
    words: germanTruths,
    write: ({ isOffered }) => (isOffered ? 'yes' : 'no'),
    isRequired: true,
  },
]

const vehicleFields = ['make', 'family', 'generation']

interface Subject extends ModelKey {
  addsMake: boolean
}

// Written by `find`.
const subjectOf = (text: string) => JSON.parse(text) as Subject

const textsOf = (model: ListedModel): Texts => Object.fromEntries(fields.map(({ code, write }) => [code, write(model)]))

/** Makes, models, their generations, years, engines and names, a row for each model. */
export const vehiclesKind: ImportKind = {
  name: 'vehicles',
  permissionsOf: () => ['catalog'],
  keys: ['family'],
  neededByNew: ['make'],
  nameFields: ['family'],
  detailFields: ['make', 'generation'],
  batchSize: 500,
  followUpJob: readTextsJob,
  fields: async () => [...fields],
  async find(tx, rows, errors) {
    const find = await readVehicleFinder(tx)
    // A make that is added is spelled as in its first row.
    const added = new Map<string, string>()
    const spell = (make: string) => {
      const key = make.toLowerCase()
      const spelled = added.get(key) ?? make
      added.set(key, spelled)
      return spelled
    }
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const found = place(find, texts)
        if ('fault' in found) {
          errors.push({ row, field: found.field, code: found.fault, facts: found.facts })
          return []
        }
        const { isNew, addsMake, family, generation } = found
        const make = addsMake ? spell(found.make) : found.make
        const subject: Subject = { make, family, generation, addsMake }
        return [
          [
            row,
            { subject: JSON.stringify(subject), isNew, key: modelKey(subject).toLowerCase(), keyFields: vehicleFields },
          ],
        ]
      }),
    )
  },
  async read(tx, subjects, { lock = false } = {}) {
    if (lock) await lockVehicles(tx)
    const asked = subjects.map(subjectOf)
    const models = await readListedModels(tx, asked)
    return new Map(
      asked.flatMap((one, index) => {
        const model = models.get(modelKey(one))
        return model ? [[subjects[index] ?? '', textsOf(model)]] : []
      }),
    )
  },
  async check(tx, changes, present, errors) {
    const used = await readUsedEngines(
      tx,
      changes.map(({ subject }) => subjectOf(subject)),
    )
    for (const { row, subject, after } of changes) {
      const { from, to } = { ...present.get(subject), ...after }
      if (from && to && Number(from) > Number(to)) errors.push({ row, field: 'to', code: 'years-reversed', facts: {} })
      if (after['engines'] === undefined) continue
      const kept = readList(after['engines'])
      const missing = (used.get(modelKey(subjectOf(subject))) ?? []).map((one) => writeDetails([one]))
      const text = missing.find((one) => !kept.includes(readList(one)[0] ?? ''))
      if (text !== undefined) errors.push({ row, field: 'engines', code: 'in-use', facts: { text } })
    }
  },
  async write(tx, changes, present) {
    if (changes.some((change) => isAddition(change) && present.has(change.subject)))
      throw new CellError('taken-meanwhile', {})
    await writeModels(
      tx,
      changes.map(({ subject, after }) => writtenOf(subject, after, present.get(subject))),
    )
  },
  async undo(tx, changes, present) {
    const [added, changed] = [changes.filter(isAddition), changes.filter((change) => !isAddition(change))]
    await writeModels(
      tx,
      changed.map(({ subject, before }) => writtenOf(subject, before ?? {}, present.get(subject))),
    )
    const subjects = added.map(({ subject }) => subjectOf(subject))
    const left = await removeModels(
      tx,
      subjects,
      subjects.filter(({ addsMake }) => addsMake).map(({ make }) => make),
    )
    return added.flatMap(({ row, subject }): RowError[] => {
      const model = subjectOf(subject)
      if (!left.has(modelKey(model))) return []
      return [
        {
          row,
          code: 'in-use',
          facts: { text: [model.make, model.family, model.generation].filter(Boolean).join(' ') },
        },
      ]
    })
  },
  async list(db, { after = '0', limit }) {
    const rows = await listModels(db, Number(after), limit)
    return {
      rows: rows.map((row) => ({ subject: String(row.id), texts: textsOf(row) })),
      next: rows.length < limit ? undefined : String(rows.at(-1)?.id),
    }
  },
}

const isAddition = ({ before }: Change) => before === null

/** Returns the model that a row means, as the shop spells it, or the one that it adds. */
function place(
  find: VehicleFinder,
  { make = '', family = '', generation: given = '' }: Texts,
): (Subject & { isNew: boolean }) | { field: string; fault: RowError['code']; facts: RowError['facts'] } {
  if (make === '' || family === '') return { field: make === '' ? 'make' : 'family', fault: 'required', facts: {} }
  const found = find({ make, family, generation: given || null, from: null, to: null })
  if (!('fault' in found)) {
    const [one, ...others] = found
    if (one && others.length === 0) {
      const { make: ofMake, family: ofFamily, generation } = one.model
      return { make: ofMake, family: ofFamily, generation, isNew: false, addsMake: false }
    }
    const text = found.map(({ model }) => model.generation ?? noGeneration).join(', ')
    return { field: 'generation', fault: 'generation-needed', facts: { text, of: `${make} ${family}` } }
  }
  if (found.fault === 'generation-needed') return { ...found, facts: { ...found.facts } }
  const generation = found.known?.generation ?? given
  return {
    make: found.known?.make ?? make,
    family: found.known?.family ?? family,
    generation: generation === '' || generation === noGeneration ? null : generation,
    isNew: true,
    addsMake: found.fault === 'make-unknown',
  }
}

function writtenOf(subject: string, texts: Texts, present: Texts = {}): WrittenModel {
  const { make, family, generation } = subjectOf(subject)
  const { kind = 'car', from = '', to = '', offered = 'yes' } = { ...present, ...texts }
  const yearOf = (text: string) => (text === '' ? null : Number(text))
  const detailsOf = (text: string | undefined) => (text === undefined ? undefined : readDetails(text))
  return {
    make,
    family,
    generation,
    kind,
    from: yearOf(from),
    to: yearOf(to),
    isOffered: offered === 'yes',
    engines: detailsOf(texts['engines']),
    names: detailsOf(texts['names']),
  }
}
