import type { Language } from '#contract/language.ts'
import { hasDecimalComma, localeOf, withApostrophes } from '#contract/locale.ts'
import { narrowText } from '#contract/narrow-text.ts'
import { ownValue } from '#contract/own-value.ts'

/** Holds an exact fraction; the denominator is positive. */
interface Fraction {
  over: bigint
  under: bigint
}

interface Unit {
  /** The label, as printed on data sheets. */
  label: string
  /** The exact factor to the base unit as a decimal, or as a fraction of two decimals. */
  factor: string
  /** Added before the factor is applied, for temperatures. */
  offset?: string
  system?: System
  /** The unit of the other system that people use in its place. */
  other?: string
  /** Other spellings, in lower case. */
  also?: readonly string[]
}

/** Lists the dimensions of numbers with their units; the first one is the base unit, in which numbers are compared. */
export const dimensions = {
  count: { '': { label: '', factor: '1' } },
  length: {
    mm: { label: 'mm', factor: '1', other: 'in', system: 'metric' },
    cm: { label: 'cm', factor: '10', other: 'in', system: 'metric' },
    m: { label: 'm', factor: '1000', other: 'ft', system: 'metric' },
    in: { label: 'in', factor: '25.4', other: 'mm', system: 'imperial', also: ['"', 'inch', 'inches', 'zoll'] },
    ft: { label: 'ft', factor: '304.8', other: 'm', system: 'imperial', also: ["'", 'foot', 'feet', 'fuß'] },
  },
  mass: {
    kg: {
      label: 'kg',
      factor: '1',
      other: 'lb',
      system: 'metric',
      also: ['kgs', 'kilogram', 'kilograms', 'kilogramm'],
    },
    g: { label: 'g', factor: '0.001', other: 'oz', system: 'metric', also: ['gram', 'grams', 'gramm'] },
    t: { label: 't', factor: '1000', other: 'lb', system: 'metric' },
    lb: {
      label: 'lb',
      factor: '0.45359237',
      other: 'kg',
      system: 'imperial',
      also: ['lbs', 'pound', 'pounds', 'pfund'],
    },
    oz: { label: 'oz', factor: '0.028349523125', other: 'g', system: 'imperial' },
  },
  torque: {
    Nm: { label: 'Nm', factor: '1', other: 'ft-lb', system: 'metric', also: ['n·m', 'n m'] },
    'ft-lb': {
      label: 'ft-lb',
      factor: '1.3558179483314004',
      other: 'Nm',
      system: 'imperial',
      also: ['ft lb', 'ft·lb', 'lb-ft', 'lb ft', 'ft-lbs', 'ftlb'],
    },
  },
  pressure: {
    bar: { label: 'bar', factor: '1', other: 'psi', system: 'metric' },
    kPa: { label: 'kPa', factor: '0.01', other: 'psi', system: 'metric' },
    MPa: { label: 'MPa', factor: '10', other: 'psi', system: 'metric' },
    psi: { label: 'psi', factor: '4.4482216152605/64.516', other: 'bar', system: 'imperial' },
  },
  volume: {
    l: { label: 'l', factor: '1', other: 'gal', system: 'metric', also: ['liter', 'litre', 'liters', 'litres'] },
    ml: { label: 'ml', factor: '0.001', other: 'fl oz', system: 'metric' },
    gal: { label: 'gal', factor: '3.785411784', other: 'l', system: 'imperial' },
    qt: { label: 'qt', factor: '0.946352946', other: 'l', system: 'imperial' },
    'fl oz': { label: 'fl oz', factor: '0.0295735295625', other: 'ml', system: 'imperial' },
  },
  voltage: {
    V: { label: 'V', factor: '1' },
    mV: { label: 'mV', factor: '0.001' },
    kV: { label: 'kV', factor: '1000' },
  },
  current: { A: { label: 'A', factor: '1' }, mA: { label: 'mA', factor: '0.001' } },
  charge: { Ah: { label: 'Ah', factor: '1' }, mAh: { label: 'mAh', factor: '0.001' } },
  power: {
    W: { label: 'W', factor: '1', other: 'hp', system: 'metric' },
    kW: { label: 'kW', factor: '1000', other: 'hp', system: 'metric' },
    hp: { label: 'hp', factor: '745.69987158227022', other: 'kW', system: 'imperial' },
    PS: { label: 'PS', factor: '735.49875' },
  },
  temperature: {
    '°C': { label: '°C', factor: '1', other: '°F', system: 'metric', also: ['c'] },
    '°F': { label: '°F', factor: '5/9', offset: '-32', other: '°C', system: 'imperial', also: ['f'] },
  },
  light: { lm: { label: 'lm', factor: '1' } },
  frequency: {
    Hz: { label: 'Hz', factor: '1' },
    kHz: { label: 'kHz', factor: '1000' },
    MHz: { label: 'MHz', factor: '1000000' },
  },
  angle: { '°': { label: '°', factor: '1', also: ['deg'] } },
  speed: { rpm: { label: 'rpm', factor: '1', also: ['1/min', 'u/min'] } },
} as const satisfies Record<string, Record<string, Unit>>

