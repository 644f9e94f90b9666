import { isMake } from '#server/vehicles/choose-name.ts'
import { findAll } from '#server/vehicles/find-all.ts'
import { firstFrom, type Word } from '#server/vehicles/fit-text.ts'
import { connector, driveKeys, modelKeys, praises, versionKeys } from '#server/vehicles/fit-words.ts'
import { isBrand, isPartWord } from '#server/vehicles/part-words.ts'
import { isPlainWord } from '#server/vehicles/plain-words.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Matches families whose names are words of the trade beside other vehicles: `Lamp combo`, `battery charger`, `all terrain`, `LED logo`. */
const sharedWithTrade = /^(?:COMBO|CHARGER|TERRAIN|LOGO)$/

/** The most words of a line of products, such as `Z23 Evolution Sport`. */
const maxWordsOfLine = 4

/**
 * Takes words that only say who made or sells a part: brands of two words, the line of products behind a brand, and words that nobody knows
 * in front of a word for the part where `for`, a comma or a dash leads on to the first vehicle, as in `Xyz brake pads for Golf V`. None that may be
 * a vehicle or restrict one.
 */
export function takeWordsOfSellers(words: readonly Word[], text: string, names: VehicleNames): void {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const isPair = next !== undefined && /^[ -]$/.test(next.gap) && isBrand((word.key + next.key).toLowerCase())
    if (isPair && [word, next].every(({ as }) => as === null || as === 'part')) word.as = next.as = 'part'
  }
  for (const [at, letters] of words.entries()) {
    const number = words[at + 1]
    // `Aisin TKT-021`
    if (letters.as !== null || number?.as !== null || number.gap !== '-' || !isBrandAt(words, at - 1)) continue
    if (
      /^\p{L}{1,4}$/u.test(letters.key) &&
      /^\d{3,5}$/.test(number.key) &&
      !names.things.has(letters.key + number.key)
    )
      letters.as = number.as = 'part'
  }
  for (const [at, word] of words.entries()) {
    const [before, next] = [words[at - 1], words[at + 1]]
    const isBetween = before?.as === 'part' && (next === undefined || next.as !== null)
    if (word.as === null && isBetween && sharedWithTrade.test(word.key) && words.some(({ as }) => as === 'vehicle'))
      word.as = 'part'
  }
  const first = words.findIndex((word) => isOfVehicle(word, names))
  if (first < 0) return
  takeBrandInFront(words, text, names)
  for (const [at, word] of words.entries())
    if (word.as === null && isPlainPart(words[at - 1]) && isWithin(word, words[at + 1]) && isUnknown(word, text, names))
      word.as = 'part'
  const sellers = new Set(words.filter((_, at) => isBrandAt(words, at)))
  let hasPart = false
  for (let at = startOfFor(words, first) - 1; at >= 0; at--) {
    const word = words[at] as Word
    hasPart ||= word.as === 'part' && isPartWord(word.key.toLowerCase()) && !sellers.has(word)
    if (word.as !== null || !hasPart || !isUnknown(word, text, names)) continue
    word.as = 'part'
    sellers.add(word)
  }
  for (let at = 0; at < first; at++)
    if (sellers.has(words[at] as Word) && words[at]?.as === 'part') takeLine(words, at + 1, first, text, names)
}

/** Lists makes whose codes of engines are letters only, such as `BKD` and `LML`. */
const makesWithLetters: ReadonlySet<string> = new Set(['AUDI', 'VW', 'VOLKSWAGEN', 'SEAT', 'SKODA', 'PORSCHE'])
const makesOfDuramax: ReadonlySet<string> = new Set(['CHEVY', 'CHEVROLET', 'GMC', 'CADILLAC'])

/**
 * Takes a brand of two to four capitals, or letters with one digit behind them, with which a text begins, in front of a word for the part,
 * as in `YWZQ tail lights 2009-2014 Ford F-150`.
 */
