import { maxLengths, maxPriceCents } from '#contract/max-lengths.ts'
import { type Static, type TSchema, Type } from 'typebox'
import type { Permission } from '#contract/permissions.ts'
import { maxPersonName } from '#contract/person-name.ts'
import type { ProblemCode } from '#contract/problem.ts'

/**
 * Defines who may call. `admin` is an admin, or a member of staff with the endpoint's permission; `owner-or-admin` is also the owner
 * named by the path, the query or the row.
 */
export type Access = 'anyone' | 'signed-in' | 'owner-or-admin' | 'admin'

/** Describes one endpoint of the API for server, client, documentation and tests. */
export type Endpoint = EndpointAddress<string, Methods, string> & EndpointFacts & EndpointAccess

type EndpointAccess =
  /** With a permission, its holders may do more than others. */
  | { access: 'anyone' | 'signed-in'; permission?: Permission | readonly Permission[] }
  /** Of several permissions, one is enough. */
  | { access: 'owner-or-admin' | 'admin'; permission: Permission | readonly Permission[] }

type EndpointAddress<Name extends string, Method extends string, Path extends string> = {
  name: Name
  method: Method
  /** The path with `:name` for each parameter. */
  path: Path
}

type Methods = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface EndpointFacts {
  summary: string
  /** Takes an access token from those who have one, where `anyone` may call: the response is then the caller's own. */
  optionalSignIn?: true
  /** Requires a sign-in within the last 15 minutes; otherwise the call fails with `sign-in-again`. */
  freshSignIn?: true
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Set if the call may come without its body. */
  bodyOptional?: true
  /** Set if a repeated call with the same `Idempotency-Key` header does nothing more; other POST calls refuse the header. */
  idempotencyKey?: true
  /** Names the file of a `multipart/form-data` body; `body` is then absent. */
  multipart?: 'image' | 'document' | 'table'
  /** Set if the body is a message of another service, whose signature covers its bytes. */
  signedBody?: true
  /** `Success` unless given. */
  answer: TSchema
  /** Set if the answer is a file: its media types. */
  file?: readonly string[]
  /** Problem codes beyond those of every call (`invalid-request`, `sign-in-required`, …); none unless given. */
  problems: readonly ProblemCode[]
}

type GivenFacts = Omit<EndpointFacts, 'answer' | 'problems'> &
  Partial<Pick<EndpointFacts, 'answer' | 'problems'>> &
  EndpointAccess

type Defaults<Facts extends GivenFacts> = {
  answer: Facts extends { answer: infer Answer extends TSchema } ? Answer : typeof Success
  problems: Facts extends { problems: infer Problems extends readonly ProblemCode[] } ? Problems : readonly []
}

/** Defines an endpoint and keeps its exact types, so that handlers and callers are checked against it. */
export function endpoint<
  const Name extends string,
  const Method extends Methods,
  const Path extends string,
  const Facts extends GivenFacts,
>(name: Name, method: Method, path: Path, facts: Facts): EndpointAddress<Name, Method, Path> & Facts & Defaults<Facts>
export function endpoint(name: string, method: Methods, path: string, facts: GivenFacts): Endpoint {
  return { name, method, path, answer: Success, problems: [], ...facts }
}

type Part<Schema> = Schema extends TSchema ? Static<Schema> : undefined

export type Params<E extends Endpoint> = Part<E['params']>
export type Query<E extends Endpoint> = Part<E['query']>
export type Body<E extends Endpoint> = Part<E['body']> | (E extends { bodyOptional: true } ? undefined : never)
export type ResponseBody<E extends Endpoint> = Part<E['answer']>

/** Defines text that PostgreSQL can store: well formed and without NUL. Lengths are in UTF-16 units. */
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength, format: 'text' })

/** Defines text that is neither empty nor blank. */
export const NonBlankText = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'filled-text' })

/** Defines the name of something: text on one line that is not blank, without characters that are not seen; see `findUnseen`. */
export const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'name' })

/** Defines text on one line that may be empty, such as a name in another language; see `findUnseen`. */
export const Line = (maxLength: number) => Type.String({ maxLength, format: 'line-or-empty' })

/** Defines the address of a delivery; see `isDeliveryAddress`. */
export const DeliveryAddress = Type.String({ minLength: 1, maxLength: maxLengths.address, format: 'delivery-address' })

/** Defines a phone number as text or, without its leading zeros, as a number; see `isPhoneNumber`. */
export const PhoneNumber = Type.Union([
  Type.String({ minLength: 1, maxLength: maxLengths.phone, format: 'phone-number' }),
  Type.Integer({ minimum: 100_000, maximum: 999_999_999_999_999 }),
])

/** Defines a person's name without line breaks or links, since it is shown in mails and to other users. */
export const PersonName = Type.String({ minLength: 1, maxLength: maxPersonName, format: 'person-name' })

/** Like PersonName, or blank for the name in the caller's profile. */
export const PersonNameOrEmpty = Type.String({ maxLength: maxPersonName, format: 'person-name-or-empty' })

/** Defines an e-mail address in ASCII; compared case-insensitively. */
/** Catches bots: the field is hidden, so people leave it empty. */
export const Honeypot = Type.Optional(Type.String({ maxLength: 500 }))
export const EmailAddress = Type.String({ minLength: 3, maxLength: maxLengths.email, format: 'email-address' })

/** Defines an amount in the currency of the shop, with no more decimals than it has. */
export const Amount = (minimum: number, maximum: number) => Type.Number({ minimum, maximum, format: 'amount' })

/** Defines a price: from one minor unit to 999,999,999 of them, such as 9,999,999.99 dollars. */
export const Price = Type.Number({ exclusiveMinimum: 0, maximum: maxPriceCents, format: 'price' })

/** Defines a whole number of units, at least `minimum`. */
export const Quantity = (minimum: number) => Type.Integer({ minimum, maximum: 1_000_000 })

export const IdParams = Type.Object({ id: Text(200, 1) })
export const EmailParams = Type.Object({ email: EmailAddress })
export const EmailQuery = Type.Object({ email: EmailAddress })
export const Success = Type.Object({ success: Type.Literal(true) })