export type Dimension = keyof typeof dimensions
export const dimensionNames = Object.keys(dimensions) as Dimension[]
export type System = 'metric' | 'imperial'

const unitsOf = (dimension: Dimension): Record<string, Unit> => dimensions[dimension]
const unitOf = (dimension: Dimension, code: string): Unit | undefined => ownValue(unitsOf(dimension), code)

/** Returns the codes of a dimension's units, the base unit first. */
export const unitCodes = (dimension: Dimension): string[] => Object.keys(unitsOf(dimension))

/** Describes a number with its unit as typed, and its exact value in the base unit of its dimension. */
export interface Measure {
  /** The number as typed, with a point for decimals, and the unit: `1-1/4 in`, `90.750 mm`. */
  entered: string
  /** A decimal text without an exponent and without zeros at the end. */
  base: string
  unit: string
}

export const decimalSigns = ['comma', 'point'] as const
export type DecimalSign = (typeof decimalSigns)[number]
/** Says how numbers are written: as the language does in the country of the store, or with this sign before decimals. */
export type NumberStyle = Language | DecimalSign

/** Limits what a number may be, so that every value fits `numeric(40, 20)` and stays exact on the way. */
const maxEnteredLength = 40
const maxPlaces = 20
const largest = 10n ** 12n

/**
 * Reads a number as people type it: `5/16 in`, `1-1/4"`, `1,5 mm` in German, `½`. A number without a unit has `unit`. Undefined if it
 * is no number of the dimension.
 */
export function readMeasure(
  text: string,
  { dimension, unit, language = 'en' }: { dimension: Dimension; unit?: string | undefined; language?: NumberStyle },
): Measure | undefined {
  if (text.length > maxEnteredLength) return undefined
  const found = numberInText.exec(spellOut(text))
  if (!found?.groups) return undefined
  const { sign = '', whole, parted, decimal, unitText = '' } = found.groups
  const written = decimal === undefined ? undefined : readDecimal(decimal, language)
  const code = unitText.trim() === '' ? (unit ?? unitCodes(dimension)[0]) : findUnit(dimension, unitText.trim())
  if (code === undefined || unitOf(dimension, code) === undefined) return undefined
  const spoken = parted === undefined ? written : whole === undefined ? parted : `${whole}-${parted}`
  if (spoken === undefined) return undefined
  const value = parted === undefined ? parse(spoken) : add(parse(whole ?? '0'), parse(parted))
  if (!value) return undefined
  const signed = { over: sign === '-' ? -value.over : value.over, under: value.under }
  const based = toBase(signed, dimension, code)
  if (abs(based.over) >= largest * based.under) return undefined
  const minus = sign === '-' && signed.over !== 0n ? '-' : ''
  return { entered: `${minus}${spoken}${code === '' ? '' : ` ${code}`}`, base: toDecimal(based, maxPlaces), unit: code }
}

const numberInText =
  /^(?<sign>[-+]?)\s*(?:(?:(?<whole>\d+)(?:\s*-\s*|\s+))?(?<parted>\d+\s*\/\s*\d+)|(?<decimal>\d[\d.,]*|[.,]\d+))(?<unitText>\s*[^\d.,].*)?$/u

const vulgar: Record<string, string> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
}

/** Replaces characters that only look different: long dashes, primes, full-width signs, one-piece fractions, kinds of blanks. */
function spellOut(text: string): string {
  return narrowText(text)
    .replaceAll(/[½¼¾⅛⅜⅝⅞]/gu, (sign) => ` ${vulgar[sign] ?? ''}`)
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/[″”“]/gu, '"')
    .replaceAll(/[′’]/gu, "'")
    .replaceAll('⁄', '/')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/**
 * Returns a decimal with a point and no thousands separators. Where one sign could be either, the style decides: `1,500` is
 * 1500 in English and 1.500 in German; `1,5` and `0,500` are decimals in both. In Switzerland, thousands have an apostrophe.
 */
