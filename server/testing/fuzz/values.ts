import fc from 'fast-check'
import { maxPriceCents } from '#contract/max-lengths.ts'
import { hasVisible } from '#contract/unseen-characters.ts'
import type { Schema } from './schema.ts'

/** Stands for something that the shop has: it is looked up when the request is sent, since ids come from answers. */
export class Known {
  readonly kind: string
  readonly pick: number
  constructor(kind: string, pick: number) {
    this.kind = kind
    this.pick = pick
  }
}

const known = (kind: string) => fc.nat({ max: 10_000 }).map((pick) => new Known(kind, pick))

/** Maps field names to values, for text without a format. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  productId: known('catalog'),
  orderId: known('orders'),
  transactionId: known('transactions'),
  email: known('emails'),
  img: fc.constant('/media/test/960.webp'),
  image: fc.constant('/media/test/960.webp'),
  photoURL: fc.constantFrom('', '/media/test/960.webp'),
}

const words = fc.constantFrom(
  'Brake',
  'Bremsen-Öl',
  '制动',
  '🔩 bolt',
  "O'Hara; --",
  '<b>bold</b>',
  '=SUM(A1)',
  '100 %_',
)
const text = fc.oneof(
  { weight: 3, arbitrary: words },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((each) => each.replaceAll('\0', '')),
  },
)

const names = fc.constantFrom("O'Hara & Sons Ltd.", 'J.R. Müller', '制动', '🔩 bolt', '&lt;b&gt;', '=SUM(A1)')

const withoutUnseen = (each: string) => each.replaceAll(/[\p{Cc}\u200B\u202A-\u202E\u2066-\u2069]/gu, '')

/** Strings of each format that the contract knows. */
const byFormat: Record<string, fc.Arbitrary<string>> = {
  text,
  'filled-text': text.map((each) => (hasVisible(each) ? each : 'Filled')),
  name: text.map((each) => withoutUnseen(each).trim() || 'Named'),
  'line-or-empty': text.map(withoutUnseen),
  'person-name': names,
  'person-name-or-empty': fc.oneof(fc.constant(''), names),
  'delivery-address': text.map((each) => `1 Test Street ${each}`),
  'phone-number': fc.constantFrom('5550100', '+1 (212) 555-0123', '0049/89/12345', '123456'),
  'email-address': fc.nat({ max: 500 }).map((number) => `person-${number}@fuzz.test`),
  'weight-or-empty': fc.constantFrom('', '2.5 kg', '8 oz'),
  'length-or-empty': fc.constantFrom('', '120 mm', '5/16 in'),
  'email-address-or-empty': fc.constantFrom('', 'person@fuzz.test'),
  'row-offset': fc.integer({ min: 0, max: 100_000 }).map(String),
  'page-limit': fc.integer({ min: 1, max: 1000 }).map(String),
  'row-number': fc.integer({ min: 1, max: 2_000_000_000 }).map(String),
  uuid: fc.uuid(),
  address: fc.constantFrom('/products', 'https://example.com/a?b=c', 'mailto:a@b.test'),
  // Another one is refused as long as there are orders.
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  'order-prefix': fc.constantFrom('BY-', 'MB-', ''),
  'time-zone': fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
  'web-link': fc.constantFrom('', 'https://example.com/project'),
  'web-link-or-home': fc.constantFrom('', '/', 'https://example.com/shop'),
}

/** Generates values of a schema; `name` is the field's, `kind` the type of ids. */
export function valid(schema: Schema, name = '', kind = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valid(each, name, kind)))
  switch (schema.type) {
    case 'object':
      return validObject(schema, kind)
    case 'array':
      return fc.array(valid(schema.items ?? {}, name, kind), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return validInteger(schema)
    case 'number':
      return validCents(schema).map((cents) => cents / 100)
    case 'string':
      return validString(schema, name, kind)
    default:
      return fc.jsonValue()
  }
}

function validObject({ properties = {}, required = [] }: Schema, kind: string): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valid(each, name, kind)]))
  return fc.record(fields, { requiredKeys: [...required] })
}

