import { findAll } from '#server/vehicles/find-all.ts'
import { air, bedLengths, loads } from '#server/vehicles/fit-words.ts'
import { type VehicleNames, nameKey } from '#server/vehicles/vehicle-names.ts'

/** Matches what looks like a year, an engine or a model, but is a size, a quantity, an oil or a part number. */
const measures = new RegExp(
  [
    // 145.000 km
    '(?<![\\d.,])\\d{1,3}(?:[. ]\\d{3})+ ?(?:km|miles)(?!\\p{L})',
    // 205/55 R16, but not `F150 / 2022`
    '(?<!\\d)\\d{3}\\s?/\\s?(?!(?:19[5-9]|20[0-3])\\d(?!\\d))\\d{2}\\s?z?[-/]?\\s?r?\\s?-?\\s?\\d{2}(?!\\d)',
    // The load and speed of a tire behind its size, as in `R18 95T`, and `5/112/45` of a rim
    '(?<=\\d{2}\\s?z?r\\s?\\d{2}c?\\s)\\d{2,3}(?:/\\d{2,3})?\\s?[jklmnpqrsthvwy](?:\\s(?:xl|c))?(?![\\p{L}\\p{N}])',
    '(?<![\\p{L}\\p{N}.,/-])[3-6]/(?:9[58]|1[0-6]\\d)(?:[.,]\\d)?/\\d{2}(?![\\p{L}\\p{N}/-])',
    // `7,5 x17` of a rim
    '(?<![\\p{L}\\p{N}.,/-])\\d{1,2}[.,]\\d\\s?x\\s?\\d{2}(?!\\d)',
    // Ratios of axles, which restrict a fit, too
    '(?<![\\p{L}\\p{N}.,/-])[2-5][.,]\\d{2}(?= (?:gear |axle )?ratio)',
    // 1-3/4 inches
    '(?<![\\p{L}\\p{N}.,/-])\\d{1,2}-\\d/\\d{1,2}(?![\\p{L}\\p{N}/-])',
    // A class of hitches, and no class of Mercedes
    'class (?:[1-5]|iii|iv|ii|i|v)(?= (?:\\p{L}+ ){0,2}(?:hitch|receiver|tow))',
    'class (?<=\\b(?:hitch|receiver|tow(?:ing)?)\\b.*class )(?:[1-5]|iii|iv|ii|i|v)(?![\\p{L}\\p{N}])',
    // `16x6-1/2` of a rim
    '(?<![\\p{L}\\p{N}.,/-])\\d{2}\\s?x\\s?\\d{1,2}-1/2(?![\\p{L}\\p{N}])',
    // `16x6.5J` of a rim
    '(?<![\\p{L}\\p{N}.,/-])\\d{2}\\s?x\\s?\\d{1,2}(?:[.,]\\d)?j{1,2}(?![\\p{L}\\p{N}])',
    '[\\p{L}ø]?(?<!\\d)\\d+(?:[.,]\\d+)?(?:\\s?mm)?(?:(?:[x*]|\\s[x*]\\s)\\d+(?:[.,]\\d+)?(?:\\s?mm)?)+',
    '\\p{L}{1,4}\\d{3,5}/\\d{1,2}\\p{L}?(?![\\p{L}\\p{N}])',
    '\\d{1,2}w-?\\d{2}(?!\\d)',
    // HPS 5.0, a mixture of brake pads
    '(?<![\\p{L}\\p{N}])(?:hps|dtc)[\\s-]\\d{1,2}(?:[.]\\d)?(?![\\p{L}\\p{N}.])',
    // 82-1127 and 114 800 0169, but not `307-3008`
    '(?<![\\p{L}\\p{N}./-])\\d{2,6}-(?!19[5-9]\\d(?!\\d)|20[0-3]\\d(?!\\d)|\\d00\\d(?!\\d))\\d{4,6}(?![\\p{L}\\p{N}/-])',
    '(?<!\\d)\\d{3} \\d{3} 0\\d{3}(?!\\d)',
    // 778.8746, but not `2006.2008`
    '(?<![\\p{L}\\p{N}.,/-]|(?<!\\p{L})o?m )(?!(?:19|20)\\d\\d\\.)\\d{3,5}\\.\\d{3,6}(?![\\p{L}\\p{N}.,/-])',
    // 917-034, but not `206-207`
    '(?<![\\p{L}\\p{N}./-])\\d{3}-\\d{3}(?![\\p{L}\\p{N}/-])',
    // 15208-65F0E
    '(?<![\\p{L}\\p{N}./-])\\d{5}-(?=\\d*\\p{L})[\\p{L}\\d]{5}(?![\\p{L}\\p{N}/-])',
    '(?<![\\p{L}\\p{N}])excel-g(?![\\p{L}\\p{N}])',
    // 61-253, but not `Audi 80-100`
    '(?<![\\p{L}\\p{N}./-])\\d{2}-\\d{3}(?![\\p{L}\\p{N}/-])',
    // A/C, N/S and O/S, the sides in Britain, and `L&R`
    '(?<![\\p{L}\\p{N}])(?:a/c|[am]/t|[no]/s(?:/?[fr])?|l\\s?[&/+]\\s?r)(?![\\p{L}\\p{N}])',
    // brands of two words
    '(?<![\\p{L}\\p{N}])(?:ta[ -]technix|[khsb]&[nrbm])(?![\\p{L}\\p{N}])',
    '(?<!\\d)\\d+-(?:teilig|tlg|polig|pin|wire|way|piece|pc|speed|gang|biegow)\\p{L}*',
    // `Art. 2003`, but not `Dart 2003` and `Fiorino 2003`
    '(?:nr|(?<!\\p{L})(?:no|ref|art|part no|part number|part|teilenummer|artikelnummer|numer|kod|codice|cod|p/n|pn|sku|ean))(?:[.:#]+-?\\s?|\\s)(?:nr[.:]*\\s)?[\\p{L}\\d]*\\d[\\p{L}\\d./-]*',
    '(?<![\\p{L}\\d])[\\p{L}\\d]+(?:[-.][\\p{L}\\d]+){2,}',
    '(?<!\\d)\\d+(?:[.,]\\d+)?\\s?(?:mm|cm|kg|ml|volt|watt|amp|ah|bar|psi|nm|kw|ps|b?hp|km|ks|cv|ch|cp|pcs?|pieces?|stk|stuck|stuckzahl|szt|sztuk|pezzi|pz|inch|zoll|cali|smd|vitesses|marce|marchas|velocidades|splines?|gallons?|quarts?|lbs?|pounds|teeth|rpm|ohm|[km]hz|lumen|eur|pln|zl|usd|teilig|tlg|polig|pin)(?![\\p{L}\\p{N}])',
    // `12 LED`, but not `Q50 LED`
    '(?<![\\p{L}\\p{N}.,-])\\d+\\s?leds?(?![\\p{L}\\p{N}])',
    // Ranges of inches, as in `2-3" lift`
    '(?<![\\p{L}\\p{N}.,/-])\\d(?:[.,]\\d)?-\\d(?:[.,]\\d)?(?:\\s?"|\\s?in(?:ch(?:es)?)?(?![\\p{L}\\p{N}])| lift(?!\\p{L}))',
    '(?<![\\d.,/-])\\d{1,2} ?(?:mois|mesi|meses|monate?|months?|mesiac\\p{L}*|mesic\\p{L}*|miesi\\p{L}*|m-ce|mies|luni|honap|mjesec\\p{L}*|manader|maaneder|maanden)(?![\\p{L}\\p{N}])',
    '(?<![\\d.,/-])[1-5] (?:ev|roky?|ans?|anni|jahre?|jaar)(?!\\p{L}| (?:19|20)\\d\\d)(?=.{0,3}(?:g|w|z))',
    '\\d{1,2}(?:[.,]\\d)? ?(?:broches|pines|pinos|piny|pinow\\p{L}*|fili|vodicu|pinowa|pouces|pollici|pulgadas|polegadas|tum|tommer|inci|coll?a?|palcov\\p{L}*)(?![\\p{L}\\p{N}])',
    '(?<!\\d)\\d+(?:[.,]\\d+)?(?:v|w|a|g|m|k|°|%|€|")(?![\\p{L}\\p{N}])',
    loads.source,
    bedLengths.source,
    air.source,
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'gu',
)

const [startOfNumber, endOfNumber] = [
  '(?<![\\p{L}\\p{N}.,/-])',
  '(?![\\p{L}\\p{N}]|[.,]\\d|\\s?(?:t?km|ps|hp|cv|ch|kw)(?!\\p{L}))',
]
/** Matches the numbers of makers that are written in groups. */
const groupedNumbers = new RegExp(
  [
    // 1K0 615 301 AA of Volkswagen, and 5DV 009 000-00 of Hella; `TT` behind it is an Audi
    '(?:\\d\\p{L}\\d|\\d{2}\\p{L}|\\d\\p{L}{2}) \\d{3} \\d{3}(?:-\\d{2,3}|(?: (?!tt|up|ka|cc|rs|gt|st)\\p{L}{1,2})?(?![\\p{L}\\p{N}]))',
    // A 204 330 43 11 of Mercedes-Benz
    '(?:\\p{L} ?)?\\d{3} \\d{3} \\d{2} \\d{2}(?: \\d{2} \\d{2}| \\d{4})?',
    // 62 11 6 914 908, 51.17-8 208 425 and 7 801 710 of BMW
    '\\d{2}[ .]\\d{2}[ .-]\\d[ .]\\d{3}[ .]\\d{3}',
    '(?<=(?:^|[,;(:]|(?:[efg]\\d{2}|bmw|nr\\.?|no\\.?|oe|oem)) ?)[1-9] \\d{3} \\d{3}(?! \\d)',
    // 0 986 494 005 and F 026 407 095 of Bosch
    '(?:[013]|[fr]) \\d{3} (?:\\d{3}|\\p{L}\\d{2}) \\d{3}',
    // 8200 123 456 of Renault, 13 157 575 of Opel, 96 477 367 77 of Peugeot
    '(?!19[5-9]\\d|20[0-3]\\d)\\d{4} \\d{3} \\d{3}',
    '\\d{2} \\d{3} \\d{3}(?: \\d{2})?(?! ?\\d)',
    '\\d{2} \\d{4} \\d{4}',
    // 713 6104 80 of makers of bearings
    '\\d{3} (?!19[5-9]\\d|20[0-3]\\d)\\d{4} \\d{2}',
    // 751851-5003S, and 5PK 1750 of belts
    '\\d{5,7}-\\d{3,5}\\p{L}',
    '\\d{1,2}\\s?p[hjkl]\\s?\\d{3,4}',
  ]
    .map((one) => `${startOfNumber}(?:${one})${endOfNumber}`)
    .join('|'),
  'gu',
)
/** Matches what each of them has in it, in one step. */
const partOfGrouped = /\d[ .]\d{3,4}(?!\d)|\d[ .]\p{L}\d{2} \d|\d \d{2}(?!\d)|\d-\d{3,5}\p{L}|\dp[hjkl]|\d p[hjkl] ?\d/u

/** Finds measures and numbers of parts in a clause, which may overlap. */
export const findMeasures = (clause: string): RegExpExecArray[] => [
  ...findAll(clause, measures),
  ...(partOfGrouped.test(clause) ? findAll(clause, groupedNumbers) : []),
]

const looksLikeRange =
  /^(?:\d{4}-\d{2}|\d{4}(?:\.5)?-\d{4}(?:\.5)?|\d{2}-\d{2}|\d{1,2}\.\d{4}-\d{1,2}\.\d{4}|\d{2}\.\d{2}-\d{2}\.\d{2}|\d{1,2}\.\d{4}-|\d{4}-\d{4}-.*)$/

/** Matches two years that are joined: whatever else they look like, they leave a text to a person. */
export const looksLikeYears = /(?<!\d)(?:19[5-9]|20[0-3])\d(?:[.,]\d)?\s?[-/]\s?(?:19[5-9]|20[0-3])\d(?:[.,]\d)?(?!\d)/

export const isValves = (text: string) => /^(?:8|16|20|24)v$/.test(text)

/** Tells models and years with two hyphens from part numbers. */
export function isNoMeasure(found: string, names: VehicleNames): boolean {
  // `206 207 307 308` are models.
  const groups = /^\d+ [\d ]+$/.test(found) ? found.split(' ').filter(({ length }) => length >= 3) : []
  if (groups.length > 1 && groups.every((part) => names.things.has(part))) return true
  // `K4M-2.0` is an engine, and the litres of another one.
  if (/^\p{L}\d\p{L}-[0-4]\.\d$/u.test(found)) return true
  // `V8-6.0L` is an engine.
  if (/^[vlirh]\d{1,2}-\d\.\dl$/.test(found)) return true
  // `Silverado 1500 LED lamp`
  if (/^(?:[123]5|[45]5)00\s?led$/.test(found)) return true
  // `1.6-2.0` are liters.
  if (/^\d\.\d-\d\.\d$/.test(found)) return true
  // `308 / 3008` are two models, and no tire.
  if (/^\d{3}\s?\/\s?\d{4}$/.test(found)) return found.split(/\s?\/\s?/).every((part) => names.things.has(part))
  if (/^\d{2}-\d{3}$/.test(found)) return names.things.has(found.slice(0, 2))
  if (/^\d{3}-\d{3}$/.test(found)) return found.split('-').every((part) => names.things.has(part))
  if (looksLikeRange.test(found) || /^\p{L}+\d*-(?:19|20)\d\d-(?:19|20)\d\d$/u.test(found)) return true
  if (!/[-.]/.test(found) || /[\s:#x*/]/.test(found)) return false
  const parts = found.split(/[-.]/)
  // Names and words joined by hyphens, such as `golf-iv-bora`; numbers are not.
  const isKnown = (part: string) => /^\p{L}+$/u.test(part) || (/\p{L}/u.test(part) && names.things.has(nameKey(part)))
  return parts.every((part) => isKnown(part)) || (/^\d[.]\d/.test(found) && parts.length <= 3 && /\p{L}/u.test(found))
}
