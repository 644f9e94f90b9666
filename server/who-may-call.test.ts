import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import sharp from 'sharp'
import Stripe from 'stripe'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type ProblemCode, problems } from '#contract/problem.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import { newId } from '#server/platform/ids.ts'
import { newsletterSubscriptions } from '#server/site-content/site-content.tables.ts'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { orderOf, placed } from '#server/testing/order-of.ts'
import { confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { printTables } from '#server/testing/print-tables.ts'
import { until } from '#server/testing/until.ts'

let shop: TestShop
let owner: Person
let stranger: Person
let product: Tool
let picture: Blob
const badTokens: Record<string, string> = {}
let adminOfLongAgo = ''
let unverifiedAdmin = ''
/** They were good once, and somebody has ended them. */
const endedTokens = new Set([
  'a token of an older version',
  'the token of a removed user',
  'a token from before signing out',
])

before(async () => {
  shop = await openTestShop({ env: { SMS_URL: 'http://AC1:token@127.0.0.1:9', SMS_FROM: '+15555550199' } })
  owner = await shop.signUp('owner')
  stranger = await shop.signUp('stranger')
  product = await shop.addProduct({ available: 100_000 })
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  picture = new Blob([new Uint8Array(png)], { type: 'image/png' })

  const { id: userId, tokenVersion: version } = await getUserByEmail(shop.db, shop.admin.email)
  const key = shop.secrets.accessTokenKey
  const signed = (signer: Uint8Array, header: { alg: 'HS256'; typ?: string }, audience = 'boltyard-api') =>
    new SignJWT({ ver: version })
      .setProtectedHeader(header)
      .setSubject(userId)
      .setIssuer('boltyard')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(signer)
  const removed = await enrolled(shop, 'removed')
  await shop.call('DELETE', `/user/${removed.email}`, { token: shop.admin.token })
  const gone = await shop.signUp('gone')
  await shop.call('POST', '/sign-out', { token: gone.token })
  const signedInAt = new Date(Date.now() - 16 * 60_000)
  adminOfLongAgo = await signAccessToken(key, { userId, version, signedInAt }, new Date())
  const half = await enrolled(shop, 'half')
  await shop.db.execute(sql`UPDATE users SET role = 'admin', email_verified_at = NULL WHERE id = ${half.id}`)
  unverifiedAdmin = half.token
  const ninetyMinutesAgo = new Date(Date.now() - 90 * 60_000)
  Object.assign(badTokens, {
    'an expired token': await signAccessToken(key, { userId, version }, ninetyMinutesAgo),
    'a token of an older version': await signAccessToken(key, { userId, version: version - 1 }, new Date()),
    'a token signed with another key': await signed(new Uint8Array(32), { alg: 'HS256', typ: 'at+jwt' }),
    'a token for another audience': await signed(key, { alg: 'HS256', typ: 'at+jwt' }, 'boltyard'),
    'a token of another type': await signed(key, { alg: 'HS256' }),
    'an unsigned token': new UnsecuredJWT({ ver: version, typ: 'at+jwt' })
      .setSubject(userId)
      .setIssuer('boltyard')
      .setAudience('boltyard-api')
      .setExpirationTime('1h')
      .encode(),
    'the token of a removed user': removed.token,
    'a token from before signing out': gone.token,
    'the identity provider’s ID token': shop.admin.idToken,
    'no token at all': 'nonsense',
  })
})
after(() => shop[Symbol.asyncDispose]())

/** What a call sends when nothing but the caller may be at fault. */
interface Walk {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Whoever calls instead, because the call takes the caller away. */
  token?: string
  /** Waits for what the call sets going, so that it does not fall into the next one that is watched. */
  settled?: () => Promise<unknown>
}

const newOrder = () => placed(shop, owner, product, 1)
const newUser = async () => (await enrolled(shop, crypto.randomUUID())).email
const stateOf = async ({ _id }: Order) =>
  (await shop.call<Order>('GET', `/order/${_id}`, { token: owner.token })).body.state
const paidOrder = async () => {
  const order = await newOrder()
  const { intentId } = await confirmCard(shop, await openPayment(shop, owner, order))
  // The provider tells the shop by itself, too: not in the middle of the call that is watched.
  await until(async () => (await stateOf(order)) === 'paid', 'the provider has told of the payment')
  return { params: { id: order._id }, body: { transactionId: intentId } }
}
const shippable = async () => {
  const { params, body } = await paidOrder()
  await shop.call('PATCH', `/order/${params.id}`, { token: owner.token, body })
  return { params }
}
/** Too old to go out: trying it again ends soon and sends nothing. */
async function givenUpMessage(): Promise<Walk> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO outbox (channel, recipient, kind, subject, text_body, html_body, written_at, given_up_at)
    VALUES ('sms', '+15555550100', 'phone-code', '', 'Text.', '', now() - interval '1 day', now()) RETURNING id`)
  const id = rows[0]?.id ?? ''
  const isGivenUp = async () => {
    const found = await shop.db.execute(sql`SELECT 1 FROM outbox WHERE id = ${id} AND given_up_at IS NOT NULL`)
    return found.rows.length > 0
  }
  return { params: { id }, settled: () => until(isGivenUp, 'the message is given up again') }
}
const shortOrder = async () => {
  const { params } = await shippable()
  await shop.db.execute(sql`UPDATE orders SET awaiting_stock_since = now() WHERE id = ${params.id}`)
  return { params }
}
const heldPayment = async () => {
  const order = await newOrder()
  const secret = await openPayment(shop, owner, order)
  await shop.db.execute(sql`UPDATE orders SET total_cents = total_cents + 1 WHERE id = ${order._id}`)
  const { intentId } = await confirmCard(shop, secret)
  await until(async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT 1 FROM payments WHERE intent_id = ${intentId} AND held_at IS NOT NULL`,
    )
    return rows.length > 0
  }, 'the payment is held')
  return { params: { id: intentId } }
}
const pictureForm = () => {
  const form = new FormData()
  form.set('image', picture, 'square.png')
  return form
}

