import { type TSchema, Type } from 'typebox'
import { languages } from '#contract/language.ts'

/** Defines what something has in each language, in none of them necessarily; another language is refused. */
export const ByLanguage = <Each extends TSchema>(each: Each) =>
  Type.Partial(Type.Record(Type.Enum(languages), each), { additionalProperties: false })