function takeBrandInFront(words: readonly Word[], text: string, names: VehicleNames): void {
  const [brand, next] = words
  if (brand?.as !== null || next?.gap !== ' ' || !isPlainPart(next) || /^(?:BED|BOX|CAB|SIDE)S?$/.test(next.key)) return
  const { key, start, end } = brand
  if (!/^(?:[A-Z]{2,4}|[A-Z]{4,6}\d)$/.test(text.slice(start, end))) return
  if (names.things.has(key) || versionKeys.has(key) || driveKeys.has(key) || modelKeys.has(key)) return
  if (
    restricting.test(key) ||
    /^(?:PHASE|SERIES?|CLASS|TYPE?|MODEL|MARK|[DE][A-K]$|[RL]HD?$|[ADM]T$|L\d|N[SD]$|FT?$)/.test(key)
  )
    return
  const keys = new Set(words.map((word) => word.key))
  if ([...makesWithLetters].some((make) => keys.has(make))) return
  if (key.length === 3 && key.startsWith('L') && [...makesOfDuramax].some((make) => keys.has(make))) return
  // With a vehicle and its years
  if (words.some(({ as }) => as === 'vehicle') && words.some(({ as }) => as === 'years')) brand.as = 'part'
}

/** Matches colours without marks. */
const colour =
  /^(?:(?:SCHWARZ|WEIS{1,2}|GRAU|BLAU|GRUE?N|ROT|GELB|SILBER|BRAUN|BEIGE|ANTHRAZIT)(?:E[NRS]?|METALLIC)?|BLACK|WHITE|GR[AE]Y|BLUE|RED|GREEN|SILVER|NOIRE?|BLANC(?:HE)?|GRISE?|BLEUE?|ROUGE|VERTE?|NER[OA]|BIANC[OA]|GRIGI[OA]|ROSS[OA]|BLU|ARGENTO|AZZURR[OA]|NEGR[OA]|BLANC[OA]|PLATA|ROJ[OA]|AZUL|(?:CZARN|BIAL|SREBRN|SZAR|CZERWON|NIEBIESK|GRANATOW|CERN|CIERN|BIL|BIEL|STRIBRN|STRIEBORN|MODR|CRN|SIV)\p{L}|ZWARTE?|WITTE|GRIJZE?|GRIJS|ZILVER(?:GRIJS)?|BLAUWE?|RO?ODE?|NEGRU|ALBASTRU|GRI|ARGINTIU|ROSU|FEKETE|FEHER|EZUST|SZURKE|PIROS|PRETO|BRANCO|CINZ(?:A|ENTO)|PRATA|SVART|SIYAH|BEYAZ|GUMUS|METALLIC|METALIC|METALIZADO|METALLIZZATO)$/u

/** Matches codes of engines of Opel and Volkswagen, which look like those of paints. */
const isLikeEngine = /^(?:[A-CXYZ]\d\d\p{L}|[CD]\p{L}{3}$)/u

/** Matches words that lead on to a colour or its code. */
const leadsToColour =
  /^(?:FARBE|FARBCODE|FARBNUMMER|LACK|LACKCODE|COULEUR|COLORE?|COLOU?R|KOLOR|LAKIER|BARVA|FARBA|KLEUR|CULOARE|SZIN|RENK|BOJA|CODE)$/

/**
 * Takes names and codes of paints, such as the `Candy` of `Candy-Weiß`, `gris Shark KTHC` and `Farbe Z157`, unless they stand right behind the vehicle,
 * where they may be an edition of it.
 */
export function takePaints(words: readonly Word[], text: string, names: VehicleNames): void {
  const isCode = ({ key }: Word) =>
    /^(?=.*\p{L})[\p{L}\d]{4,5}$/u.test(key) &&
    /\d|^\p{L}{4}$/u.test(key) &&
    !isLikeEngine.test(key) &&
    !names.things.has(key)
  const isFree = (word: Word) => word.as === null && !modelKeys.has(word.key) && !versionKeys.has(word.key)
  for (const [at, word] of words.entries()) {
    // LC9X of Volkswagen
    if (isFree(word) && /^L\p{L}\d\p{L}$/u.test(word.key) && !names.things.has(word.key)) word.as = 'part'
    const isColour = colour.test(word.key)
    if (!isColour && !leadsToColour.test(word.key)) continue
    const [beforeLast, before] = [words[at - 2], words[at - 1]]
    if (isColour && before && isFree(before) && isUnknown(before, text, names)) {
      const isJoined = word.gap === '-'
      if (isJoined || (word.gap === ' ' && !/^(?:vehicle|years|engine)$/.test(beforeLast?.as ?? ''))) before.as = 'part'
    }
    for (const next of words.slice(at + 1, at + 3)) {
      if (!/^[ -]$|^: ?$/.test(next.gap)) break
      if (next.as === 'part') continue
      if (!isFree(next)) break
      const isWritten = /^\p{Lu}+$/u.test(text.slice(next.start, next.end))
      if (!isUnknown(next, text, names) && !(isCode(next) && (/\d/.test(next.key) || isWritten))) break
      next.as = 'part'
    }
  }
}

