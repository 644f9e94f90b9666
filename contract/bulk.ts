import { type Static, Type } from 'typebox'
import { Text } from '#contract/endpoint.ts'
import type { ProblemCode } from '#contract/problem.ts'

/** Limits the rows of one bulk action. */
export const maxBulkRows = 200

/** Defines the rows of a bulk action. */
export const BulkIds = Type.Array(Text(200, 1), { minItems: 1, maxItems: maxBulkRows, uniqueItems: true })

/** Changes nothing and answers what would be done. */
export const Preview = Type.Optional(Type.Boolean())

/**
 * Describes what a bulk action has done, or would do: each row is changed by itself, so that a refused one leaves the others. `code`,
 * `message` and `facts` of a refusal are those of the call for one row.
 */
export const BulkResult = Type.Object({
  success: Type.Literal(true),
  done: Type.Array(Type.String()),
  /** Lists those that are so already. */
  unchanged: Type.Array(Type.String()),
  refused: Type.Array(
    Type.Object({
      _id: Type.String(),
      /** The number of the order or the name of the product, if it exists. */
      name: Type.Optional(Type.String()),
      // Listing all codes here would put the chunk of the carts, 10 KB, into every public page.
      code: Type.Unsafe<ProblemCode>(Type.String()),
      message: Type.String(),
      facts: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    }),
  ),
})
export type BulkResult = Static<typeof BulkResult>
