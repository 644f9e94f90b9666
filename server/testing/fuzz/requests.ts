import fc from 'fast-check'
import type { Operation, Schema } from './schema.ts'
import { hostile, spoil, spoiling, valid } from './values.ts'

export const callers = ['nobody', 'customer', 'another customer', 'admin', 'liar', 'with an ID token'] as const
export type Caller = (typeof callers)[number]

/** What is sent as the body: a value, still with places for ids, or bytes that claim to be something. */
export type Payload =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'bytes'; type: string | undefined; encoding?: string; text: string }
  | { kind: 'picture'; field: string; picture: string }

/** One request, made but for the ids. */
export interface Wish {
  operation: Operation
  caller: Caller
  method: string
  /** The values of the places in the path, or a whole address of somebody's own making. */
  path: Record<string, unknown> | string
  query: readonly (readonly [string, unknown])[]
  headers: Record<string, string>
  payload: Payload
}

/** Whether it goes to the very call that it was made from. */
export const isAimed = ({ method, operation, path }: Wish) => method === operation.method && typeof path !== 'string'

/** Requests to the calls of the document: a third of them as it wishes, a third with one thing wrong, a third at war with it. */
export function requests(operations: readonly Operation[]): fc.Arbitrary<Wish> {
  return fc.oneof(
    ...operations.map((operation) => {
      const right = asDocumented(operation)
      // Each picture is drawn nine times.
      const weight = operation.operationId === 'uploadImage' ? 1 : 4
      return { weight, arbitrary: fc.oneof(right, nearly(right), atWar(right)) }
    }),
  )
}

const kindOf = ({ tags }: Operation) => (tags[0] === 'payments' ? 'orders' : (tags[0] ?? ''))

function asDocumented(operation: Operation): fc.Arbitrary<Wish> {
  const kind = kindOf(operation)
  const fields = (place: 'path' | 'query') => {
    const wanted = operation.parameters.filter((parameter) => parameter.in === place)
    return fc.record(Object.fromEntries(wanted.map(({ name, schema }) => [name, valid(schema, name, kind)])), {
      requiredKeys: wanted.filter(({ required }) => required).map(({ name }) => name),
    })
  }
  return fc.record({
    operation: fc.constant(operation),
    caller: fc.oneof({ weight: 3, arbitrary: fc.constant('admin' as const) }, fc.constantFrom(...callers)),
    method: fc.constant(operation.method),
    path: fields('path') as fc.Arbitrary<Record<string, unknown>>,
    query: fields('query').map((each) => Object.entries(each as Record<string, unknown>)),
    headers: usualHeaders,
    payload: payloadOf(operation, kind),
  })
}

const usualHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.nat({ max: 20 }).map((number) => ({ 'idempotency-key': `key-${number}` })) },
  { weight: 1, arbitrary: fc.constantFrom({ 'accept-language': 'de' }, { 'accept-encoding': 'br, zstd' }) },
)

function payloadOf({ requestBody }: Operation, kind: string): fc.Arbitrary<Payload> {
  const schema: Schema | undefined = requestBody?.content['application/json']?.schema
  if (schema) return valid(schema, '', kind).map((value) => ({ kind: 'json', value }))
  if (requestBody)
    return fc.record({ kind: fc.constant('picture'), field: fc.constant('image'), picture: fc.constant('png') })
  return fc.constant({ kind: 'none' })
}

/** One thing is wrong. */
function nearly(right: fc.Arbitrary<Wish>): fc.Arbitrary<Wish> {
  return fc.tuple(right, spoiling, fc.nat({ max: 5 })).map(([wish, change, part]) => {
    const inPath = typeof wish.path === 'object' && Object.keys(wish.path).length > 0
    if (part === 0 && inPath) return { ...wish, path: spoilPath(wish.path as Record<string, unknown>, change.value) }
    if (part === 1 && wish.query.length > 0) {
      const again = [change.name, change.value] as const
      const twice = wish.query[0] ?? again
      return { ...wish, query: [...wish.query, change.how === 'add' ? again : twice] }
    }
    if (part === 2) return { ...wish, query: [...wish.query.slice(1), [wish.query[0]?.[0] ?? 'limit', change.value]] }
    if (wish.payload.kind === 'json')
      return { ...wish, payload: { kind: 'json', value: spoil(wish.payload.value, change) } }
    if (wish.payload.kind === 'picture') return { ...wish, payload: { ...wish.payload, picture: change.name } }
    return { ...wish, payload: { kind: 'json', value: change.value } }
  })
}

