import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { type ProblemBody, problems } from '#contract/problem.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'
import { search } from '#server/testing/random-search.ts'

let buyer: Person
let product: Tool
let order: Order
const shop = provideTestShop({}, async () => {
  buyer = await shop.signUp('buyer')
  product = await shop.addProduct()
  order = await placeOrder(shop, buyer, product, 1)
})

/** Asserts a well-formed problem; fails for a 500 or a success. */
function assertProblem(status: number, type: string | null, body: ProblemBody, what: string): void {
  assert.ok(status >= 400 && status < 500, `${what}: ${status} ${JSON.stringify(body)}`)
  assert.match(type ?? '', /^application\/problem\+json/, what)
  assert.ok(body.code in problems, `${what}: ${body.code}`)
  assert.equal(body.success, false)
  assert.equal(body.status, status)
  assert.match(body.message, /^[A-Z“].* .*/s, what)
  assert.ok(!/[{}]\w+\}/.test(body.message), `${what}: ${body.message}`)
}

interface Send {
  method: string
  path: string
  token?: string | undefined
  body?: string
  headers?: Record<string, string>
}

async function assertRefused({ method, path, token, body, headers }: Send, what: string): Promise<ProblemBody> {
  const response = await fetch(shop.url + path, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const problem = (await response.json()) as ProblemBody
  assertProblem(response.status, response.headers.get('content-type'), problem, `${method} ${path} ${what}`)
  return problem
}

const json = { 'content-type': 'application/json' }
const tooLong = 'x'.repeat(6000)

/** Returns every call with a body, and its required fields. */
const writes = () => [
  {
    method: 'POST',
    path: '/orders',
    token: buyer.token,
    body: { ...orderBody(product, 1), buyerName: 'Bea', email: buyer.email },
    required: ['address', 'phoneNumber', 'quantity'],
  },
  {
    method: 'POST',
    path: '/tools',
    token: shop.admin.token,
    body: { name: 'New', content: 'Text', available: 1, minQuantity: 1, price: 1, img: '/media/x/960.webp', sku: 'S' },
    required: ['name', 'content', 'available', 'minQuantity', 'price', 'img'],
  },
  {
    method: 'PUT',
    path: `/tools/${product._id}`,
    token: shop.admin.token,
    body: { name: 'New', content: 'Text', available: 1, minOrder: 1, price: 1, img: '/media/x/960.webp', sku: 'S' },
    required: [] as string[],
  },
  {
    method: 'PUT',
    path: `/user-info-update/${buyer.email}`,
    token: buyer.token,
    body: {
      displayName: 'Bea',
      education: 'School',
      skill: 'Brakes',
      project1: 'https://example.com',
      phone: '1',
      address: 'Here',
      photoURL: '',
    },
    required: ['displayName', 'education', 'skill'],
  },
  {
    method: 'POST',
    path: '/add-review',
    token: buyer.token,
    body: { displayName: 'Bea', designation: 'Boss', massage: 'Good', image: '/media/x/960.webp', rating: 5 },
    required: ['image', 'rating'],
  },
  { method: 'POST', path: '/login', token: buyer.idToken, body: { email: buyer.email }, required: ['email'] },
  {
    method: 'POST',
    path: '/create-payment-intent',
    token: buyer.token,
    body: { orderId: order._id, totalPrice: 10 },
    required: [] as string[],
  },
  {
    method: 'PATCH',
    path: `/order/${order._id}`,
    token: buyer.token,
    body: { transactionId: 'pi_1' },
    required: ['transactionId'],
  },
]

/** Lists values that no field accepts. */
const neverRight: [string, unknown][] = [
  ['an object', { $ne: 1 }],
  ['a list', ['a']],
  ['true', true],
  ['null', null],
  ['a NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
]
const neverANumber: [string, unknown][] = [
  ['negative', -1],
  ['fractional', 1.5],
  ['huge', 1e300],
  ['over 32 bits', 4_294_967_296],
  ['text', '5'],
  ['empty text', ''],
]

// spec 3.3, 5.4, 7.33, 9.2
// security 22
test('an id is 36 signs: other spellings that PostgreSQL does not read are refused', async () => {
  const id = `urn:uuid:${product._id}`
  for (const path of ['/tools', '/reviews', '/search?q=brake']) {
    const after = `${path.includes('?') ? '&' : '?'}after=${id}`
    const { code } = await assertRefused({ method: 'GET', path: path + after }, 'urn')
    assert.equal(code, 'invalid-request')
  }
})

test('every field of every call refuses what it cannot be, and nothing is written', async () => {
  const untouched = await dumpTables(shop.db)
  for (const { body, required, ...call } of writes()) {
    for (const [field, right] of Object.entries(body)) {
      const wrong = [...neverRight]
      if (typeof right === 'number') {
        // Sums of money may be fractions, and a total may be as large as it likes to be wrong.
        wrong.push(...neverANumber.filter(([name]) => !/price/i.test(field) || !/fractional|32/.test(name)))
        if (field !== 'available' && field !== 'rating' && field !== 'totalPrice') wrong.push(['zero', 0])
        if (field === 'price') wrong.push(['a third of a cent', 0.333])
      } else {
        wrong.push(['too long', tooLong])
        if (field !== 'phoneNumber' && field !== 'phone') wrong.push(['a number', 7])
        if (required.includes(field)) wrong.push(['empty', ''], ['blank', ' \t\n '])
      }
      for (const [name, value] of wrong) {
        const sent = JSON.stringify({ ...body, [field]: value })
        await assertRefused({ ...call, headers: json, body: sent }, `${field}: ${name}`)
      }
    }
    for (const field of required) {
      const { [field]: _, ...rest } = body as Record<string, unknown>
      const problem = await assertRefused({ ...call, headers: json, body: JSON.stringify(rest) }, `without ${field}`)
      assert.equal(problem.code, 'invalid-request')
      assert.match(problem.message, new RegExp(`${field} is missing`))
      assert.deepEqual(problem.errors, [{ field, message: 'is missing', code: 'required' }])
    }
  }
  assert.equal(await dumpTables(shop.db), untouched)
})

// security 22, 34
test('every call refuses bodies that are not what they claim, and nothing is written', async () => {
  const untouched = await dumpTables(shop.db)
  const big = JSON.stringify({ address: 'x'.repeat(10 * 1024 * 1024) })
  for (const { body, required: _, ...call } of writes()) {
    const right = JSON.stringify(body)
    for (const [name, text, code] of [
      ['broken JSON', right.slice(0, -3), 'invalid-json'],
      ['nothing', '', 'invalid-json'],
      ['a list', `[${right}]`, 'invalid-request'],
      ['text', '"text"', 'invalid-request'],
      ['null', 'null', 'invalid-request'],
      ['a number', '7', 'invalid-request'],
      ['a prototype', right.replace('{', '{"__proto__":{"role":"admin"},'), 'invalid-json'],
      ['a constructor', right.replace('{', '{"constructor":{"prototype":{"role":"admin"}},'), 'invalid-json'],
      ['10 MB', big, 'too-large'],
      ['depth', '['.repeat(4000), 'invalid-json'],
    ] as const) {
      const problem = await assertRefused({ ...call, headers: json, body: text }, name)
      assert.equal(problem.code, code, `${call.method} ${call.path} ${name}: ${problem.message}`)
    }
    for (const type of ['text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x']) {
      const problem = await assertRefused({ ...call, headers: { 'content-type': type }, body: right }, type)
      assert.equal(problem.code, 'unsupported-media-type')
    }
    await assertRefused({ ...call, headers: { 'content-type': 'text/plain' }, body: right }, 'text/plain')
    await assertRefused(
      { ...call, headers: { 'content-type': '\tapplication/json' }, body: '{"quantity":-1,"price":-1}' },
      'a tab',
    )
  }
  assert.equal(await dumpTables(shop.db), untouched)
})

// security 27
test('malformed or unknown ids and unreadable URLs are not found or rejected', async () => {
  const untouched = await dumpTables(shop.db)
  const unknown = crypto.randomUUID()
  const admin = shop.admin.token
  const ids = [
    [unknown, 404],
    ['1', 404],
    ['null', 404],
    [`${order._id}0`, 404],
    [encodeURIComponent("' OR 1=1 --"), 404],
    ['%F0%9F%94%A9', 404],
    ['..%2f..%2fetc%2fpasswd', 404],
    ['%00', 400],
    ['%ED%A0%80', 400],
    ['%E0%A4%A', 400],
    ['x'.repeat(250), 400],
    ['x'.repeat(2000), undefined],
  ] as const
  for (const [id, status] of ids) {
    for (const [method, path, body] of [
      ['GET', `/tools/${id}`],
      ['PUT', `/tools/${id}`, '{"price":1}'],
      ['DELETE', `/tools/${id}`],
      ['GET', `/order/${id}`],
      ['DELETE', `/orders/${id}`],
      ['PATCH', `/order/${id}`, '{"transactionId":"pi_1"}'],
      ['PATCH', `/ship-order/${id}`],
    ] as const) {
      const call = { method, path, token: admin, ...(body ? { body, headers: json } : {}) }
      const problem = await assertRefused(call, 'bad id')
      if (status !== undefined) assert.equal(problem.status, status, `${method} ${path}`)
    }
  }
  for (const email of [
    'nobody@nowhere.test',
    'no-address',
    '%00@x.test',
    'ünïcode@x.test',
    `${'x'.repeat(70)}@x.test`,
  ]) {
    await assertRefused({ method: 'GET', path: `/admin/${email}`, token: admin }, 'bad e-mail')
    await assertRefused({ method: 'PUT', path: `/user-update/${email}`, token: admin }, 'bad e-mail')
    await assertRefused({ method: 'DELETE', path: `/user/${email}`, token: admin }, 'bad e-mail')
    await assertRefused({ method: 'GET', path: `/user?email=${email}`, token: admin }, 'bad e-mail')
  }
  for (const query of [
    '',
    '?email=',
    `?email=${buyer.email}&email=${shop.admin.email}`,
    '?email[$ne]=x',
    '?email[]=a@b',
  ]) {
    await assertRefused({ method: 'GET', path: `/orders${query}`, token: buyer.token }, 'query')
    await assertRefused({ method: 'GET', path: `/user${query}`, token: buyer.token }, 'query')
  }
  await assertRefused({ method: 'GET', path: '/no/such/place' }, 'no route')
  await assertRefused({ method: 'POST', path: '/tools/1/2/3', token: admin }, 'no route')
  await assertRefused({ method: 'DELETE', path: '/all-orders', token: admin }, 'no method')
  assert.equal(await dumpTables(shop.db), untouched)
})

test('whatever a stranger sends to any call, it is no fault of ours', async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(-1, 0, 1.5, 1e21, '', '\u0000', '\ud800', '__proto__', 'ﬀ@ß.test', 'K@x.test'),
    fc.string({ unit: 'binary', maxLength: 300 }),
  )
  const calls = writes()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), fc.dictionary(fc.string(), value), value, async (call, extra, odd) => {
      const fields = Object.keys(call.body)
      const field = fields[JSON.stringify(odd)?.length % fields.length] ?? ''
      const { status, body } = await shop.call(call.method, call.path, {
        token: call.token,
        body: { ...extra, ...call.body, [field]: odd },
      })
      assert.ok(status < 500, JSON.stringify(body))
    }),
    search(150),
  )
})

