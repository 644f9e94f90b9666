import { mainLanguage } from '#contract/main-language.ts'
import type { DayOrder } from '#contract/day-order.ts'
import { currentStore } from '#contract/current-store.ts'
import { currentCurrency, plainAmount, toAmount } from '#contract/currency.ts'
import { maxPriceCents } from '#contract/max-lengths.ts'
import { type ImportErrorCode, importErrorText } from '#contract/import-errors.ts'
import type { Language } from '#contract/language.ts'
import { localDecimals } from '#contract/locale.ts'
import { type AmountFault, readAmountText } from '#contract/read-amount.ts'
import { readNumberText, readPlacesText, readWholeText, withoutPercentSign } from '#contract/read-number.ts'
import type { Dimension, NumberStyle } from '#contract/units.ts'
import { findUnseen, isLineBreak } from '#contract/unseen-characters.ts'

/** Holds canonical texts by the codes of fields. */
export type Texts = Readonly<Record<string, string>>

/** Holds what pages and files have for codes in each language. */
export type Words = Readonly<Partial<Record<Language, ReadonlyMap<string, string>>>>

type Facts = Record<string, string | number>

/** Refuses a cell, or a row, with a code of `contract/import-errors.ts`. */
export class CellError extends Error {
  override name = 'CellError'
  readonly code: ImportErrorCode
  readonly facts: Facts
  constructor(code: ImportErrorCode, facts: Facts = {}) {
    super(importErrorText(code, facts, 'en'))
    this.code = code
    this.facts = facts
  }
}

/**
 * Describes one column of a kind of import. Each value has one canonical text: `write` gives it for export, `read` for a cell, and
 * dry run, apply and undo compare and store nothing else. An empty text is none.
 */
export interface Field<Row = never> {
  code: string
  /** The name in files that the shop writes and on screens, without a language. */
  labels: Readonly<Record<Language, string>>
  /** Further headers that it is recognised by, in lower case. */
  names: readonly string[]
  /** Set if its code is a word that files have for something else: as a header, it means another field. */
  hasUnclearCode?: boolean
  /** Headers in lower case that mean it only if all values of their column look so: a pattern of PostgreSQL. */
  unclear?: { names: readonly string[]; values: string }
  /** What most values of a column look like that is for it under any header, if no other one is: a pattern of PostgreSQL. */
  looksLike?: string
  /** Returns the canonical text of a cell that is not empty; throws `CellError`. The style decides about `1,500`, the order about `03/04/2024`. */
  read: (cell: string, style: NumberStyle, order?: DayOrder) => string
  write: (row: Row) => string
  /** Returns the same for canonical texts that mean the same, such as `0.3 kg` and `0.30 kg`; without it, only equal texts do. */
  meaningOf?: (text: string) => string
  /** Set if an existing row keeps a value: an empty one is refused. */
  isRequired?: boolean
  /** Set if its canonical text is a number with a unit, or several; without `unit`, bare numbers are in the unit of the store. */
  measure?: { dimension: Dimension; unit?: string }
  /** Set if its canonical texts are codes: what files and pages have for them, which a file may name them by, too. */
  words?: Words
  /** Set if its texts name something of the shop that is not listed in `words`. */
  isNamed?: boolean
  /** Says what values stand for under this header. */
  valueMapOf?: (header: string) => Readonly<Record<string, string>>
  /** Set if exports have it, and imports leave it out. */
  isReadOnly?: boolean
  /** Set if only changes of many products in the dashboard have it. */
  isOfEdits?: boolean
  /** Set if it is a part of another field, which exports have as a whole, such as a first name. */
  isPart?: boolean
  /** Set if another kind of import has it as well, which a file with nothing else is of. */
  isOfOtherKind?: boolean
  /** Set if its canonical text is a list. */
  isList?: boolean
  /** Set if it is a text in this language: files say so in its header, also for the main language, which may become another one. */
  language?: Language
  /** Set if its canonical text is a number that files of Excel have as one. */
  number?: 'whole' | 'amount'
  /** Set if its cells may be HTML, which is turned into text. */
  isProse?: boolean
  /** Set if several columns can be for it: what stands between their texts. */
  joins?: ' ' | '\n' | ' | ' | ' > '
  /** Headers that mean it in this file, whatever else has them as its name. */
  firstNames?: readonly string[]
  /** The headers of the first of several columns that go on with 2, 3, …; they come before its names. */
  levels?: readonly string[]
  /** Set if its cells are names, whose HTML is turned into text on one line. */
  isName?: boolean
  /** Set if its cells are part numbers, which spreadsheet programs take for numbers and dates. */
  isPartNumber?: boolean
  /** Set if programs have numbers below zero, which are read as 0: units that they have oversold. */
  isFlooredAtZero?: boolean
  /** Set if programs write 0 for none. */
  isNoneAtZero?: boolean
  /** Set if its canonical text is a day, `2024-03-31`. */
  isDay?: boolean
  /** Set if its cells are percentages. */
  isPercent?: boolean
  /** Set if its canonical text has numbers among words, which people read with their decimals. */
  hasNumbers?: boolean
}

