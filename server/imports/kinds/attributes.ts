import { mainLanguage } from '#contract/main-language.ts'
import { type AttributeKind, attributeKinds } from '#contract/attributes.ts'
import { languages } from '#contract/language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { type Dimension, dimensionNames, unitCodes } from '#contract/units.ts'
import {
  type DefinitionRecord,
  type DefinitionWrite,
  readDefinitions,
  removeDefinitions,
  writeDefinitions,
} from '#server/catalog/attributes/write-attributes.ts'
import {
  CellError,
  type Field,
  germanTruths,
  germanWords,
  readChoice,
  readLine,
  readText,
  readTruth,
  type Texts,
} from '#server/catalog/fields/field.ts'
import type { Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'

function readCode(cell: string): string {
  const text = cell.trim().toLowerCase()
  if (!/^[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/.test(text) || ['brand', 'stock', 'price'].includes(text)) {
    throw new CellError('not-a-slug', { text: cell.trim() })
  }
  return text
}

const kindWords: Record<AttributeKind, readonly string[]> = {
  option: ['choice', 'list', 'auswahl', 'liste'],
  number: ['zahl', 'measure', 'maß'],
  'yes-no': ['boolean', 'ja-nein'],
  text: ['string'],
}
const germanDimensions: Record<Dimension, string> = {
  count: 'Anzahl',
  length: 'Länge',
  mass: 'Gewicht',
  torque: 'Drehmoment',
  pressure: 'Druck',
  volume: 'Volumen',
  voltage: 'Spannung',
  current: 'Strom',
  charge: 'Batteriekapazität',
  power: 'Leistung',
  temperature: 'Temperatur',
  light: 'Lichtstrom',
  frequency: 'Frequenz',
  angle: 'Winkel',
  speed: 'Drehzahl',
}
const dimensionWords = Object.fromEntries(dimensionNames.map((name) => [name, [germanDimensions[name].toLowerCase()]]))

/** Is a field of attributes themselves: rows of options do not have it. */
const ofAttribute =
  (write: (record: DefinitionRecord) => string) =>
  (record: DefinitionRecord): string =>
    record.option === '' ? write(record) : ''

const fields: readonly Field<DefinitionRecord>[] = [
  {
    code: 'attribute',
    labels: { en: 'Attribute', de: 'Merkmal' },
    names: ['attribute code', 'code', 'merkmal-code'],
    read: readCode,
    write: ({ attribute }) => attribute,
  },
  {
    code: 'option',
    labels: { en: 'Option', de: 'Auswahlwert' },
    names: ['value', 'option code', 'wert'],
    read: readCode,
    write: ({ option }) => option,
  },
  {
    code: 'kind',
    labels: { en: 'Kind', de: 'Art' },
    names: ['type', 'typ'],
    read: readChoice(kindWords),
    words: germanWords({ option: 'Auswahl', number: 'Zahl', 'yes-no': 'ja-nein', text: 'Text' }),
    write: ofAttribute(({ kind }) => kind),
  },
  {
    code: 'dimension',
    labels: { en: 'Dimension', de: 'Größe' },
    names: ['quantity', 'einheitenart'],
    read: readChoice(dimensionWords),
    words: germanWords(germanDimensions),
    write: ofAttribute(({ dimension }) => dimension),
  },
  {
    code: 'unit',
    labels: { en: 'Unit', de: 'Einheit' },
    names: [],
    read: readText(20),
    write: ofAttribute(({ unit }) => unit),
  },
  {
    code: 'multiple',
    labels: { en: 'Several values', de: 'Mehrere Werte' },
    names: ['multiple', 'mehrfach'],
    read: readTruth,
    words: germanTruths,
    write: ofAttribute(({ isMultiple }) => (isMultiple ? 'yes' : 'no')),
  },
  {
    code: 'staffOnly',
    labels: { en: 'Staff only', de: 'Nur Mitarbeiter' },
    names: ['internal', 'intern'],
    read: readTruth,
    words: germanTruths,
    write: ofAttribute(({ isStaffOnly }) => (isStaffOnly ? 'yes' : 'no')),
  },
  ...languages.map((language): Field<DefinitionRecord> => ({
    code: `name:${language}`,
    language,
    labels: { en: 'Name', de: 'Name' },
    names: ['bezeichnung'],
    read: readLine(maxLengths.attributeName),
    isName: true,
    write: ({ names }) => names[language] ?? '',
  })),
  ...languages.map((language): Field<DefinitionRecord> => ({
    code: `help:${language}`,
    language,
    labels: { en: 'Help', de: 'Erklärung' },
    names: [],
    read: readText(maxLengths.attributeText),
    write: ofAttribute(({ help }) => help[language] ?? ''),
  })),
]

const textsOf = (record: DefinitionRecord): Texts =>
  Object.fromEntries(fields.map(({ code, write }) => [code, write(record)]))
const toSubject = ({ attribute, option }: Pick<DefinitionRecord, 'attribute' | 'option'>) =>
  JSON.stringify([attribute, option])
function fromSubject(subject: string): { attribute: string; option: string } {
  // Written by the function above.
  const [attribute, option] = JSON.parse(subject) as [string, string]
  return { attribute, option }
}

const keyFields = ['attribute', 'option']
const attributeFields = fields
  .map(({ code }) => code)
  .filter((code) => !code.startsWith('name:') && !keyFields.includes(code))

const readAll = async (tx: Parameters<ImportKind['read']>[0]) =>
  new Map((await readDefinitions(tx)).map((record) => [toSubject(record), record]))

/** Attributes and their options: a row each, an attribute before its options. */
export const attributesKind: ImportKind = {
  name: 'attributes',
  permissionsOf: () => ['catalog'],
  keys: ['attribute'],
  nameFields: ['option', 'attribute'],
  batchSize: 50,
  checksTogether: true,
  fields: async () => [...fields],
  async find(tx, rows, errors) {
    const known = await readAll(tx)
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const { attribute, option = '' } = texts
        if (!attribute) {
          if (!errors.some((error) => error.row === row))
            errors.push({ row, field: 'attribute', code: 'no-key', facts: {} })
          return []
        }
        const subject = toSubject({ attribute, option })
        const ignored = option === '' ? keyFields : [...keyFields, ...attributeFields]
        return [[row, { subject, isNew: !known.has(subject), key: subject, keyFields: ignored, idFields: ignored }]]
      }),
    )
  },
  async read(tx, subjects) {
    const known = await readAll(tx)
    return new Map(
      subjects.flatMap((subject) => {
        const record = known.get(subject)
        return record ? [[subject, textsOf(record)] as const] : []
      }),
    )
  },
  async check(tx, changes, present, errors) {
    const kinds = new Map([...(await readAll(tx)).values()].map(({ attribute, kind }) => [attribute, kind]))
    for (const { row, subject, before, after } of changes) {
      const { attribute, option } = fromSubject(subject)
      const whole: Texts = { ...present.get(subject), ...after }
      const refuse = (field: string, code: RowError['code'], facts: RowError['facts'] = {}) =>
        errors.push({ row, field, code, facts })
      if (!languages.some((language) => whole[`name:${language}`])) {
        refuse(`name:${mainLanguage()}`, before ? 'not-empty' : 'required')
      } else if (option !== '') {
        if (kinds.get(attribute) !== 'option') refuse('attribute', 'unknown', { text: attribute })
      } else if (before && ['kind', 'dimension', 'multiple', 'staffOnly'].some((field) => field in after)) {
        refuse('kind', 'not-changeable')
      } else if (!before && !after['kind']) refuse('kind', 'required')
      else {
        const record = toRecord(subject, whole)
        if (record.unit !== '' && (record.dimension === '' || !unitCodes(record.dimension).includes(record.unit))) {
          const choices = record.dimension === '' ? '–' : unitCodes(record.dimension).join(', ')
          refuse('unit', 'not-a-choice', { text: record.unit, choices })
        } else kinds.set(attribute, record.kind)
      }
    }
  },
  write: (tx, changes, present) =>
    writeDefinitions(
      tx,
      changes.map(({ subject, before, after }): DefinitionWrite => ({
        ...toRecord(subject, { ...present.get(subject), ...after }),
        isNew: before === null,
      })),
    ),
  async undo(tx, changes, present) {
    const changed = changes.filter(({ before }) => before !== null)
    await writeDefinitions(
      tx,
      changed.map(({ subject, before }) => ({
        ...toRecord(subject, { ...present.get(subject), ...before }),
        isNew: false,
      })),
    )
    const added = changes.filter(({ before }) => before === null)
    const left = await removeDefinitions(
      tx,
      added.map(({ subject }) => fromSubject(subject)),
    )
    return left.flatMap((index): RowError[] => {
      const change = added[index]
      return change ? [{ row: change.row, code: 'in-use', facts: { text: fromSubject(change.subject).attribute } }] : []
    })
  },
  async list(db, { after }) {
    if (after !== undefined) return { rows: [], next: undefined }
    const records = await readDefinitions(db)
    return { rows: records.map((record) => ({ subject: toSubject(record), texts: textsOf(record) })), next: undefined }
  },
}

function toRecord(subject: string, texts: Texts): DefinitionRecord {
  const inLanguages = (part: 'name' | 'help') =>
    Object.fromEntries(languages.map((language) => [language, texts[`${part}:${language}`] ?? '']))
  const kind = attributeKinds.find((one) => one === texts['kind']) ?? 'text'
  const dimension: Dimension | '' =
    kind === 'number' ? (dimensionNames.find((one) => one === texts['dimension']) ?? 'count') : ''
  const unit = dimension === '' ? (texts['unit'] ?? '') : texts['unit'] || (unitCodes(dimension)[0] ?? '')
  return {
    ...fromSubject(subject),
    kind,
    dimension,
    unit,
    isMultiple: kind !== 'yes-no' && texts['multiple'] === 'yes',
    isStaffOnly: texts['staffOnly'] === 'yes',
    names: inLanguages('name'),
    help: inLanguages('help'),
  }
}
