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
  getOpenApi: () => ({}),
  listTools: () => ({}),
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
  createPaymentIntent: () => ({ body: { totalPrice: product.price } }),
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

/** A review of whoever calls, or an id of none when nobody does. */
async function ownReview(token: string | undefined): Promise<string> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating)
    SELECT gen_random_uuid(), id, 'N', 'N', '', 'Good.', '/media/walk/960.webp', 5 FROM users
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

async function walkTo(endpoint: Endpoint, token: string | undefined) {
  const { params = {}, query, body, headers = {}, settled, ...walk } = (await walks[endpoint.name]?.(token)) ?? {}
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const before = await printTables(shop.db)
  const answer = await shop.call(endpoint.method, path + search, { token: walk.token ?? token, body, headers })
  const wrote = before !== (await printTables(shop.db))
  if (answer.status === 200) await settled?.()
  return { ...answer, wrote }
}

async function assertRefused(endpoint: Endpoint, token: string | undefined, code: ProblemCode): Promise<void> {
  const answer = await walkTo(endpoint, token)
  assert.equal(`${answer.status} ${answer.body.code}`, `${problems[code].status} ${code}`)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(answer.wrote, false, 'a refused call wrote something')
}

async function assertLetIn(endpoint: Endpoint, token: string | undefined): Promise<void> {
  const answer = await walkTo(endpoint, token)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
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

// Signing out ends the very tokens that the others need.
const inOrder = endpoints.toSorted((one, other) => Number(one.name === 'signOut') - Number(other.name === 'signOut'))
for (const endpoint of inOrder) {
  const { whoMayCall, method, path } = endpoint
  test(`${method} ${path} answers ${whoMayCall}`, async (context) => {
    if (whoMayCall === 'anyone') {
      const wantsProof = endpoint.problems.includes('proof-required')
      for (const token of [undefined, owner.token, shop.admin.token, ...Object.values(badTokens)]) {
        // An ID token is the very proof, but this one is not of the e-mail that is named.
        if (!wantsProof) await assertLetIn(endpoint, token)
        else await assertRefused(endpoint, token, token === shop.admin.idToken ? 'not-allowed' : 'proof-required')
      }
      if (wantsProof) await assertLetIn(endpoint, owner.idToken)
      return
    }

    await context.test('nobody is asked to sign in', () => assertRefused(endpoint, undefined, 'sign-in-required'))
    for (const [name, token] of Object.entries(badTokens)) {
      await context.test(`${name} opens nothing`, () =>
        assertRefused(endpoint, token, endedTokens.has(name) ? 'session-ended' : 'session-expired'),
      )
    }
    if (endpoint.name === 'createPaymentIntent') {
      for (const { token } of [owner, stranger, shop.admin]) await placed(shop, { token }, product, 1)
    }
    await context.test('a customer whose it is', () =>
      whoMayCall === 'admin' ? assertRefused(endpoint, owner.token, 'admin-only') : assertLetIn(endpoint, owner.token),
    )
    await context.test('another customer', () =>
      whoMayCall === 'admin'
        ? assertRefused(endpoint, stranger.token, 'admin-only')
        : whoMayCall === 'owner-or-admin'
          ? assertRefused(endpoint, stranger.token, refusalOfStrangers(endpoint))
          : assertLetIn(endpoint, stranger.token),
    )
    await context.test('an admin', () => assertLetIn(endpoint, shop.admin.token))
    if (whoMayCall === 'admin') {
      await context.test('an admin without a verified address', () =>
        assertRefused(endpoint, unverifiedAdmin, 'email-not-verified'),
      )
    }
    if (endpoint.freshSignIn) {
      await context.test('an admin who signed in long ago', () =>
        assertRefused(endpoint, adminOfLongAgo, 'sign-in-again'),
      )
    }
  })
}

test('other schemes than a bearer are nobody', async () => {
  const { token } = await enrolled(shop, 'basic')
  for (const authorization of [`Basic ${token}`, token, 'Bearer', 'Bearer ', `Bearer ${token} x`]) {
    const { status, body } = await shop.call('GET', '/all-users', { headers: { authorization } })
    assert.equal(`${status} ${body.code}`, '401 sign-in-required', authorization)
  }
})