/** Takes who made or sells a part where its name stands behind a dash and the number of the part at the end: `Lamp Golf V 8200439447 -Zorblax`. */
export function takeMakerAtEnd(words: readonly Word[], text: string, names: VehicleNames): void {
  const at = words.findLastIndex(({ gap }) => /^\s?-\s?$/.test(gap))
  const number = words[at - 1]
  if (at < 1 || words.length - at > 3 || number?.as !== 'part' || !/^(?=(?:\D*\d){6})/.test(number.key)) return
  const last = words.slice(at)
  // `-Renault Mais` is the maker of a Dacia, too.
  const isMaker = last.length > 1 && isBrandAt(words, words.length - 1)
  const isTaken = (word: Word) =>
    word.as === 'part' || (word.as === null && (isUnknown(word, text, names) || (isMaker && isMake(word, names))))
  if (last.every((word) => isTaken(word))) for (const word of last) word.as = 'part'
}

/** Matches the number of a part behind its maker: `C 35 154`, `HU 719/7 x`, `FDB 1641`, `290 993` and `BKUR6ET-10`. */
const numberOfMaker =
  /^ (?:(?:(?<letters>\p{L}{1,4})[ -]?)?(?<digits>\d{2,6}(?:[ ./-]\d{1,6})*)(?: ?\p{L}{1,2}(?! ?[-\d]| (?:klas|class|max|seri)))?|(?<code>(?=\p{L}*\d+\p{L})[\p{L}\d]{5,})-\d{1,2})(?![\p{L}\p{N}.,/-])/u

/** Takes numbers right behind makers of parts, unless they may be models, years or codes of generations. */
export function takeNumbersOfMakers(
  words: readonly Word[],
  plain: string,
  makes: ReadonlySet<string>,
  names: VehicleNames,
): void {
  if (!words.some(({ key, as }) => as === null && /\d/.test(key))) return
  const things = (name: string) => names.things.get(name.toUpperCase()) ?? []
  for (const [at, { end }] of words.entries()) {
    const found = isBrandAt(words, at) ? numberOfMaker.exec(plain.slice(end, end + 40)) : null
    if (!found) continue
    const { letters = '', digits = '', code } = found.groups ?? {}
    const groups = digits.split(/\D/)
    const mayBeName = [letters, ...groups.filter(({ length }) => length >= 3), letters + groups[0], code ?? ''].some(
      (name) => things(name).some(({ kind, make }) => makes.has(make) && (kind === 'family' || name !== letters)),
    )
    const isShort = digits.replaceAll(/\D/g, '').length < (letters === '' ? 5 : 3)
    const isDoubtful =
      code === undefined
        ? isShort || groups.some((group) => yearAlone.test(group)) || isLikeModel(letters, groups, things)
        : things(code).length > 0
    const taken = words.slice(at + 1).filter((word) => word.end <= end + found[0].length)
    if (!mayBeName && !isDoubtful && taken.every(({ as }) => as === null || as === 'part'))
      for (const word of taken) word.as = 'part'
  }
}

const yearAlone = /^(?:19[5-9]|20[0-3])\d$/

/** Tells whether letters and groups of digits look like models or their codes: `C 180`, `ST 170`, `W 211` and `206 207`. */
function isLikeModel(
  letters: string,
  groups: readonly string[],
  things: (name: string) => readonly { kind: string }[],
): boolean {
  if (letters === '') return groups.length < 2 || groups.every((group) => things(group).length > 0)
  const [first = ''] = groups
  if (things(letters).some(({ kind }) => kind === 'family')) return true
  if (groups.length > 1 || first.length !== 3) return false
  return /[05]$/.test(first) || letters.length === 3 || (/^[12]/.test(first) && /^[a-y]$/.test(letters))
}