/** Whether the cells of a field are numbers, whose decimals have a comma or a point. */
export const hasDecimals = ({ number, measure, isPercent }: Field): boolean =>
  number !== undefined || measure !== undefined || isPercent === true

/** Returns a text that PostgreSQL can store, without blanks around it. */
export const readText =
  (maxLength: number) =>
  (cell: string): string => {
    const text = cell.trim().replaceAll('\r\n', '\n')
    if (text.length > maxLength) throw new CellError('too-long', { most: maxLength })
    if (text.includes('\0') || !text.isWellFormed()) throw new CellError('not-text')
    return text
  }

/** Returns a text on one line, without characters that are not seen. */
export const readLine =
  (maxLength: number) =>
  (cell: string): string => {
    const text = readText(maxLength)(cell)
    const character = findUnseen(text)
    if (character === undefined) return text
    throw isLineBreak(character) ? new CellError('not-one-line') : new CellError('not-seen', { character })
  }

/** Returns a whole number of the range. */
export const readWhole =
  (least: number, most: number) =>
  (cell: string, style: NumberStyle): string => {
    readNumber(cell, style)
    const number = readWholeText(cell, style)
    if (number === undefined) throw new CellError('not-whole', { text: cell.trim() })
    assertInRange(Number(number), { text: cell.trim(), least, most })
    return String(Number(number))
  }

/** Returns an amount of the shop's currency, which may have its sign. */
export const readAmount =
  (least: number, most: number) =>
  (cell: string, style: NumberStyle): string =>
    toPlaces(readAmountText(cell, style), currentCurrency().digits, { text: cell.trim(), least, most })

/** Returns a percentage, which may have its sign. */
export const readPercent =
  (least: number, most: number) =>
  (cell: string, style: NumberStyle): string =>
    toPlaces(readPlacesText(withoutPercentSign(cell), style, 2), 2, { text: cell.trim(), least, most })

function toPlaces(
  read: { number: string } | { fault: AmountFault },
  places: number,
  facts: { text: string; least: number; most: number },
): string {
  if ('fault' in read) {
    const more = {
      'not-a-number': {},
      'too-many-decimals': { places },
      'other-currency': { currency: currentCurrency().code },
    }
    throw new CellError(read.fault, { text: facts.text, ...more[read.fault] })
  }
  assertInRange(Number(read.number), facts)
  return Number(read.number).toFixed(places)
}

function assertInRange(number: number, facts: { text: string; least: number; most: number }): void {
  if (number < facts.least || number > facts.most) throw new CellError('out-of-range', facts)
}

/** Returns the text of a price in cents. */
export const writeAmount = (cents: number): string => plainAmount(toAmount(cents))

