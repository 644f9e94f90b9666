import type { Language } from '#contract/language.ts'
import { germanSynonyms } from '#server/catalog/search/trade/synonyms-de.ts'
import { englishSynonyms } from '#server/catalog/search/trade/synonyms-en.ts'
import { readWords } from '#server/platform/database/search.ts'

/** Describes a pair of words of the trade, which every shop has until a seller changes it or switches it off. */
export interface TradeSynonym {
  /** Names it: `rotor = brake disc`. */
  id: string
  language: Language
  term: string
  means: string
  isTwoWay: boolean
  /** The slugs of the categories of the demo whose products it leads to; none if the demo has no such part. */
  categories: readonly string[]
}

/** Writes a term as searches are compared with it: its words in lower case, one space apart. */
export const normalizeTerm = (text: string): string =>
  readWords(text)
    .map(({ word }) => word)
    .join(' ')

function parse(language: Language, text: string): TradeSynonym[] {
  let categories: string[] = []
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#'))
      categories = line
        .slice(1)
        .split(' ')
        .filter((slug) => slug !== '' && slug !== '-')
    const [head, others] = line.split(':')
    if (!head || !others) return []
    const means = normalizeTerm(head)
    return others.split(',').map((other) => {
      const isTwoWay = !other.includes('>')
      const term = normalizeTerm(other)
      return { id: `${term} = ${means}`, language, term, means, isTwoWay, categories }
    })
  })
}

export const tradeSynonyms: readonly TradeSynonym[] = [...parse('en', englishSynonyms), ...parse('de', germanSynonyms)]

const byId = new Map(tradeSynonyms.map((synonym) => [synonym.id, synonym]))

export const findTradeSynonym = (id: string): TradeSynonym | undefined => byId.get(id)

const byTerm = Map.groupBy(
  tradeSynonyms.flatMap(({ id, term, means, isTwoWay }) => [
    { id, term, means },
    ...(isTwoWay ? [{ id, term: means, means: term }] : []),
  ]),
  ({ term }) => term,
)

/** Returns what a term of a search means in the trade, with the names of the pairs. */
export const tradeMeaningsOf = (term: string): readonly { id: string; means: string }[] => byTerm.get(term) ?? []

const words = new Set(tradeSynonyms.flatMap(({ term, means }) => `${term} ${means}`.split(' ')))

/** Tells whether the trade has a word: then it is no typing error, even if the shop sells nothing of the kind. */
export const isTradeWord = (word: string): boolean => words.has(word)

/** Returns the words of the trade that a word of these lengths and with this first letter may be a typing error of. */
export const tradeWordsLike = (word: string): string[] =>
  [...words].filter((other) => other[0] === word[0] && Math.abs(other.length - word.length) <= 1)
