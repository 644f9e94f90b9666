import type { Word } from '#server/vehicles/fit-text.ts'
import type { NamedThing } from '#server/vehicles/vehicle-names.ts'

/** Lists families that are also ordinary numbers, words or numbers of filters, by their make and the key of their name. */
const likeWords: ReadonlyMap<string, RegExp> = new Map([
  ['Alfa Romeo', /^(?:33|75)$/],
  ['Citroën', /^(?:C15|C25)$/],
  ['Dacia', /^(?:1300|1310|SPRING)$/],
  ['Fiat', /^IDEA$/],
  ['Renault', /^(?:R?[459]|11|21|25|EXPRESS)$/],
  ['SEAT', /^INCA$/],
])

/** Matches those that count and describe what stands behind them, as in `Renault 5 trous` and `Dacia spring front`. */
const describing = /^(?:\d|11|21|25|33|EXPRESS|SPRING)$/

/** Matches what may stand behind such a family: engines, years and versions. */
const behind =
  /^(?:\d.*|[IV]+|V6|[LDE]|T?D|GTD|G?T[SLXCDE]|T[SX]E|GT|TURBO|DIESEL|ALPINE|NEVADA|BACCARA|PHASE|SPORTWAGON|QUADRIFOGLIO|BOXER|ELECTRIC|VAN|COMBI|KOMBI|FURGON|FOURGON)$/

const list = /[,/+&]/

/**
 * Tells whether the name of such a family is only that number or word: neither its make nor another such family is right in front of it, or
 * a word that it counts or describes is behind it.
 */
export function isOrdinaryWord(
  families: readonly NamedThing[],
  key: string,
  words: readonly Word[],
  first: number,
  makeAt: number,
): boolean {
  const family = families.find(({ make }) => likeWords.get(make)?.test(bareKey(key)))
  const names = family && likeWords.get(family.make)
  if (!family || !names) return false
  const bare = bareKey(key)
  const isJoined = bare !== key
  // `Alfa Romeo 33` are three words.
  const at = isJoined
    ? words.findIndex((word, index) => index >= first && index < first + 3 && bareKey(word.key) === bare)
    : first
  const [own, next] = words.slice(at, at + 2)
  const isAlone = own !== undefined && (own.key === key || own.key === bare)
  const isBehind = isJoined || makeAt === first - 1 || names.test(words[first - 1]?.key ?? '')
  if (!isAlone || !isBehind) return true
  return describing.test(bare) && next !== undefined && !list.test(next.gap) && !behind.test(next.key)
}

const bareKey = (key: string) => key.replace(/^(?:ALFA(?:ROMEO)?|DACIA|RENAULT)(?=.)/, '')