/** An empty place would make another address of it. */
function spoilPath(path: Record<string, unknown>, value: unknown): Record<string, unknown> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Object.fromEntries(Object.entries(path).map(([name]) => [name, text === '' ? ' ' : text]))
}

const strangePaths = fc.oneof(
  fc.constantFrom(
    '/..%2f..%2fetc%2fpasswd',
    '/media/..%2f..%2fsecret-key',
    '/media/%2e%2e/%2e%2e/secret-key',
    '/media/x/..%5c..%5csecret-key',
    '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
    '/assets/../../package.json',
    '/.git/config',
    '//evil.test/',
    '/%',
    '/tools/%00',
    '/tools/%ff%fe',
    '/tools/%252e%252e%252f',
    '/tools//',
    '/TOOLS',
    '/tools;id=1',
    '/tools/?',
    '/*',
    `/tools/${'a/'.repeat(200)}`,
    `/tools/${'x'.repeat(3000)}`,
  ),
  fc.stringMatching(/^\/[\x21-\x22\x24-\x7e]{0,40}$/),
)

const strangeHeaders = fc.constantFrom<Record<string, string>>(
  { authorization: 'Bearer' },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': '' },
  { 'idempotency-key': '\u00ff{}' },
  { 'stripe-signature': 't=1,v1=00' },
  { 'x-forwarded-for': '127.0.0.1, 10.0.0.1', 'x-forwarded-host': 'evil.test' },
  { 'x-http-method-override': 'DELETE' },
  { host: 'evil.test' },
  { origin: 'https://evil.test', cookie: 'session=1' },
  { 'accept-encoding': 'br;q=9, zstd, *;q=x' },
  { 'if-none-match': '*', range: 'bytes=0-' },
  { 'accept-language': 'xx-YY;q=z, '.repeat(50) },
  { accept: 'text/html', te: 'trailers' },
  { 'x-filler': 'y'.repeat(20_000) },
)

const strangePayloads = (right: Payload): fc.Arbitrary<Payload> => {
  const text = right.kind === 'json' ? JSON.stringify(right.value) : '{"a":1}'
  const json = 'application/json'
  const bytes = (type: string | undefined, content: string, encoding?: string): Payload => ({
    kind: 'bytes',
    type,
    text: content,
    ...(encoding === undefined ? {} : { encoding }),
  })
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom<Payload>(
        bytes(json, text.slice(0, -2)),
        bytes(json, `\uFEFF${text}`),
        bytes(json, text.replace('{', '{"__proto__":{"role":"admin"},')),
        bytes(json, text.replace('{', '{"constructor":{"prototype":{"role":"admin"}},')),
        bytes(json, `${text}${text}`),
        bytes(json, text, 'gzip'),
        bytes(json, '['.repeat(50_000)),
        bytes(json, '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)),
        bytes(json, '1e999'),
        bytes(json, `{"n":${'9'.repeat(5000)}}`),
        bytes(json, `"${'x'.repeat(1_100_000)}"`),
        bytes(`${json}; charset=utf-16`, text),
        bytes('\tapplication/json', text),
        bytes('application/x-www-form-urlencoded', 'email=a&email=b&role=admin'),
        bytes(
          'multipart/form-data; boundary=x',
          '--x\r\ncontent-disposition: form-data; name="image"\r\n\r\nab\r\n--x--\r\n',
        ),
        bytes('multipart/form-data; boundary=x', '--x\r\nnonsense'),
        bytes('multipart/form-data', '--x--'),
        bytes('text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
        bytes(undefined, text),
        bytes('x', text),
        { kind: 'picture', field: 'image', picture: 'html' },
        { kind: 'picture', field: 'image', picture: 'truncated' },
        { kind: 'picture', field: 'image', picture: 'bomb' },
        { kind: 'picture', field: 'other', picture: 'png' },
      ),
    },
    { weight: 1, arbitrary: hostile.map((value): Payload => ({ kind: 'json', value })) },
    { weight: 1, arbitrary: fc.constant<Payload>({ kind: 'none' }) },
  )
}

/** Nothing is as it should be. */
function atWar(right: fc.Arbitrary<Wish>): fc.Arbitrary<Wish> {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND')
  return fc
    .tuple(right, fc.nat({ max: 9 }), strangePaths, strangeHeaders, methods)
    .chain(([wish, kind, path, headers, method]): fc.Arbitrary<Wish> => {
      if (kind === 0) return fc.constant({ ...wish, path })
      if (kind === 1) return fc.constant({ ...wish, method })
      if (kind < 5) return fc.constant({ ...wish, headers: { ...wish.headers, ...headers } })
      return strangePayloads(wish.payload).map((payload) => ({ ...wish, payload }))
    })
}
