import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const megabyte = 1024 * 1024

/** Raw bodies, which the contract does not describe. */
const raw = ['receiveCardEvent']

const written = endpoints.filter(({ name, method, multipart }) => method !== 'GET' && !multipart && !raw.includes(name))

// security 34
test('each endpoint takes bodies as long as its longest one and not much more, and says how long they may be', async () => {
  let limited = 0
  for (const endpoint of written) {
    const body = endpoint.body ? longest(endpoint.body) : ''
    if (body === undefined) continue
    limited += 1
    assert.equal((await send(endpoint, `${body}!`)).status, 400, endpoint.name)
    const refused = await send(endpoint, body.padEnd(3 * body.length + 16 * 1024))
    assert.equal(refused.status, 413, endpoint.name)
    assert.match(refused.body.message, /^That is too large\. Send less than (1 MB|\d+ KB)\.$/, endpoint.name)
  }
  assert.ok(limited > written.length / 2, `${limited} of ${written.length}`)
})

// security 34
test('an endpoint whose bodies have no limit of their own takes a megabyte', async () => {
  const unlimited = written.filter(({ body }) => body && longest(body) === undefined)
  for (const endpoint of unlimited) {
    assert.equal((await send(endpoint, '!'.repeat(megabyte))).status, 400, endpoint.name)
    assert.equal((await send(endpoint, ' '.repeat(megabyte + 1))).status, 413, endpoint.name)
  }
})

// security 34
test('a message of the contact form may be long in any script, and a megabyte is refused before it is read', async () => {
  const fields = { name: 'Ada', email: 'ada@example.com' }
  const message = '🔧'.repeat(5000)
  const contact = (body: unknown) => shop.call('POST', '/contact', { body })
  assert.equal((await contact({ ...fields, message })).status, 200)
  const refused = await contact({ ...fields, message: message.repeat(20) })
  assert.equal(refused.status, 413)
})

/** Sends a body, which is no JSON, so that nothing happens. */
async function send({ method, path }: Endpoint, body: string) {
  const { statusCode: status, body: text } = await shop.app.inject({
    method,
    url: path.replaceAll(/:\w+/g, '1'),
    headers: { authorization: `Bearer ${shop.admin.token}`, 'content-type': 'application/json' },
    payload: body,
  })
  return { status, body: JSON.parse(text) as ProblemBody }
}

const letter = String.raw`\ud83d\udd27`

/** Writes the longest body that a schema takes, with each letter as an escape; undefined from a megabyte on. Formats are not kept. */
function longest(schema: TSchema): string | undefined {
  const {
    const: only,
    enum: choices,
    anyOf,
    type,
    maxLength,
    format,
    items,
    maxItems,
    properties,
  } = schema as {
    const?: unknown
    enum?: unknown[]
    anyOf?: TSchema[]
    type?: string
    maxLength?: number
    format?: string
    items?: TSchema
    maxItems?: number
    properties?: Record<string, TSchema>
  }
  if (only !== undefined) return JSON.stringify(only)
  if (choices) return longestOf(choices.map((choice) => JSON.stringify(choice)))
  if (anyOf) return longestOf(anyOf.map(longest))
  if (type === 'string' && maxLength !== undefined)
    return maxLength * letter.length < megabyte ? `"${letter.repeat(maxLength)}"` : undefined
  // Texts of other formats are as short as a moment.
  if (type === 'string') return format === undefined ? undefined : '"2026-01-01T00:00:00.000Z"'
  if (type === 'array' && items && maxItems !== undefined) {
    const item = longest(items)
    return item && item.length * maxItems < megabyte
      ? `[${Array.from({ length: maxItems }, () => item).join()}]`
      : undefined
  }
  if (type === 'object' && properties && !('patternProperties' in schema)) {
    const fields = Object.entries(properties).map(([name, value]) => [name, longest(value)] as const)
    if (fields.some(([, value]) => value === undefined)) return undefined
    const text = `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
    return text.length < megabyte ? text : undefined
  }
  if (type === 'number' || type === 'integer') return '-1.7976931348623157e+308'
  if (type === 'boolean') return 'false'
  return type === 'null' ? 'null' : undefined
}

/** Returns the longest of texts, or undefined if one has no limit. */
const longestOf = (texts: readonly (string | undefined)[]) =>
  texts.reduce((one, other) =>
    one === undefined || other === undefined ? undefined : other.length > one.length ? other : one,
  )
