/** Names a vehicle that a part fits, as the names of the index are spelled; null is what the text does not say. */
export interface Fit {
  make: string
  family: string
  generation: string | null
  from: number | null
  to: number | null
  /** Set where years without an end may end with the generation in which they begin: a person says which one. */
  mayEnd?: true
  /** The first and the last day of building, as ISO days, where the text says months. */
  builtFrom?: string
  builtTo?: string
  engine: string | null
  /** `front`, `rear`, `left`, `right`, or a pair such as `front left`. */
  position: string | null
  condition: string | null
}

/** Says what words of a text were read as; `part` is a word for a part, a size or a number, which restricts no fit. */
export interface UsedWords {
  text: string
  as: 'vehicle' | 'years' | 'engine' | 'position' | 'condition' | 'part' | 'answer'
  /** Where the answer comes from. */
  origin?: string
}

export interface FitsReading {
  readings: Fit[]
  used: UsedWords[]
  /** Holds the words, or a make with the word behind it, that a person has to decide, as they are written. */
  leftover: string[]
  /** Tells whether vehicles were read and no word is left over, so that the readings may be applied without a person. */
  isComplete: boolean
  /** Readings with years in which the vehicle was not built, as far as the index knows. */
  outsideYears: Fit[]
}

/**
 * Holds what a person decided of a phrase: the vehicles that it names; none if it names no vehicle, but perhaps restricts those of its
 * text. Of a whole text, the vehicles that it means, and whether its other words restrict them or say nothing; of a family, whether its
 * texts leave open which of these vehicles they mean.
 */
export interface FitAnswer {
  fits: readonly (Pick<Fit, 'make' | 'family' | 'generation'> & Partial<Fit>)[]
  /** Where the answer comes from, such as a person or an import; the reader only hands it on. */
  origin: string
  isCondition?: boolean
}

/** Holds the answers by the key of their phrase, as `nameKey` makes it. */
export type FitAnswers = Pick<ReadonlyMap<string, FitAnswer>, 'get' | 'has' | 'size'>