export function readDecimal(text: string, style: NumberStyle): string | undefined {
  const [point, group] = signsOf(style)
  const grouped = new RegExp(`^[1-9]\\d{0,2}(?:\\${group}\\d{3})+(?:\\${point}\\d+)?$`)
  if (grouped.test(text)) return withZero(text.replaceAll(group, '').replace(point, '.'))
  const parts = text.split(/[.,]/)
  return parts.length <= 2 && parts.at(-1) !== '' ? withZero(parts.join('.')) : undefined
}

/** Returns the sign before decimals, and the one between thousands. */
function signsOf(style: NumberStyle): [string, string] {
  if (style === 'comma' || style === 'point') return style === 'comma' ? [',', '.'] : ['.', ',']
  const locale = localeOf(style)
  return hasDecimalComma(locale) ? [',', '.'] : ['.', locale.startsWith('de') ? "'" : ',']
}

const withZero = (text: string) => (text.startsWith('.') ? `0${text}` : text)

/** Returns the code of a unit in any spelling; `kpa` and `KPA` are found, but `MA` is neither `mA` nor a mega-ampere. */
function findUnit(dimension: Dimension, text: string): string | undefined {
  const codes = unitCodes(dimension)
  if (codes.includes(text)) return text
  const lower = text.toLowerCase().replace(/\.$/, '')
  const fitting = codes.filter((code) => code.toLowerCase() === lower || unitOf(dimension, code)?.also?.includes(lower))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Returns a header without the unit at its end and that unit: `Weight [lbs]`, `Variant Grams`, `Länge in mm`. */
export function splitUnit(header: string, dimension: Dimension): { name: string; unit: string | undefined } {
  const found = /(?<![^\s._#*/()[\],;:-])([^\s._#*/()[\],;:-]+)[\s._)\]]*$/u.exec(header)
  const unit = found ? findUnit(dimension, found[1] ?? '') : undefined
  if (unit === undefined) return { name: header, unit }
  const before = header.slice(0, found?.index).replace(/(?<![\s._#*/()[\],;:-])[\s._#*/()[\],;:-]+$/u, '')
  return { name: before.replace(/\sin$/iu, ''), unit }
}

/** Reads an entered number again, as this module has written it. */
function parseEntered(entered: string): { value: Fraction; number: string; unit: string } | undefined {
  const [, number = '', unit = ''] = /^(-?[\d.\-/]+)(?: (.+))?$/.exec(entered) ?? []
  const sign = number.startsWith('-') ? -1n : 1n
  const [first = '', second] = number.replace(/^-/, '').split('-')
  const value = second === undefined ? parse(first) : add(parse(first), parse(second))
  return value && { value: { over: sign * value.over, under: value.under }, number, unit }
}

/**
 * Returns an entered number for people: as entered, or in the units of a system, with four significant digits and inches as
 * fractions where they are exact.
 */
export function measureText(
  entered: string,
  dimension: Dimension,
  { system, locale }: { system?: System | undefined; locale: string },
): string {
  const known = parseEntered(entered)
  const own = known && unitOf(dimension, known.unit)
  if (!known || !own) return entered
  const target = unitIn(dimension, known.unit, system)
  if (target === known.unit) return withUnit(localized(known.number, locale), own.label)
  return baseText(toDecimal(toBase(known.value, dimension, known.unit), maxPlaces), dimension, { unit: target, locale })
}

/** Returns the unit that people use in a system in place of `unit`, the base unit by default; the same where both use it. */
export function unitIn(dimension: Dimension, unit: string | undefined, system: System | undefined): string {
  const code = unit ?? unitCodes(dimension)[0] ?? ''
  const own = unitOf(dimension, code)
  return (system && own?.system && own.system !== system ? own.other : undefined) ?? code
}

/** Tells whether the two systems have different units for a dimension. */
export const hasSystems = (dimension: Dimension): boolean =>
  Object.values(unitsOf(dimension)).some(({ system }) => system !== undefined)

/** Returns a number of the base unit for people, in `unit`. */
export function baseText(
  base: string,
  dimension: Dimension,
  { unit, locale }: { unit?: string | undefined; locale: string },
): string {
  const code = unit ?? unitCodes(dimension)[0] ?? ''
  const target = unitOf(dimension, code)
  const value = parse(base)
  if (!target || !value) return base
  const shown = fromBase(value, dimension, code)
  return withUnit((code === 'in' && inchFraction(shown)) || rounded(shown, locale), target.label)
}

const withUnit = (number: string, label: string) =>
  label === '' ? number : `${number}${label === '°' ? '' : ' '}${label}`

const localized = (number: string, locale: string) => (hasDecimalComma(locale) ? number.replace('.', ',') : number)

const significantDigits = 4

function rounded(value: Fraction, locale: string): string {
  const number = Number(toDecimal(value, maxPlaces))
  return Math.abs(number) >= 10 ** significantDigits
    ? withApostrophes(number.toLocaleString(locale, { maximumFractionDigits: 0 }))
    : withApostrophes(number.toLocaleString(locale, { maximumSignificantDigits: significantDigits }))
}

/** Returns `5/16` or `1-1/4` for what is a fraction of at most 64 parts; undefined for whole inches and other decimals. */
function inchFraction(value: Fraction): string | undefined {
  const parts = 64n * value.over
  if (parts % value.under !== 0n || value.over % value.under === 0n || value.over < 0n) return undefined
  const { over, under } = reduce({ over: value.over % value.under, under: value.under })
  const whole = value.over / value.under
  return `${whole > 0n ? `${whole}-` : ''}${over}/${under}`
}

function toBase(value: Fraction, dimension: Dimension, code: string): Fraction {
  const { factor, offset = '0' } = unitOf(dimension, code) ?? { factor: '1' }
  return reduce(multiply(add(value, fractionOf(offset)), fractionOf(factor)))
}

function fromBase(value: Fraction, dimension: Dimension, code: string): Fraction {
  const { factor, offset = '0' } = unitOf(dimension, code) ?? { factor: '1' }
  const { over, under } = fractionOf(factor)
  return reduce(subtract(multiply(value, { over: under, under: over }), fractionOf(offset)))
}

/** Reads a decimal or a fraction of two decimals; undefined for a fraction by zero and for no number. */
function parse(text: string): Fraction | undefined {
  const [over = '', under = '1', ...more] = text.split('/').map((part) => part.trim())
  const [first, second] = [decimal(over), decimal(under)]
  if (more.length > 0 || !first || !second || second.over === 0n) return undefined
  return reduce({ over: first.over * second.under, under: first.under * second.over })
}

function decimal(text: string): Fraction | undefined {
  const [, sign, whole = '', places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const over = BigInt(whole + places)
  return { over: sign === '-' ? -over : over, under: 10n ** BigInt(places.length) }
}

function fractionOf(text: string): Fraction {
  const fraction = parse(text)
  if (!fraction) throw new Error(`${text} is not a number.`)
  return fraction
}

const multiply = (one: Fraction, other: Fraction) => ({ over: one.over * other.over, under: one.under * other.under })
function add(one: Fraction, other: Fraction): Fraction
function add(one: Fraction | undefined, other: Fraction | undefined): Fraction | undefined
function add(one: Fraction | undefined, other: Fraction | undefined): Fraction | undefined {
  return one && other && { over: one.over * other.under + other.over * one.under, under: one.under * other.under }
}
const subtract = (one: Fraction, other: Fraction) => add(one, { over: -other.over, under: other.under })
const abs = (number: bigint) => (number < 0n ? -number : number)

function reduce({ over, under }: Fraction): Fraction {
  let [one, other] = [abs(over), under]
  while (other !== 0n) [one, other] = [other, one % other]
  return one === 0n ? { over: 0n, under: 1n } : { over: over / one, under: under / one }
}

/** Writes a fraction as a decimal, rounded half up to `places` where it does not end sooner. */
function toDecimal({ over, under }: Fraction, places: number): string {
  const scale = 10n ** BigInt(places)
  const scaled = (2n * abs(over) * scale + under) / (2n * under)
  const digits = scaled.toString().padStart(places + 1, '0')
  const tail = digits.slice(-places).replace(/(?<!0)0+$/, '')
  const text = digits.slice(0, -places) + (tail === '' ? '' : `.${tail}`)
  return over < 0n && scaled !== 0n ? `-${text}` : text
}

/** Returns the decimal text of a number of the base unit in `unit`, for inputs; rounded to six places. */
export function baseNumber(base: string, dimension: Dimension, unit: string | undefined): string {
  const value = parse(base)
  return value ? toDecimal(fromBase(value, dimension, unit ?? unitCodes(dimension)[0] ?? ''), 6) : base
}
