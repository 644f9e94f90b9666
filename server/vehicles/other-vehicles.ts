import type { Span, Word } from '#server/vehicles/fit-text.ts'
import type { Fit } from '#server/vehicles/fits.ts'

/** Lists words that say of the vehicle in front of them or behind them that the part only looks like one of its parts. */
const likeness = /^(?:STYLE|STYLED|LOOK|LOOKS|DESIGN|OPTIK|CONVERSION|RETROFIT|UMBAU|SWAP|STILE|STYL|STYLU)$/

/** Lists words that say that the part replaces one of the vehicle behind them, turns into it, or comes from it. */
const relation =
  /^(?:REPLAC(?:ES|ED|ING)|ERSETZT|REMPLACE|SOSTITUISCE|SUSTITUYE|REEMPLAZA|ZASTEPUJE|VERVANGT|ERSATTER|SUBSTITUI|UPGRADE[DS]?|UPDATE[DS]?|CONVERT(?:S|ED|ING)?|DONOR|SAME|IDENTICAL|LIKE|UMGERUSTET|UMRUSTUNG|UMBAU|RETROFIT|SWAP|SWAPPED|INSTEAD|STATT|ANSTATT|ZAMIAST|INVECE|WITH|MIT|AVEC|MET|CON|FROM|AUS|ON|ADAPTERS?)$/

/** Matches those of them that name another vehicle only right in front of it. */
const preposition = /^(?:WITH|MIT|AVEC|MET|CON|FROM|AUS|ON|LIKE)$/

/** Looks for any of them, so that other texts pay nothing more. */
const anyOfThem =
  /\b(?:styl|stile|look|design|optik|conver|retrofit|umbau|umger|umrust|swap|repla|ersetzt|rempl|sostit|sustit|reempl|zastep|vervangt|ersatter|substitui|up(?:grad|dat)|donor|same|identical|like|instead|statt|zamiast|invece|with|mit|avec|met|con|from|aus|on\b|adapter)/

const isOfVehicle = (word: Word | undefined): boolean => word?.as === 'vehicle' || word?.as === 'years'

const isAnswered = (word: Word | undefined): boolean => word?.as === 'answer'

/** Returns the last place, from one on in steps, up to which all words are of a kind and without a sign of a list between them. */
function endOf(
  words: readonly Word[],
  from: number,
  step: 1 | -1,
  isOfKind: (word: Word | undefined) => boolean,
): number {
  let at = from
  while (isOfKind(words[at + step]) && !/[,;|]/.test(words[step === 1 ? at + 1 : at]?.gap ?? '')) at += step
  return at
}

/**
 * Leaves words to a person that may say that a vehicle of the text is another one than the part fits, as in `Micra K12 replaces K11` and `Golf
 * 3 lamp, Golf 4 style`. A text with one vehicle and one range of years says nothing of another. Returns where they stand, also those that a
 * person answered: years there are none of the part.
 */
export function doubtOtherVehicles(
  words: readonly Word[],
  plain: string,
  readings: readonly Fit[],
  countOfYears: number,
): Span[] {
  if (!anyOfThem.test(plain)) return []
  const vehicles = new Set(readings.map(({ make, family, generation }) => `${make}/${family}/${generation}`))
  if (vehicles.size < 2 && countOfYears < 2) return []
  const found: Span[] = []
  const runs = words.filter((word, at) => isOfVehicle(word) && !isOfVehicle(words[at - 1])).length
  for (const [at, { key, as, gap }] of words.entries()) {
    if (as === 'vehicle' || as === 'years') continue
    const [isLikeness, isRelation] = [likeness.test(key), relation.test(key)]
    if (!isLikeness && !isRelation) continue
    if (as === 'answer') {
      const [first, last] = [endOf(words, at, -1, isAnswered), endOf(words, at, 1, isAnswered)]
      found.push({ start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 })
      continue
    }
    // `Golf VI facelift look`, `Golf VI R-look`
    const before = words[at - 1]
    const isVersion = before?.as === 'condition' || (gap === '-' && !isOfVehicle(before))
    const named = isVersion && before?.gap === ' ' ? at - 2 : at - 1
    const span =
      isLikeness && isOfVehicle(words[named]) && /^[ -]$/.test(gap)
        ? { first: endOf(words, named, -1, isOfVehicle), last: at }
        : spanBehind(words, at, isRelation)
    // `Replaces 1K0 … Golf V, Golf VI` is one list, but `convert Golf 6 to Golf 7` is none.
    if (span === undefined || (runs < 2 && span.first === at && !key.startsWith('CONVERT'))) continue
    for (const word of words.slice(span.first, span.last + 1)) {
      word.as = null
      word.phrase = at
    }
    found.push({ start: words[span.first]?.start ?? 0, end: words[span.last]?.end ?? 0 })
  }
  return found
}

/** Returns the places from a word to the end of the vehicle behind it, with at most three other words between them. */
function spanBehind(
  words: readonly Word[],
  at: number,
  isRelation: boolean,
): { first: number; last: number } | undefined {
  const { key } = words[at] as Word
  const next = words[at + 1]
  if (/^ADAPTERS?$/.test(key) && (words[at - 1]?.as !== 'vehicle' || next?.key !== 'TO')) return undefined
  if (/^(?:SAME|IDENTICAL)$/.test(key) && !/^(?:AS|TO)$/.test(next?.key ?? '')) return undefined
  // `Upgraded brakes for …` says nothing of another.
  const isDirect =
    preposition.test(key) || !isRelation || (/^UP(?:GRAD|DAT)/.test(key) && !/^(?:TO|AUF)$/.test(next?.key ?? ''))
  if (isDirect && !(key.startsWith('UPD') ? isOfVehicle(next) : next?.as === 'vehicle' && next.gap === ' '))
    return undefined
  for (let first = at + 1; first <= at + (isDirect ? 1 : 4) && first < words.length; first++) {
    const word = words[first] as Word
    if (/[,;|()]/.test(word.gap) || /^(?:FOR|FITS?|FUR|POUR|DLA|DO|PARA|PER|VOOR)$/.test(word.key)) return undefined
    if (isOfVehicle(word)) return { first: at, last: endOf(words, first, 1, isOfVehicle) }
  }
  return undefined
}