// security 34, 50
test('lines that are no HTTP are answered, too', async () => {
  for (const [name, text, status] of [
    ['a huge header', `GET /tools HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['two lengths', 'POST /orders HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    [
      'two framings',
      'POST /orders HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['two hosts', 'GET /tools HTTP/1.1\r\nhost: shop.test\r\nhost: evil.test\r\n\r\n', 400],
    ['the same host twice', 'GET /tools HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n', 400],
    ['no host', 'GET /tools HTTP/1.1\r\n\r\n', 400],
    ['an empty host', 'GET /tools HTTP/1.1\r\nhost:\r\n\r\n', 400],
    ['a host with a path', 'GET /tools HTTP/1.1\r\nhost: shop.test/x\r\n\r\n', 400],
    ['a host with a user', 'GET /tools HTTP/1.1\r\nhost: a@shop.test\r\n\r\n', 400],
    ['a list of hosts', 'GET /tools HTTP/1.1\r\nhost: shop.test, evil.test\r\n\r\n', 400],
    ['an address as for a proxy', 'GET http://evil.test/tools HTTP/1.1\r\nhost: shop.test\r\n\r\n', 400],
    ['an address without a slash', 'GET tools HTTP/1.1\r\nhost: shop.test\r\n\r\n', 400],
    ['two tokens', `GET /my-reviews HTTP/1.1\r\nhost: x\r\n${twoTokens()}connection: close\r\n\r\n`, 401],
  ] as const) {
    const result = await speak(text)
    const [head = '', body = ''] = result.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), name)
    const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? null
    assertProblem(status, type, JSON.parse(body) as ProblemBody, name)
  }
})

/** The first one alone would be valid. */
const twoTokens = () => `authorization: Bearer ${buyer.token}\r\nauthorization: Bearer x\r\n`

test('a host may be a name, an address or neither, where HTTP lets it', async () => {
  for (const lines of [
    'GET /version HTTP/1.1\r\nhost: shop.test',
    'GET /version HTTP/1.1\r\nhost: my_shop:3000',
    'GET /version HTTP/1.1\r\nhost: 127.0.0.1:3000',
    'GET /version HTTP/1.1\r\nhost: [::1]:3000',
    'GET /version HTTP/1.0',
  ])
    assert.match(await speak(`${lines}\r\nconnection: close\r\n\r\n`), /^HTTP\/1\.1 200 /, lines)
})

function speak(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => socket.write(text))
    let result = ''
    socket.on('data', (bytes) => (result += bytes.toString()))
    socket.on('close', () => resolve(result))
    socket.on('error', reject)
  })
}

test('a body with more faults than anybody reads is refused with few of them', async () => {
  for (const [path, lines] of [
    ['/order-quote', Array.from({ length: 40_000 }, () => ({}))],
    ['/shipping-offers', Array.from({ length: 40_000 }, () => 1)],
  ] as const) {
    const { status, body } = await shop.call<ProblemBody>('POST', path, { body: { lines } })
    assert.deepEqual([status, body.code], [400, 'invalid-request'], path)
    assert.ok((body.errors?.length ?? 0) < 10, `${path}: ${body.errors?.length} errors`)
  }
  const { body } = await shop.call<ProblemBody>('POST', '/order-quote', {
    body: { lines: Array.from({ length: 300 }, () => ({})) },
  })
  assert.ok((body.errors?.length ?? 0) >= 300, 'a form gets all of its errors')
})
