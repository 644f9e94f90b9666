import fc from 'fast-check'
import type { Operation, Schema } from './schema.ts'
import { hostile, corrupt, corruptions, valid } from './values.ts'

export const callers = [
  'visitor',
  'customer',
  'another customer',
  'admin',
  'liar',
  'with an ID token',
  'an API key',
] as const
export type Caller = (typeof callers)[number]

/** Describes the body: a value with placeholders for ids, or bytes of any content type. */
export type Payload =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'bytes'; type: string | undefined; encoding?: string; text: string }
  | { kind: 'picture'; field: string; picture: string }

/** Describes a request with placeholders for ids. */
export interface FuzzRequest {
  operation: Operation
  caller: Caller
  method: string
  /** The path parameters, or a whole URL. */
  path: Record<string, unknown> | string
  query: readonly (readonly [string, unknown])[]
  headers: Record<string, string>
  payload: Payload
}

/** Whether it goes to the very call that it was made from. */
export const isAimed = ({ method, operation, path }: FuzzRequest) =>
  method === operation.method && typeof path !== 'string'

/** Generates requests to the operations: a third valid, a third with one fault, a third hostile. */
export function requests(operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) => {
      const right = validRequest(operation)
      // Each picture is drawn nine times.
      const weight = operation.operationId === 'uploadImage' ? 1 : 4
      return { weight, arbitrary: fc.oneof(right, almostValidRequest(right), hostileRequest(right)) }
    }),
  )
}

const kindOf = ({ tags }: Operation) => (tags[0] === 'payments' ? 'orders' : (tags[0] ?? ''))

function validRequest(operation: Operation): fc.Arbitrary<FuzzRequest> {
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

/** Generates requests with one fault. */
function almostValidRequest(right: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  return fc.tuple(right, corruptions, fc.nat({ max: 5 })).map(([input, change, part]) => {
    const inPath = typeof input.path === 'object' && Object.keys(input.path).length > 0
    if (part === 0 && inPath)
      return { ...input, path: corruptPath(input.path as Record<string, unknown>, change.value) }
    if (part === 1 && input.query.length > 0) {
      const again = [change.name, change.value] as const
      const twice = input.query[0] ?? again
      return { ...input, query: [...input.query, change.how === 'add' ? again : twice] }
    }
    if (part === 2)
      return { ...input, query: [...input.query.slice(1), [input.query[0]?.[0] ?? 'limit', change.value]] }
    if (input.payload.kind === 'json')
      return { ...input, payload: { kind: 'json', value: corrupt(input.payload.value, change) } }
    if (input.payload.kind === 'picture') return { ...input, payload: { ...input.payload, picture: change.name } }
    return { ...input, payload: { kind: 'json', value: change.value } }
  })
}

/** Changes a path parameter; an empty one would make another URL. */
function corruptPath(path: Record<string, unknown>, value: unknown): Record<string, unknown> {
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

/** Generates hostile requests. */
function hostileRequest(right: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND')
  return fc
    .tuple(right, fc.nat({ max: 9 }), strangePaths, strangeHeaders, methods)
    .chain(([input, kind, path, headers, method]): fc.Arbitrary<FuzzRequest> => {
      if (kind === 0) return fc.constant({ ...input, path })
      if (kind === 1) return fc.constant({ ...input, method })
      if (kind < 5) return fc.constant({ ...input, headers: { ...input.headers, ...headers } })
      return strangePayloads(input.payload).map((payload) => ({ ...input, payload }))
    })
}