/** Returns a price in the currency of the shop. */
export const readPrice = (cell: string, style: NumberStyle): string =>
  readAmount(toAmount(1), toAmount(maxPriceCents))(cell, style)

/** Returns a number as a decimal with a point; throws `not-a-number`. */
export function readNumber(text: string, style: NumberStyle): string {
  const number = readNumberText(text, style)
  if (number === undefined) throw new CellError('not-a-number', { text: text.trim() })
  return number
}

/** Returns the code of a choice that is named by its code or by another word in lower case. */
export const readChoice =
  (choices: Readonly<Record<string, readonly string[]>>) =>
  (cell: string): string => {
    const asked = cell.trim().toLowerCase()
    const found = Object.entries(choices).find(([code, words]) => code.toLowerCase() === asked || words.includes(asked))
    if (!found) throw new CellError('not-a-choice', { text: cell.trim(), choices: Object.keys(choices).join(', ') })
    return found[0]
  }

/** Holds what people who read German read for codes that are English words. */
export const germanWords = (words: Readonly<Record<string, string>>): Words => ({ de: new Map(Object.entries(words)) })

export const truths = { yes: ['y', 'ja', 'j', 'true', 'wahr', '1', 'x'], no: ['n', 'nein', 'false', 'falsch', '0'] }

export const germanTruths = germanWords({ yes: 'ja', no: 'nein' })

/** Returns `yes` or `no`. */
export function readTruth(cell: string): string {
  const asked = cell.trim().toLowerCase()
  const found = Object.entries(truths).find(([code, words]) => code === asked || words.includes(asked))
  if (!found) throw new CellError('not-yes-or-no', { text: cell.trim() })
  return found[0]
}

/** The column by which a row of a file removes what it is about. */
export const removeField: Field<unknown> = {
  code: 'remove',
  labels: { en: 'Remove', de: 'Entfernen' },
  names: ['delete', 'löschen'],
  read: readTruth,
  words: germanTruths,
  write: () => 'no',
  isRequired: true,
}

/** Returns the texts of a list in one cell, `a | b`; a bar inside of a text has a backslash before it. */
export const readList = (cell: string): string[] =>
  cell
    .split(/(?<!\\)\|/)
    .map((part) => part.trim().replaceAll(String.raw`\|`, '|'))
    .filter((part) => part !== '')

/**
 * Match what stands between addresses or file names of pictures besides bars, for PostgreSQL, too: a comma or semicolon behind the ending of
 * a file, which stays; and one before an address, which may have both inside, or a line break. A lookbehind would do both at once, but
 * PostgreSQL reads a cell from its start for each: 7 s for one of 14,000 parts.
 */
export const behindPicture = String.raw`(\.(?:jpe?g|png|webp|gif|avif|heic))\s*[,;]\s*`
export const beforePicture = String.raw`[,;]\s*(?=https?://|/media/)|[\r\n]+`

export const writeList = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll('|', String.raw`\|`)).join(' | ')

/** Returns what a file or a page in a language has for a canonical text: words for codes, and `1,125 kg` in German. */
export function wordIn({ words, isList, measure, hasNumbers }: Field, text: string, language: Language): string {
  const known = words?.[language]
  if (known) {
    const wordFor = (code: string) => known.get(code) ?? code
    return isList ? writeList(readList(text).map(wordFor)) : wordFor(text)
  }
  return measure || hasNumbers ? localDecimals(text, language) : text
}