const unit =
  /^(?:GEARBOX|TRANSMISSION|(?:SCHALT|AUTOMATIK)?GETRIEBE|BOITE|SKRZYNIA|CAMBIO|CAJA|CUTIE|VERSNELLINGSBAK|VAXELLADA|P[RS]EVODOVKA|ENGINE|MOTEUR|MOTORE?|SILNIK)$/
const ofUnit =
  /^(?:MOUNT|OIL|OL$|FILT|SEAL|GASKET|BEARING|BRACKET|CABLE|COOLER|SENSOR|LINE|HOSE|COVER|SUPPORT|HALTER|LAGER|PAN|VALVE|FLUID)/

/**
 * Returns the code of a gearbox or an engine, with whose name a text begins, behind a dash at its end, as in `Getriebe Golf V - JCR`: a
 * buyer compares it with the code of the car.
 */
export function codeOfUnit(words: readonly Word[], text: string): Word | undefined {
  const [first, second, last] = [words[0], words[1], words.at(-1)]
  if (!first || !second || !last || !unit.test(first.key) || ofUnit.test(second.key)) return undefined
  const isCode = /^(?=.*\p{Lu})[\p{Lu}\d]{3,4}$/u.test(text.slice(last.start, last.end))
  return isCode && /^\s[–—-]\s$/.test(last.gap) ? last : undefined
}

/** Takes such a code as a condition, unless it is the name of a vehicle or a word for a part. */
export function takeCodeOfUnit(words: readonly Word[], text: string, names: VehicleNames): void {
  const code = codeOfUnit(words, text)
  if (code?.as !== null || names.things.has(code.key) || modelKeys.has(code.key)) return
  if (!isPartWord(code.key.toLowerCase())) code.as = 'condition'
}

/** Tells whether a word is equipment, a drive or a family of the makes of a text, but no praise such as the `Sport` of a tire. */
const mayRestrict = ({ key }: Word, makes: ReadonlySet<string>, names: VehicleNames): boolean =>
  (versionKeys.has(key) && !praises.test(key)) ||
  driveKeys.has(key) ||
  modelKeys.has(key) ||
  (/\p{L}/u.test(key) &&
    (names.things.get(key) ?? []).some(
      ({ kind, make }) => kind === 'family' && (makes.has(make) || /^\p{L}\d$/u.test(key)),
    ))

const tire = /\d{3}\s?\/\s?\d{2}\s?z?r\s?\d{2}c?(?![\p{L}\p{N}])/gu

/**
 * Takes what stands behind the size of a tire up to the next vehicle: its load, maker and line, as in `R16 91H XL Michelin Alpin 6`; and the
 * axles in front of a size, as in `VA: 235/55 R19`.
 */
export function takeTires(
  words: readonly Word[],
  plain: string,
  makes: ReadonlySet<string>,
  names: VehicleNames,
): void {
  const sizes = findAll(plain, tire)
  for (const { index, 0: size } of sizes) {
    const from = firstFrom(words, index + size.length)
    const axle = words[firstFrom(words, index) - 1]
    if (axle?.as === null && /^[VH]A$/.test(axle.key)) axle.as = 'part'
    // A line such as `Alpin 6` stands behind its maker, or behind a load such as `91H`.
    let hasMaker = false
    for (const word of words.slice(from)) {
      if (/[;|\n]/.test(word.gap) || /^(?:vehicle|years|engine)$/.test(word.as ?? '') || isMake(word, names)) break
      hasMaker ||= isBrand(word.key.toLowerCase())
      const isLine = hasMaker && !mayRestrict(word, makes, names)
      if (word.as === null && (isLine || /^(?:XL|RFT|\d{2,3}[JKLMNPQRSTHVWY]|[VH]A)$/.test(word.key))) word.as = 'part'
    }
  }
}