/** Amounts of a shop in dollars, which have a largest price; other numbers with two decimals. */
function validCents({ format, minimum = 0, maximum = 1e9 }: Schema): fc.Arbitrary<number> {
  if (format === 'price' || format === 'price-or-zero') {
    return validInteger({ minimum: format === 'price' ? 1 : 0, maximum: maxPriceCents })
  }
  return validInteger({ minimum: minimum * 100, maximum: maximum * 100 })
}

/** Mostly small, often at the limits. */
function validInteger({ minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const low = Math.ceil(minimum)
  const high = Math.floor(maximum)
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: Math.max(low, 1), max: Math.max(low, Math.min(high, 10)) }) },
    { weight: 1, arbitrary: fc.constantFrom(low, high) },
  )
}

function validString({ format, pattern, minLength = 0, maxLength = 1e6 }: Schema, name: string, kind: string) {
  const named = byName[name]
  if (named) return named
  if (name === 'id' || name === 'after') return known(kind)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter((each) => each.length <= maxLength)
  return (byFormat[format ?? 'text'] ?? text).map((each) => fitted(each, minLength, maxLength))
}

function fitted(value: string, minLength: number, maxLength: number): string {
  const cut = value.slice(0, maxLength).toWellFormed()
  return cut.length < minLength ? cut.padEnd(minLength, 'x') : cut
}

let nested: unknown = 'deep'
for (let depth = 0; depth < 60; depth += 1) nested = { a: nested }

/** Includes invalid text: NUL, lone surrogates and noncharacters. */
const anyCharacter = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code))

/** Generates malicious and malformed values. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      1.5,
      0.1 + 0.2,
      1e21,
      1e308,
      -(2 ** 31) - 1,
      2 ** 31,
      2 ** 53,
      '',
      ' \t\n ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\u202Egpj.exe',
      'Ada\r\nBcc: x@evil.test',
      'You won: https://evil.test/prize',
      'x'.repeat(300),
      'x'.repeat(6000),
      '5',
      'NaN',
      '__proto__',
      'constructor',
      "' OR 1=1 --",
      "'; DROP TABLE orders; --",
      '\\',
      '%',
      '$1',
      '{{7*7}}${7*7}',
      '<script>alert(1)</script>',
      'javascript:alert(1)',
      '//evil.test/x',
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      '=cmd|/c calc!A1',
      'a\r\nset-cookie: x=y',
      '../../../../etc/passwd',
      'K@x.test',
      'ADMIN@BOLTYARD.TEST',
      'admin@boltyard.test ',
      '00000000-0000-0000-0000-000000000000',
      [],
      ['a'],
      {},
      { $ne: 1 },
      { toString: 'x', length: -1 },
      nested,
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 100 }) },
)

const strangeNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'role',
  'isAdmin',
  'paid',
  'state',
  'total_cents',
  'userId',
  '_id',
  'toString',
  '',
  '$where',
)

/** Describes one change: another value, a missing field, or an extra one. */
export const corruptions = fc.record({
  where: fc.nat({ max: 1000 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add'),
  value: hostile,
  name: strangeNames,
})
export type Corruption = typeof corruptions extends fc.Arbitrary<infer Value> ? Value : never

/** Returns a copy of the value with one fault. */
export function corrupt(value: unknown, change: Corruption): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Known) return change.value
  const entries = Object.entries(value as Record<string, unknown>)
  const chosen = entries[change.where % Math.max(1, entries.length)]
  if (change.how === 'add' || chosen === undefined) return rebuilt(value, [...entries, [change.name, change.value]])
  const [key, inner] = chosen
  if (change.how === 'drop')
    return rebuilt(
      value,
      entries.filter(([each]) => each !== key),
    )
  const deeper = typeof inner === 'object' && inner !== null && !(inner instanceof Known) && change.where % 3 > 0
  const replaced = deeper ? corrupt(inner, { ...change, where: Math.floor(change.where / 3) }) : change.value
  return rebuilt(
    value,
    entries.map((entry) => (entry[0] === key ? [key, replaced] : entry)),
  )
}

/** Copies own fields only, so that `__proto__` is one, as after JSON.parse. */
function rebuilt(like: unknown, entries: readonly (readonly [string, unknown])[]): unknown {
  if (Array.isArray(like)) return entries.map(([, value]) => value)
  const object = {}
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  return object
}
