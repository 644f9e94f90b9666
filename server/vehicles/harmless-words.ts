import { isMake } from '#server/vehicles/choose-name.ts'
import { joins, type Word } from '#server/vehicles/fit-text.ts'
import { connector, isSide, lengthsBehind, modelKeys, types } from '#server/vehicles/fit-words.ts'
import { loadClass } from '#server/vehicles/generation-codes.ts'
import { bmwModel } from '#server/vehicles/numbered-models.ts'
import { isBrand, isPartWord } from '#server/vehicles/part-words.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'

const isNumbered = (gap: string | undefined, other: Word | undefined) =>
  gap !== undefined && /^[-/.]$/.test(gap) && /^\d/.test(other?.key ?? '')

/** Tells whether a word is one for a part, or was decided to be none of a vehicle. */
const isSettled = (word: Word | undefined): boolean =>
  word !== undefined &&
  !connector.test(word.key.toLowerCase()) &&
  (word.as === 'part' || word.as === 'answer' || isPartWord(word.key.toLowerCase()))

/** Lists words that name a part only with the one behind them, as in `bull bar`, `cross bars` and `bug shield`. */
const namesOfParts: ReadonlyMap<string, RegExp> = new Map([
  ['BULL', /^(?:BARS?|GUARDS?)$/],
  ['BUG', /^(?:SHIELDS?|DEFLECTORS?|GUARDS?|SCREENS?)$/],
  ['CAB', /^(?:CORNERS?|LIGHTS?|MOUNTS?|STEPS?|VISORS?)$/],
  ['CROSS', /^(?:BARS?|BEAMS?|MEMBERS?|PIPES?|RAILS?|SHAFTS?)$/],
  ['ROCK', /^(?:SLIDERS?|GUARDS?|LIGHTS?|RAILS?)$/],
  ['RIDE', /^(?:HEIGHT|LEVEL|QUALITY|SHOCKS?|SUSPENSION|CONTROL)$/],
  ['SHUTTLE', /^VALVES?$/],
  ['START', /^(?:SWITCH|BUTTON|STOP|RELAY)$/],
  ['TRACTION', /^(?:BARS?|CONTROL)$/],
  ['UP', /^PIPES?$/],
])

