import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { ignoresUnknownFields, neverIgnoredFields } from '#contract/specification-calls.ts'

/** Names the keyword of objects that ignore unknown fields: it lists those that are refused. `compile-schemas.ts` defines it. */
export const refusedFields = 'x-refused-fields'

/**
 * Returns the schema of a JSON body, which says of each object in it what becomes of fields that it does not name; undefined where
 * the body is a file, or a message that its sender's signature covers.
 */
export function requestBody(endpoint: Endpoint): TSchema | undefined {
  const { method, body, bodyOptional, multipart, signedBody } = endpoint
  if (method === 'GET' || multipart || signedBody) return undefined
  const isOpen = ignoresUnknownFields(endpoint)
  // Fastify checks an absent body as null.
  if (!body) return isOpen ? { [refusedFields]: neverIgnoredFields } : { ...closed, nullable: true }
  return { ...decideUnknownFields(body, isOpen), ...(bodyOptional && { nullable: true }) }
}

const closed = { type: 'object', properties: {}, additionalProperties: false }

interface Nested {
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  additionalProperties?: unknown
  items?: TSchema
  anyOf?: TSchema[]
}

function decideUnknownFields(schema: TSchema, isOpen: boolean): TSchema {
  const { properties, patternProperties, additionalProperties, items, anyOf } = schema as Nested
  const decide = (inner: TSchema) => decideUnknownFields(inner, isOpen)
  const decideEach = (fields: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, decide(inner)]))
  const isUndecided = additionalProperties === undefined && (properties ?? patternProperties) !== undefined
  const ignoresOthers = isOpen && patternProperties === undefined
  return {
    ...schema,
    ...(properties && { properties: decideEach(properties) }),
    ...(patternProperties && { patternProperties: decideEach(patternProperties) }),
    // Lists are none of the specification's.
    ...(items && { items: decideUnknownFields(items, false) }),
    ...(anyOf && { anyOf: anyOf.map(decide) }),
    ...(isUndecided && { additionalProperties: ignoresOthers }),
    ...(isUndecided && ignoresOthers && { [refusedFields]: neverIgnoredFields }),
  }
}