/** Tells whether a word is a brand, or the second one of one. */
const isBrandAt = (words: readonly Word[], at: number): boolean =>
  isBrand((words[at]?.key ?? '').toLowerCase()) ||
  isBrand(((words[at - 1]?.key ?? '') + (words[at]?.key ?? '')).toLowerCase())

const isOfVehicle = (word: Word, names: VehicleNames): boolean =>
  word.as === 'vehicle' || word.as === 'years' || word.as === 'engine' || (word.as !== 'part' && isMake(word, names))

/** Takes the line of products from a place on, if a word for the part or its side follows. */
function takeLine(words: readonly Word[], from: number, first: number, text: string, names: VehicleNames): void {
  let end = from
  while (end < first && words[end]?.as === null && isOfLine(words[end] as Word, text, names)) end++
  const next = words[end]
  if (end === from || end - from > maxWordsOfLine || end >= first) return
  const isPart =
    next?.as === 'part' && (next.key === 'SERIES' || leadsOn.test(next.key) || !connector.test(next.key.toLowerCase()))
  if (isPart || next?.as === 'position') for (const word of words.slice(from, end)) word.as = 'part'
}

const isOfLine = (word: Word, text: string, names: VehicleNames): boolean =>
  praises.test(word.key) ||
  /^(?:TITANIUM|EVO|ELITE)$/.test(word.key) ||
  (/^\p{L}\d{1,3}$/u.test(word.key) && !names.things.has(word.key) && !modelKeys.has(word.key)) ||
  isUnknown(word, text, names)

/** Tells whether a word is one for the part itself, and none that joins a list or names a maker. */
const isPlainPart = (word: Word | undefined): boolean =>
  word?.as === 'part' &&
  /^\p{L}{3,}$/u.test(word.key) &&
  isPartWord(word.key.toLowerCase()) &&
  !isBrand(word.key.toLowerCase()) &&
  !connector.test(word.key.toLowerCase())

/** Tells whether a word stands between words for a part, as the unknown one of `Full door zorble top`: there no vehicle stands. */
const isWithin = (word: Word, next: Word | undefined): boolean =>
  word.gap === ' ' && next?.gap === ' ' && isPlainPart(next)

/** Matches words put together with those for bodies, drives and engines, such as `Aerodeck` and `Righthand`. */
const restricting =
  /HAND|DOOR|SEATER|WHEEL|BED$|DECK|BACK$|CAB$|ROOF|DRIVE|DIESEL|DIZEL|HYBRID|ELECTR|ELEKTR|LIFT|TURBO|CHARGED|WAGON|SEDAN|COUPE|CABRI|ESTATE|TOURER|STYLE|AUTOMAT|MANUAL|SPEED|PANORAM|XENON|ANTRIEB|GETRIEBE|TURER|TURIG|LENKER|PACKAGE|PAKET|EDITION/

/** Tells whether nobody knows a word, and it is no short code such as `BKD`, which may be that of an engine. */
const isUnknown = ({ key, start, end }: Word, text: string, names: VehicleNames): boolean => {
  const written = text.slice(start, end)
  return (
    isPlainWord(written, names) &&
    !restricting.test(key) &&
    !versionKeys.has(key) &&
    (key.length > 4 || /\p{Ll}/u.test(written))
  )
}

const leadsOn =
  /^(?:FOR|FITS?|FUR|PASSEND|PASST|POUR|PER|PARA|PENTRU|DO|VOOR|TILL|COMPATIBLE|COMPATIBILE|KOMPATIBEL|PASUJE|ODPOWIEDNIE?)$/

/** Returns where `for`, a comma, a bracket or a dash leads on to the first vehicle; 0 if nothing does. */
function startOfFor(words: readonly Word[], first: number): number {
  for (let at = first; at > 0; at--) {
    const word = words[at] as Word
    if (/\s[-–—|:]\s|[,:]\s|\(/.test(word.gap)) return at
    if (at < first && leadsOn.test(word.key)) return at
    // `Compatible with`
    if (at < first && /^(?:WITH|AVEC|MIT|CON|COM)$/.test(word.key) && leadsOn.test(words[at - 1]?.key ?? ''))
      return at - 1
    if (at < first && !connector.test(word.key.toLowerCase())) return 0
  }
  return 0
}