/** Tells whether a word names no vehicle and restricts none: a word for a part, a size, or a part number. */
export function isHarmless(
  { key, gap, phrase }: Word,
  before: Word | undefined,
  next: Word | undefined,
  names: VehicleNames,
): boolean {
  // `Splash guard`; the Splash is a Suzuki.
  if (key === 'SPLASH' && /^(?:GUARDS?|SHIELDS?|PANS?|PLATES?|APRONS?|FLAPS?)$/.test(next?.key ?? '')) return true
  // `Roll-up cover`; the Up is a Volkswagen.
  if (
    key === 'UP' &&
    joins.test(gap) &&
    /^(?:ROLL|PICK|PULL|FOLD|TOUCH|POP|MARK|PUSH|FLIP|LIGHT|SET)$/.test(before?.key ?? '')
  )
    return true
  if (modelKeys.has(key) || phrase !== null) return false
  if (gap !== '-' && namesOfParts.get(key)?.test(next?.key ?? '')) return true
  // `ID S820DA`; the ID.3 is a Volkswagen.
  if (key === 'ID' && gap === ' ' && /^(?=(?:\D*\d){3})(?=.*\p{L})[\p{L}\d]{5,}$/u.test(next?.key ?? '')) return true
  // `T-bar`, `J-pipe` and `Y-style`
  if (/^\p{L}$/u.test(key) && next?.gap === '-' && /^(?:BARS?|BOLTS?|BRACKETS?|CLAMPS?|PIPES?|STYLE)$/.test(next.key))
    return true
  // `TRD skid plate` is an accessory of Toyota.
  if (key === 'TRD' && before?.as !== 'vehicle' && next && isPartWord(next.key.toLowerCase())) return true
  // `M Performance` and `M double spoke` are accessories of BMW, and no M3.
  if (key === 'M' && /^(?:PERFORMANCE|DOUBLE|STAR|SPOKE)$/.test(next?.key ?? '')) return true
  // Dampers of Bilstein
  if (/^B(?:[468]|1[0246])$/.test(key) && gap === ' ' && before?.key === 'BILSTEIN') return true
  // A number of a stock in front of the make, which is no year
  if (
    before === undefined &&
    /^(?:20[4-9]|2[1-9]\d|[3-9]\d\d)\d$/.test(key) &&
    next?.gap === ' ' &&
    isMake(next, names)
  )
    return true
  // `For Europe`; the Europa is a Lotus.
  if (
    /^(?:EU|EUROPA)$/.test(key) &&
    gap === ' ' &&
    before?.as === 'part' &&
    (next === undefined || /\d/.test(next.key))
  )
    return true
  // `HH aut.` is a Polish hitch, and `Castrol Edge` an oil.
  if ((key === 'AUT' && before?.key === 'HH') || (key === 'EDGE' && before?.key === 'CASTROL')) return true
  // `No motor`
  if (key === 'NO' && (next === undefined || isPartWord(next.key.toLowerCase()))) return true
  if (/^(?:MANUAL|AUTOMATIC)$/.test(key) && /^(?:FOR|ONLY)$/.test(before?.key ?? '')) return false
  // `Vito W639 lang` is restricted by it.
  if (/^(?:vehicle|years|engine)$/.test(before?.as ?? '') && gap === ' ' && lengthsBehind.test(key)) return true
  if (isBrand(key.toLowerCase())) return true
  if (radioCode.test(key) && !names.things.has(key)) return true
  // `fluence112100020r` begins with a vehicle.
  const letters = /^\p{L}{4,}(?=\d)/u.exec(key)?.[0]
  if (letters && (letters.length > 4 || names.things.has(letters) || modelKeys.has(letters))) return false
  if (isPartWord(key.toLowerCase(), names.things.has(key)) || types.test(key) || connector.test(key.toLowerCase()))
    return true
  // `300TDI` is an engine that is not known.
  if (/^\d{2,3}(?:TDI|TDCI|CDI|HDI|DCI|JTD|CRDI|TSI|TFSI)$/.test(key)) return false
  // Long numbers are part numbers, wherever they stand; so is an A of `A pillar`.
  if (/^\d{7,}$/.test(key) || (key.length >= 6 && /\d.*\d.*\d/.test(key) && !names.things.has(key))) return true
  if (/^[A-D]$/.test(key) && /^PILLARS?$/.test(next?.key ?? '')) return true
  // `Wrangler 2012-2018 seat`: behind years no make stands.
  if (key === 'SEAT' && gap === ' ' && next === undefined && before?.as === 'years') return true
  // `2nd row seat 2015 Tahoe`, `gray cloth rear seat`
  if (key === 'SEAT' && /^(?:ROW|CLOTH|LEATHER|VINYL|BENCH|BUCKET|CHILD)$/.test(before?.key ?? '')) return true
  if (
    key === 'SEAT' &&
    gap === ' ' &&
    next === undefined &&
    /^(?:FRONT|REAR|LEFT|RIGHT|LH|RH)$/.test(before?.key ?? '')
  )
    return true
  // `SEAT belt`, next to another make; `Ram Bilstein` is the make.
  if (/^(?:SEAT|RAM|MINI|SMART)$/.test(key) && next && isPartWord(next.key.toLowerCase()))
    return !isBrand(next.key.toLowerCase()) && next.key !== 'CUMMINS'
  // The `s` of `driver's`, the `d` of `d'embrayage`, and a word of one letter between words for parts.
  if (key === 'S' && /^['’]$/.test(gap)) return true
  if (/^(?:[DLN]|QU)$/.test(key) && /^['’]$/.test(next?.gap ?? '')) return true
  if (/^\p{L}$/u.test(key) && before?.as === 'part' && next && isPartWord(next.key.toLowerCase())) return true
  // `Android 15` and the D of a text that was cut off, where no vehicle is beside.
  if (
    /^(?:\p{L}|[1-8]\d?)$/u.test(key) &&
    isSettled(before) &&
    (next === undefined || isSettled(next)) &&
    !isNumbered(gap, before)
  )
    return true
  // `2x`, but not the A1 8X.
  if (/^[1-9]X$/.test(key) && before?.as !== 'vehicle' && !names.things.has(key)) return true
  // `Smart key 5B trunk` has five buttons; the 4B is an Audi, too.
  if (/^[2-6]B$/.test(key)) {
    const signs = [wordForKey.test(before?.key ?? ''), /^(?:TRUNK|HATCH|REMOTE)$/.test(next?.key ?? '')]
    if (names.things.has(key) ? signs.every(Boolean) : signs.some(Boolean)) return true
  }
  // `Trunk / remote start`
  if (key === 'START' && gap === ' ' && before?.key === 'REMOTE') return true
  // `Set of 4` and `2 brake pads`, but not two digits that may be a year.
  if (/^\d{1,2}$/.test(key) && !/^0|^9\d/.test(key) && before?.as !== 'vehicle' && !isNumbered(next?.gap, next)) {
    if (
      /^(?:OF|SET|PACK|QTY)$/.test(before?.key ?? '') ||
      (next && (isPartWord(next.key.toLowerCase()) || (/^[2-9]$/.test(key) && !/[.,]$/.test(gap) && isSide(next.key))))
    )
      return true
  }
  // `Fits 08-12 Malibu 31234`: at the end stands the number of the stock.
  if (/^\d{5,6}$/.test(key) && next === undefined && gap === ' ') return true
  if (names.things.has(key) || before?.as === 'vehicle' || isNumbered(gap, before) || isNumbered(next?.gap, next))
    return false
  return /^\d{5,}$/.test(key) || (key.length >= 5 && /\d.*\d/.test(key) && /\p{L}/u.test(key))
}

const wordForKey = /^(?:KEY|FOB|REMOTE|PROX)$/

/** Matches the numbers under which keys are allowed to send in America, which begin with the maker: `KR55WK48903`, `HYQ4AA`. */
const radioCode =
  /^(?=.{5,14}$)(?:HYQ|KR5|M3[MN]|OHT|GQ4|CWTW|WAZ|ACJ|NBG|KOB|TQ8|SY5|OUC|LXP|N5F|IYZ|KBR|L2C|NHV|ELVA)(?=.*\d)[A-Z\d]+$/

const isModelWith = (number: string, key: string) =>
  /^\d{3}$/.test(number) && key.startsWith(number) && bmwModel.test(key)

/** Lists makes whose models, engines and generations are numbers or letters with three digits. */
const numberedMakes: ReadonlySet<string> = new Set([
  'BMW',
  'Lexus',
  'Mercedes-Benz',
  'Porsche',
  'Renault',
  'Toyota',
  'Volvo',
])

/**
 * Tells whether a number of three or four digits, with or without a letter in front, is that of a part, as in `Rim 4063` and `Left hand A885`:
 * no year, load or name of a vehicle, and not right behind a vehicle, which it may restrict.
 */
export function isNumberOfPart(
  words: readonly Word[],
  at: number,
  makes: ReadonlySet<string>,
  names: VehicleNames,
): boolean {
  const [before, { key, gap, phrase }, next] = [words[at - 1], words[at] as Word, words[at + 1]]
  if (phrase !== null) return false
  if (isStyleOfWheel(words, at) && makes.size > 0 && [...makes].every((make) => /^(?:BMW|MINI)$/.test(make)))
    return true
  // `328i 328`: the number says the model beside it again.
  if (makes.has('BMW') && [before, next].some((word) => word && isModelWith(key, word.key))) return true
  // `x4` counts parts, but the X4 is a BMW.
  if (/^X\d$/.test(key) && !makes.has('BMW') && isSettled(before)) return true
  if (!/^\p{L}?\d{3}$|^\d{4}$/u.test(key) || names.things.has(key) || loadClass.test(key) || gap === '') return false
  if (/^(?:19[5-9]|20[0-3])\d$/.test(key) || isNumbered(gap, before) || isNumbered(next?.gap, next)) return false
  if (/^[.,'+]/.test(next?.gap ?? '') && /^\d/.test(next?.key ?? '')) return false
  if (key.length === 3 || /^\p{L}/u.test(key)) {
    return (
      isSettled(before) &&
      (next === undefined || isSettled(next)) &&
      ![...makes].some((make) => numberedMakes.has(make))
    )
  }
  return isSettled(before) || before?.as === 'position' || before?.as === 'years'
}

/** Tells whether a number is that of a wheel of BMW, as in `style 193` and `193 style wheels`. */
const isStyleOfWheel = (words: readonly Word[], at: number): boolean =>
  /^\d{2,3}$/.test(words[at]?.key ?? '') &&
  (words[at - 1]?.key === 'STYLE' ||
    (words[at + 1]?.key === 'STYLE' &&
      words.slice(at + 2, at + 5).some(({ key }) => /^(?:SPOKE|WHEEL|RIM)S?$/.test(key))))

/** Takes numbers of parts that begin with letters and a hyphen, as in `Motorcraft SP-546 spark plug`, in front of any vehicle. */
export function takeNumbersWithLetters(words: readonly Word[], names: VehicleNames): void {
  for (const [at, letters] of words.entries()) {
    const [before, number] = [words[at - 1], words[at + 1]]
    if (letters.as === 'vehicle' || (before !== undefined && !isSettled(before))) break
    if (letters.as !== null || number?.as !== null || number.gap !== '-') continue
    if (!/^\p{L}{1,3}$/u.test(letters.key) || !/^\d{3,5}$/.test(number.key)) continue
    if (/^(?:19[5-9]|20[0-3])\d$/.test(number.key) || names.things.has(letters.key + number.key)) continue
    letters.as = number.as = 'part'
  }
}

/** Matches letters and digits together, as numbers of parts have them. */
const mixed = /^(?=.*\p{L})(?=.*\d)[\p{L}\d]{3,14}$/u

/**
 * Takes numbers of parts with a dash in them, such as `ML34-1521`, `M3N-A2C31243300`, `56110-RNAA01` and `604-106`: with four digits and no
 * year, and no side of it a name of the makes that were read.
 */
export function takeNumbersWithDash(words: readonly Word[], makes: ReadonlySet<string>, names: VehicleNames): void {
  const mayBeName = ({ key }: Word) =>
    (mixed.test(key) && modelKeys.has(key)) ||
    (names.things.get(key) ?? []).some(({ make }) => mixed.test(key) || makes.has(make))
  for (const [at, code] of words.entries()) {
    const [before, number, next] = [words[at - 1], words[at + 1], words[at + 2]]
    if (number?.gap !== '-' || code.gap === '-') continue
    if (next?.gap === '-') {
      // `5W73-3F712-AA` is a number of Ford.
      const triple = [code, number, next]
      const isOfFord =
        /^(?=.*\p{L})(?=.*\d)[\p{L}\d]{4}$/u.test(code.key) &&
        /^(?=(?:\D*\d){3})[\p{L}\d]{4,6}$/u.test(number.key) &&
        /^\p{L}{1,2}\d?$/u.test(next.key)
      if (isOfFord && triple.every(({ as }) => as === null || as === 'part'))
        for (const word of triple) word.as = 'part'
      continue
    }
    if (before?.as === 'vehicle' && !/^(?:\D*\d){4}/.test(number.key)) continue
    const pair = [code, number]
    if (pair.some(({ as }) => as !== null && as !== 'part') || pair.every(({ as }) => as !== null)) continue
    const digits = pair.map(({ key }) => key.replaceAll(/\D/gu, '').length)
    const isMixed =
      (mixed.test(code.key) && (/^\d{3,6}$/.test(number.key) || mixed.test(number.key) || (digits[0] ?? 0) >= 4)) ||
      (/^\d{5}$/.test(code.key) && mixed.test(number.key))
    const isNumber = pair.every(({ key }) => /^\d{3}$/.test(key)) && makes.size > 0 && isSettled(before)
    if (!(isMixed || isNumber) || (digits[0] ?? 0) + (digits[1] ?? 0) < 4) continue
    if (/^(?:(?:19[5-9]|20[0-3])\d|\d{2})$/.test(number.key) || pair.some((word) => mayBeName(word))) continue
    for (const word of pair) word.as = 'part'
  }
}

/** Takes the number of a part at the end of a text that has years already, such as `lamp black abcd06c-02`. */
export function takeNumberAtEnd(words: readonly Word[], names: VehicleNames): void {
  const [before, code, last] = words.slice(-3)
  if (!code || !before || last?.gap !== '-' || code.as !== null || last.as !== null || !isSettled(before)) return
  const letters = /^(\p{L}{3,5})\d{2}\p{L}?$/u.exec(code.key)?.[1]
  if (!letters || !/^\d{2}$/.test(last.key) || !words.some(({ as }) => as === 'years')) return
  if (isPartWord(letters.toLowerCase()) || isSide(letters) || connector.test(letters.toLowerCase())) return
  if (/^(?:T?DI|TDCI|CDI|HDI|DCI|JTDM?|CRDI|TF?SI|MPI|GDI)$/.test(letters)) return
  if ([letters, code.key].some((key) => names.things.has(key) || modelKeys.has(key))) return
  code.as = last.as = 'part'
}

/**
 * Takes lists of at least three makes without a sign between them in front of a vehicle of one of them, as in `VW SEAT AUDI POLO 5`:
 * words to be found by, which name no model.
 */
export function takeListsOfMakes(words: readonly Word[], names: VehicleNames, makes: ReadonlySet<string>): void {
  for (let first = 0; first < words.length; first++) {
    let end = first
    while (words[end] && isMake(words[end] as Word, names) && (end === first || words[end]?.gap === ' ')) end++
    const list = words.slice(first, end)
    const isOfRead = (word: Word) =>
      (names.things.get(word.key) ?? []).some((one) => one.kind === 'make' && makes.has(one.make))
    const next = words[end]
    if (list.length >= 3 && next?.as === 'vehicle' && next.gap === ' ' && list.some(isOfRead))
      for (const word of list) word.as ??= 'part'
    first = Math.max(end - 1, first)
  }
}

const parents: ReadonlyMap<string, string> = new Map([
  ['Acura', 'HONDA'],
  ['Lexus', 'TOYOTA'],
  ['Infiniti', 'NISSAN'],
])

/** Takes the maker of parts for what was read of its other make, as in `Acura TSX lamp Honda OEM`. */
export function takeMakersOfParts(words: readonly Word[], makes: ReadonlySet<string>): void {
  const makers = [...makes].flatMap((make) => parents.get(make) ?? [])
  for (const [at, word] of words.entries())
    if (makers.includes(word.key) && /^(?:OEM|GENUINE|FACTORY)$/.test(words[at + 1]?.key ?? '')) word.as ??= 'part'
}