const subscription = async () => {
  const token = crypto.randomUUID()
  await shop.db.insert(newsletterSubscriptions).values({ id: newId(), email: `${token}@example.com`, token })
  return token
}
const contactsGoTo = (contactRecipient: string) => ({
  settings: { homePage: 'shop', startupSpinnerMs: 0, contactRecipient },
})

/** How each endpoint is called with everything in order, each time on a target of its own that belongs to `owner`. */
const walks: Record<string, (token: string | undefined) => Walk | Promise<Walk>> = {
  getHealth: () => ({}),
  getReadiness: () => ({}),
  getVersion: () => ({}),
  getOpenApi: () => ({}),
  listTools: () => ({}),
  getShelves: () => ({}),
  getTool: () => ({ params: { id: product._id } }),
  addTool: () => ({
    body: {
      name: `Walked ${crypto.randomUUID()}`,
      content: 'Text.',
      available: 1,
      minQuantity: 1,
      price: 1,
      img: '/media/walk/960.webp',
    },
  }),
  updateTool: () => ({ params: { id: product._id }, body: { name: product.name, price: product.price } }),
  listAllTools: () => ({}),
  adjustStock: () => ({ params: { id: product._id }, body: { change: 1, reason: 'Found one.' } }),
  listStockMovements: () => ({ params: { id: product._id } }),
  restoreTool: async () => ({ params: { id: await archivedProduct() } }),
  deleteTool: async () => ({ params: { id: (await shop.addProduct())._id } }),
  listOrders: () => ({ query: { email: owner.email } }),
  placeOrder: () => ({ body: orderOf(product, 1) }),
  getOrder: async () => ({ params: { id: (await newOrder())._id } }),
  cancelOrder: async () => ({ params: { id: (await newOrder())._id } }),
  listAllOrders: () => ({}),
  shipOrder: shippable,
  allocateOrder: shortOrder,
  getOrderDetails: async () => ({ params: { id: (await newOrder())._id } }),
  refundOrder: async () => ({ ...(await shippable()), body: { amount: 1, reason: 'requested_by_customer' } }),
  listHeldPayments: () => ({}),
  refundHeldPayment: heldPayment,
  // Whose order it is, is the verb's matter (404); here each caller who may call pays an order of its own.
  createPaymentIntent: async (token) => {
    const payer = [owner, stranger, shop.admin].find((person) => person.token === token) ?? owner
    return { body: { orderId: (await placed(shop, payer, product, 1))._id } }
  },
  recordPayment: paidOrder,
  receiveCardEvent: () => {
    const body = { id: 'evt_1', object: 'event', type: 'charge.succeeded', data: { object: {} } }
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(body),
      secret: shop.secrets.cardEventSecret,
    })
    return { body, headers: { 'stripe-signature': signature } }
  },
  exchangeIdToken: () => ({ params: { email: owner.email }, body: { email: owner.email } }),
  logIn: () => ({ body: { email: owner.email } }),
  signOut: () => ({}),
  forgetMe: leaver,
  getProfile: () => ({ query: { email: owner.email } }),
  updateProfile: () => ({
    params: { email: owner.email },
    body: { displayName: 'Olga Owner', education: 'Mechanic', skill: 'Brakes' },
  }),
  getAdmin: () => ({ params: { email: owner.email } }),
  listUsers: () => ({}),
  demoteAdmin: async () => ({ params: { email: await newUser() } }),
  makeAdmin: async () => ({ params: { email: await newUser() } }),
  removeUser: async () => ({ params: { email: await newUser() } }),
  listReviews: () => ({}),
  listOwnReviews: () => ({}),
  changeReview: async (token) => ({ params: { id: await ownReview(token) }, body: { massage: 'Better.' } }),
  withdrawReview: async (token) => ({ params: { id: await ownReview(token) } }),
  listAllReviews: () => ({}),
  hideReview: async () => ({ params: { id: await ownReview(owner.token) }, body: { hidden: true } }),
  addReview: () => ({ body: { massage: 'Good.', image: '/media/walk/960.webp', rating: 5 } }),
  uploadImage: () => ({ body: pictureForm() }),
  listOutbox: () => ({ query: { limit: '10' } }),
  listAuditEvents: () => ({ query: { limit: '10', area: 'catalog' } }),
  retryMessage: givenUpMessage,
  getSiteContent: () => ({}),
  changeSiteContent: () => ({ body: contactsGoTo('owner@example.com') }),
  getFirstSiteContent: () => ({}),
  subscribeToNews: () => ({ body: { email: 'reader@example.com' } }),
  confirmSubscription: async () => ({ body: { token: await subscription() } }),
  endSubscription: async () => ({ body: { token: await subscription() } }),
  listSubscribers: () => ({}),
  sendContactMessage: async () => {
    await shop.call('PUT', '/site-content', { token: shop.admin.token, body: contactsGoTo('owner@example.com') })
    return { body: { name: 'Ada', email: 'ada@example.com', message: 'Hello.' } }
  },
}

