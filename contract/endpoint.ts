import { type Static, type TSchema, Type } from 'typebox'
import type { ProblemCode } from '#contract/problem.ts'

/** Who may call: `owner-or-admin` is whoever the path, the query or the row names, or an admin. */
export type WhoMayCall = 'anyone' | 'signed-in' | 'owner-or-admin' | 'admin'

/** One call of the API: everything that both sides, the documents and the tests need to know about it. */
export interface Endpoint {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path with `:name` for each parameter. */
  path: string
  whoMayCall: WhoMayCall
  summary: string
  /** Only for those who signed in within the last 15 minutes; others are refused with `sign-in-again`. */
  freshSignIn?: true
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** The body is `multipart/form-data`; `body` then stays away. */
  multipart?: boolean
  answer: TSchema
  /** Refusals beyond those that any call may meet (`invalid-request`, `sign-in-required`, …). */
  problems: readonly ProblemCode[]
}

/** Keeps the exact types of a definition, so that handlers and callers are checked against it. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition
}

type Part<Schema> = Schema extends TSchema ? Static<Schema> : undefined

export type Params<E extends Endpoint> = Part<E['params']>
export type Query<E extends Endpoint> = Part<E['query']>
export type Body<E extends Endpoint> = Part<E['body']>
export type Answer<E extends Endpoint> = Part<E['answer']>

/** Text that PostgreSQL can store: well formed and without NUL. Lengths are in UTF-16 units. */
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength, format: 'text' })

/** Text that says something: not empty and not only blanks. */
export const FilledText = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'filled-text' })

/** An e-mail address in ASCII; compared without regard to case. */
export const EmailAddress = Type.String({ minLength: 3, maxLength: 254, format: 'email-address' })

/** Dollars, with at most two decimals. */
export const Dollars = Type.Number({ minimum: 0.01, maximum: 999_999.99, multipleOf: 0.01 })

/** A number of units: whole and at least `minimum`. */
export const Quantity = (minimum: number) => Type.Integer({ minimum, maximum: 1_000_000 })

export const IdParams = Type.Object({ id: Text(200, 1) })
export const EmailParams = Type.Object({ email: EmailAddress })
export const EmailQuery = Type.Object({ email: EmailAddress })
export const Success = Type.Object({ success: Type.Literal(true) })
