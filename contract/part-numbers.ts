import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { Line, Name } from '#contract/endpoint.ts'

/** Lists the kinds of part numbers; `own` is the product's `sku`. The check constraint of `part_numbers.kind` has the same list. */
export const partNumberKinds = ['own', 'maker', 'oem', 'competitor', 'supersedes', 'barcode'] as const
export type PartNumberKind = (typeof partNumberKinds)[number]

/** Lists the kinds that are entered beside the own number. */
export const otherPartNumberKinds = ['maker', 'oem', 'competitor', 'supersedes', 'barcode'] as const
export type OtherPartNumberKind = (typeof otherPartNumberKinds)[number]

/** Tells whether a text can be a part number: signs alone, like `---`, are none. */
export const isPartNumber = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Returns a part number without what spellings differ by; empty if nothing is left. `part_number_key` of the migrations does the same. */
export const partNumberKey = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z\u00c0-\u1fff\u3040-\u{10ffff}]+/gu, '')

/** Returns the number of a product with its brand, since several brands may have it; empty without both. */
export const brandedNumber = ({ brand, sku }: { brand?: string | null | undefined; sku?: string | null | undefined }) =>
  [brand, sku].filter(Boolean).join(' ')

/** Defines another number of a product, as printed, and whose it is. */
export const PartNumber = Type.Object({
  kind: Type.Enum(otherPartNumberKinds),
  maker: Type.Optional(Line(maxLengths.maker)),
  number: Name(maxLengths.partNumber),
})
export type PartNumber = Static<typeof PartNumber>

/** Limits the numbers of one product. */
export const maxPartNumbers = 200

/** Defines the numbers of a product beside its `sku`, in the order in which they were entered. */
export const PartNumbers = Type.Array(PartNumber, { maxItems: maxPartNumbers })
