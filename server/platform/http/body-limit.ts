import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'

/** Limits the bytes of bodies whose schema does not limit them. */
export const maxBodyBytes = 1024 * 1024

/** For spaces between values, and for fields that the contract does not name. */
const spareBytes = 4096
/** A letter beyond the first 65,536 may be written as two escapes: `\ud83d\ude00`. */
const bytesPerLetter = 12
/** Of a number with an exponent, `true`, `false` or `null`. */
const bytesPerScalar = 32
/** Of quotes, colon and comma, with a line and an indent of its own. */
const bytesAround = 16
/** Lists the formats that are short by themselves. */
const shortFormats = new Set(['uuid', 'day', 'moment', 'moment-or-empty', 'row-number', 'currency', 'time-zone'])
const bytesOfShortFormat = 64

/** Describes the parts of a JSON schema that limit its length. */
interface Sized {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Sized[]
  properties?: Record<string, Sized>
  patternProperties?: object
  items?: Sized
  maxItems?: number
  maxLength?: number
  format?: string
}

/** Returns the bytes that a body of an endpoint may have: those of the longest one that its schema accepts, or `maxBodyBytes`. */
export function bodyLimitOf({ body }: Pick<Endpoint, 'body'>): number {
  return Math.min(maxBodyBytes, spareBytes + (body === undefined ? 0 : longest(body)))
}

/** Returns the bytes of the longest JSON that a schema accepts; `Infinity` if it does not limit them. */
function longest(schema: TSchema): number {
  const {
    type,
    enum: choices,
    anyOf,
    properties,
    patternProperties,
    items,
    maxItems,
    maxLength,
    format,
  } = schema as Sized
  if ('const' in schema) return longestValue(schema['const'])
  if (choices) return Math.max(...choices.map(longestValue))
  if (anyOf) return Math.max(...anyOf.map(longest))
  switch (type) {
    case 'string':
      if (maxLength !== undefined) return maxLength * bytesPerLetter
      return format !== undefined && shortFormats.has(format) ? bytesOfShortFormat : Infinity
    case 'array':
      return items && maxItems !== undefined ? maxItems * (longest(items) + bytesAround) : Infinity
    case 'object':
      if (patternProperties || !properties) return Infinity
      return Object.entries(properties).reduce(
        (sum, [name, value]) => sum + name.length + longest(value) + bytesAround,
        0,
      )
    case 'boolean':
    case 'integer':
    case 'null':
    case 'number':
      return bytesPerScalar
    default:
      return Infinity
  }
}

// Clients write names and choices as they are.
const longestValue = (value: unknown) => (JSON.stringify(value) ?? '').length