async function archivedProduct(): Promise<string> {
  const { _id } = await shop.addProduct()
  await shop.call('DELETE', `/tools/${_id}`, { token: shop.admin.token })
  return _id
}

/** A review of whoever calls, two days old, or an id of none when nobody does. */
async function ownReview(token: string | undefined): Promise<string> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating, published_at)
    SELECT gen_random_uuid(), id, 'N', 'N', '', 'Good.', '/media/walk/960.webp', 5, now() - interval '2 days' FROM users
    WHERE email = ${emailOf(token)} RETURNING id`)
  return rows[0]?.id ?? crypto.randomUUID()
}

/** Somebody new in the place of whoever calls with a good token. */
async function leaver(token: string | undefined): Promise<Walk> {
  if (emailOf(token) === '') return {}
  const { id: userId } = await enrolled(shop, crypto.randomUUID())
  const claims = { userId, version: 0, signedInAt: new Date() }
  return { token: await signAccessToken(shop.secrets.accessTokenKey, claims, new Date()) }
}

const emailOf = (token: string | undefined) =>
  [owner, stranger, shop.admin].find((person) => person.token === token)?.email ?? ''

interface Request {
  method: string
  path: string
  token: string | undefined
  body: unknown
  headers: Record<string, string>
}

async function requestFor(endpoint: Endpoint, token: string | undefined): Promise<Request & Pick<Walk, 'settled'>> {
  const { params = {}, query, headers = {}, ...walk } = (await walks[endpoint.name]?.(token)) ?? {}
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  return { body: undefined, ...walk, method: endpoint.method, path: path + search, token: walk.token ?? token, headers }
}

async function assertRefused(request: Request, code: ProblemCode, who: string): Promise<void> {
  const answer = await shop.call(request.method, request.path, request)
  assert.equal(`${answer.status} ${answer.body.code}`, `${problems[code].status} ${code}`, who)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/, who)
}

async function assertLetIn(endpoint: Endpoint, token: string | undefined, who: string): Promise<void> {
  const request = await requestFor(endpoint, token)
  const answer = await shop.call(request.method, request.path, request)
  assert.equal(answer.status, 200, `${who}: ${JSON.stringify(answer.body)}`)
  await request.settled?.()
}

/** Everybody whom an endpoint does not let in: what opens nothing at all, and who may not do this. */
function outsiders(endpoint: Endpoint): [who: string, token: string | undefined, code: ProblemCode][] {
  const { whoMayCall } = endpoint
  const callers = { nobody: undefined, 'a customer': owner.token, 'an admin': shop.admin.token, ...badTokens }
  if (endpoint.problems.includes('proof-required')) {
    // An ID token is the very proof, but this one is not of the e-mail that is named.
    return Object.entries(callers).map(([who, token]) => [
      who,
      token,
      token === shop.admin.idToken ? 'not-allowed' : 'proof-required',
    ])
  }
  if (whoMayCall === 'anyone') return []
  const refused: ReturnType<typeof outsiders> = [['nobody', undefined, 'sign-in-required']]
  for (const [who, token] of Object.entries(badTokens))
    refused.push([who, token, endedTokens.has(who) ? 'session-ended' : 'session-expired'])
  if (whoMayCall === 'owner-or-admin') refused.push(['another customer', stranger.token, refusalOfStrangers(endpoint)])
  if (whoMayCall === 'admin') {
    refused.push(['a customer', owner.token, 'admin-only'], ['another customer', stranger.token, 'admin-only'])
    refused.push(['an admin without a verified address', unverifiedAdmin, 'email-not-verified'])
  }
  if (endpoint.freshSignIn) refused.push(['an admin who signed in long ago', adminOfLongAgo, 'sign-in-again'])
  return refused
}

/** Everybody whom an endpoint lets in. */
function insiders(endpoint: Endpoint): [who: string, token: string | undefined][] {
  if (endpoint.problems.includes('proof-required')) return [['whoever proves it', owner.idToken]]
  const admin: [string, string] = ['an admin', shop.admin.token]
  switch (endpoint.whoMayCall) {
    case 'admin':
      return [admin]
    case 'owner-or-admin':
      return [['the customer whose it is', owner.token], admin]
    case 'signed-in':
      return [['a customer', owner.token], ['another customer', stranger.token], admin]
    case 'anyone':
      return [['nobody', undefined], ['a customer', owner.token], admin, ...Object.entries(badTokens)]
  }
}

/** Whose it is stands in the address as an e-mail; or it is an id, and then others shall not even learn that it exists. */
function refusalOfStrangers({ params, query }: Endpoint): ProblemCode {
  const named = {
    ...(params as { properties?: object })?.properties,
    ...(query as { properties?: object })?.properties,
  }
  return 'email' in named ? 'not-allowed' : 'order-not-found'
}

test('every endpoint of the contract has a way to be walked', () => {
  assert.deepEqual(Object.keys(walks).toSorted(), endpoints.map(({ name }) => name).toSorted())
})

// First all refusals, before anything is under way that writes by itself.
for (const endpoint of endpoints) {
  const { whoMayCall, method, path } = endpoint
  if (whoMayCall === 'anyone' && !endpoint.problems.includes('proof-required')) continue
  test(`${method} ${path} refuses whoever is not ${whoMayCall}, and nothing is written`, async () => {
    // The very request that would be granted to its owner: only the caller is at fault.
    const request = await requestFor(endpoint, owner.token)
    const untouched = await printTables(shop.db)
    await Promise.all(outsiders(endpoint).map(([who, token, code]) => assertRefused({ ...request, token }, code, who)))
    assert.equal(await printTables(shop.db), untouched, 'a refused call wrote something')
  })
}

// Signing out ends the very tokens that the others need.
const inOrder = endpoints.toSorted((one, other) => Number(one.name === 'signOut') - Number(other.name === 'signOut'))
for (const endpoint of inOrder) {
  const { whoMayCall, method, path } = endpoint
  test(`${method} ${path} answers ${whoMayCall}`, async () => {
    await Promise.all(insiders(endpoint).map(([who, token]) => assertLetIn(endpoint, token, who)))
  })
}

test('other schemes than a bearer are nobody', async () => {
  const { token } = await enrolled(shop, 'basic')
  for (const authorization of [`Basic ${token}`, token, 'Bearer', 'Bearer ', `Bearer ${token} x`]) {
    const { status, body } = await shop.call('GET', '/all-users', { headers: { authorization } })
    assert.equal(`${status} ${body.code}`, '401 sign-in-required', authorization)
  }
})
