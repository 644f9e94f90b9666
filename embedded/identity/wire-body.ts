import type { Language } from './languages.ts'
import { WireError } from './wire-error.ts'

/** Describes a parsed request: fields in camelCase on an object without a prototype. */
export interface WireRequest {
  body: Fields
  query: Fields
  apiKey: string
  ipAddress: string
  /** The part of the address by which limits count. */
  network: string
  userAgent: string | undefined
  /** The SDK's language; undefined if it is not supported. */
  language: Language | undefined
  /** The language of the host's pages for this visitor. */
  visitorLanguage: Language
}

export interface Fields {
  readonly [name: string]: unknown
}

const maxNesting = 8
const maxTextLength = 8192

/** Reads a JSON body; an empty one has no fields. Refuses everything that is not one object of well-formed text. */
export function parseJsonBody(bytes: Buffer): Fields {
  if (bytes.length === 0) return noFields()
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw malformed('The body is not valid JSON.')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw malformed('The body must be a JSON object.')
  }
  return normaliseObject(parsed, 0)
}

/** Reads a form body or a query string; of a repeated field the request is refused. */
export function parseForm(text: string): Fields {
  const fields = noFields()
  for (const [name, value] of new URLSearchParams(text)) {
    const key = camelCase(name)
    if (key in fields) throw malformed(`The field ${key.slice(0, 40)} is there twice.`)
    fields[key] = wellFormed(value)
  }
  return fields
}

/** Returns the query of a URL. */
export function queryOf(address: string): string {
  const mark = address.indexOf('?')
  return mark < 0 ? '' : address.slice(mark + 1)
}

/** Reads text; absent and null are the same in this API. */
export function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw malformed(`The field ${name} must be text.`)
  return value
}

export function readFlag(fields: Fields, name: string): boolean {
  const value = fields[name]
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw malformed(`The field ${name} must be true or false.`)
  return value
}

export function readTexts(fields: Fields, name: string): string[] {
  const value = fields[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw malformed(`The field ${name} must be a list of texts.`)
  }
  return value
}

export function readFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (!isFields(value)) throw malformed(`The field ${name} must be an object.`)
  return value
}

export function malformed(message: string): WireError {
  return new WireError('INVALID_ARGUMENT', message)
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function normaliseObject(source: object, depth: number): Fields {
  if (depth > maxNesting) throw malformed('The body is nested too deeply.')
  const fields = noFields()
  for (const [name, value] of Object.entries(source)) fields[camelCase(name)] = normaliseValue(value, depth)
  return fields
}

function normaliseValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value)) {
    if (depth > maxNesting) throw malformed('The body is nested too deeply.')
    return value.map((item) => normaliseValue(item, depth + 1))
  }
  return typeof value === 'object' && value !== null ? normaliseObject(value, depth + 1) : value
}

function wellFormed(value: string): string {
  if (value.length > maxTextLength) throw malformed('A text in the request is too long.')
  if (value.includes('\0') || !value.isWellFormed()) throw malformed('A text in the request is not well-formed.')
  return value
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

// No prototype: a field named __proto__ or constructor is then a field like any other.
function noFields(): Record<string, unknown> {
  return Object.create(null)
}
