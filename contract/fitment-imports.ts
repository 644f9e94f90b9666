import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Import } from '#contract/imports.ts'
import { languages } from '#contract/language.ts'

/** Lists where the vehicles of many parts come from: their texts, or parts with the same OE number. */
export const fitmentSources = ['texts', 'oe-numbers'] as const
export type FitmentSource = (typeof fitmentSources)[number]

/** Sets the most parts that are named whose sources disagree. */
export const maxDisagreeing = 5

export const FitmentCopies = Type.Object({
  /** The number of parts without vehicles that share an OE number with one that has some. */
  parts: Type.Integer(),
  /** The number of parts that get none, since the parts with their numbers do not fit the same vehicles, and the first of them. */
  disagreeing: Type.Integer(),
  examples: Type.Array(Type.Object({ _id: Type.String(), name: Type.String() })),
})
export type FitmentCopies = Static<typeof FitmentCopies>

export const getFitmentCopies = endpoint('getFitmentCopies', 'GET', '/fitment-copies', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Counts the parts without vehicles that share an OE number with a part that has some.',
  answer: FitmentCopies,
})

export const stageFitments = endpoint('stageFitments', 'POST', '/fitment-imports', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Prepares the vehicles of all parts whose texts are read to the end, or that share an OE number with a part that has vehicles, as an import: its dry run shows each part, and nothing changes before it is applied. Vehicles that were written by hand or came with a file stay.',
  body: Type.Object({ source: Type.Enum(fitmentSources), language: Type.Optional(Type.Enum(languages)) }),
  answer: Type.Object({ success: Type.Literal(true), import: Import }),
  problems: ['fitments-nothing-to-apply'],
})