/** Adds a fourth place to numbers with three, which could be thousands elsewhere: `1.1250 kg`. */
export const withFourthPlace = (text: string): string =>
  text.replaceAll(/(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/g, (number) => `${number}0`)

/** Returns why a cell is refused; choices are named as the reader's files and pages name them. */
export function refusalText(
  { code, facts }: { code: ImportErrorCode; facts: Facts },
  field: Field | undefined,
  language: Language,
): string {
  const choices = String(facts['choices'] ?? '').split(', ')
  const named = field ? choices.map((choice) => wordIn(field, choice, language)) : choices
  const example = localDecimals(String(facts['example'] ?? ''), language)
  return importErrorText(code, { ...facts, choices: named.join(', '), example }, language)
}

const languageNames = {
  en: new Intl.DisplayNames('en', { type: 'language' }),
  de: new Intl.DisplayNames('de', { type: 'language' }),
}

/** Returns the names of a text in one language, `Name (German)`, in each language. */
const labelsIn = (labels: Field['labels'], of: Language): Field['labels'] => ({
  en: `${labels.en} (${languageNames.en.of(of)})`,
  de: `${labels.de} (${languageNames.de.of(of)})`,
})

/** Returns the name on screens: of texts, all but those in the main language name their one. */
export const labelOf = ({ labels, language: own }: Field, language: Language): string =>
  (own === undefined || own === mainLanguage() ? labels : labelsIn(labels, own))[language]

/** Returns the header in files that the shop writes. */
export const headerOf = ({ labels, language: own }: Field, language: Language): string =>
  (own === undefined ? labels : labelsIn(labels, own))[language]

/** Returns a code that means the same whatever the main language is: `name:de`, also for the own texts of products. */
export const lastingCode = ({ code, language }: Field): string =>
  language === undefined ? code : `${code.replace(/:.*$/, '')}:${language}`

/** Lists the codes that programs have for a language beside its own one. */
const furtherCodes: Record<Language, readonly string[]> = { en: ['eng', 'en-us', 'en-gb'], de: ['deu', 'ger', 'de-de'] }

/** Returns the headers by which files name a field: those with its language, then those that mean it, then those that may. */
export function headersOf(field: Field): [string[], string[], string[]] {
  const { code, labels, names, language, firstNames = [], levels = [], hasUnclearCode } = field
  const own = Object.values(labels)
  if (language === undefined)
    return [[...firstNames, ...levels], [...(hasUnclearCode ? [] : [code]), ...own], [...names]]
  const tongues = [language, ...Object.values(languageNames).map((known) => known.of(language) ?? language)]
  const named = [...own, ...names].flatMap((name) =>
    [...tongues, ...furtherCodes[language]].flatMap((tongue) => [`${name} (${tongue})`, `${tongue} ${name}`]),
  )
  const isMain = language === mainLanguage()
  return [[lastingCode(field), ...named], isMain ? [code, ...own] : [code], isMain ? [...names] : []]
}

/** Whether files and forms have it: not a text in a language that the shop does not offer. */
export const isOffered = ({ language, isOfEdits }: Field): boolean =>
  !isOfEdits && (language === undefined || currentStore().languages.includes(language))

/** Marks a cell that removes its value. */
const clear = '-'

/** Whether an apostrophe before a digit is a part of the text, as in `'98 model`. */
const keepsApostrophe = ({ isProse, isName }: Field) => isProse === true || isName === true

/** Returns a cell without the apostrophe by which spreadsheets and shops keep the zeros or the plus sign of `'00123`; texts keep theirs. */
export const withoutApostrophe = (field: Field, cell: string): string =>
  keepsApostrophe(field) ? cell : cell.replace(/^\s*'(?='*[\d+])/, '')

/**
 * Returns the cell of a canonical text; the text `-` gets a backslash, since it would remove the value, and one with an apostrophe that
 * `withoutApostrophe` would remove gets another one.
 */
export function toCell(field: Field, text: string): string {
  if (/^\\*-$/.test(text)) return `\\${text}`
  return withoutApostrophe(field, text) === text ? text : `'${text}`
}

/** Returns what a cell asks for: to leave the value, to remove it, or a text to read. */
export function fromCell(cell: string): { leave: true } | { clear: true } | { text: string } {
  const text = cell.trim()
  if (text === '') return { leave: true }
  if (text === clear) return { clear: true }
  return { text: /^\\+-$/.test(text) ? text.slice(1) : cell }
}
