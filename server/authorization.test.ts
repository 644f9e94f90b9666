import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import sharp from 'sharp'
import Stripe from 'stripe'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type GivenPermission, type Permission, permissions } from '#contract/permissions.ts'
import { type ProblemCode, problems } from '#contract/problem.ts'
import type { ApiKey } from '#contract/api-keys.ts'
import type { Address } from '#contract/addresses.ts'
import { type ExportKind, exportKinds, exportPermissions } from '#contract/exports.ts'
import type { CustomerDetails } from '#contract/customers.ts'
import { defaultSourceLimits, type ImportSource } from '#contract/import-sources.ts'
import type { CartSummary } from '#contract/carts.ts'
import type { StoredFitments } from '#contract/fitments.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import type { LegalKind } from '#contract/legal.ts'
import type { Order } from '#contract/orders.ts'
import type { Synonym } from '#contract/search.ts'
import type { TaxId } from '#contract/tax.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import { newId } from '#server/platform/ids.ts'
import { stockNotices } from '#server/catalog/stock-notices/stock-notices.tables.ts'
import { newsletterSubscriptions } from '#server/site-content/site-content.tables.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { checkTable, importTable, uploadTable } from '#server/testing/import-table.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let owner: Person
let stranger: Person
let product: Tool
let picture: Blob
const badTokens: Record<string, string> = {}
/** Members of staff with one permission each. */
const staff = new Map<Permission, string>()
/** API keys of the admin with one scope each. */
const keys = new Map<Permission, string>()
const unknownKey = `by_${'A'.repeat(43)}`
let staleAdminToken = ''
let unverifiedAdmin = ''
/** Tokens that were valid and are revoked. */
const endedTokens = new Set([
  'a token of an older version',
  'the token of a removed user',
  'a token from before signing out',
])

const shop = provideTestShop(
  {
    env: { SMS_URL: 'http://AC1:token@127.0.0.1:9', SMS_FROM: '+15555550199', TRUSTED_PROXIES: '1' },
  },
  async () => {
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
    const removed = await createCustomer(shop, 'removed')
    await shop.call('DELETE', `/user/${removed.email}`, { token: shop.admin.token })
    const gone = await shop.signUp('gone')
    await shop.call('POST', '/sign-out', { token: gone.token })
    const signedInAt = new Date(Date.now() - 16 * 60_000)
    staleAdminToken = await signAccessToken(key, { userId, version, signedInAt }, new Date())
    const half = await createCustomer(shop, 'half')
    await shop.db.execute(sql`UPDATE users SET role = 'admin', email_verified_at = NULL WHERE id = ${half.id}`)
    unverifiedAdmin = half.token
    for (const permission of permissions) {
      const member = await createCustomer(shop, `staff-${permission}`)
      const roleId = await newStaffRole([permission])
      await shop.db.execute(sql`UPDATE users SET staff_role_id = ${roleId} WHERE id = ${member.id}`)
      staff.set(permission, member.token)
      keys.set(permission, (await newApiKey([permission])).secret)
    }
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
      'an API key that nobody made': unknownKey,
    })
  },
)

/** Describes a valid call, in which only the caller can be at fault. */
interface Walk {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The response to every permitted caller, if the call is not for this shop. */
  refusal?: ProblemCode
  /** Waits for what the call sets going, so that it does not fall into the next one that is watched. */
  settled?: () => Promise<unknown>
}

let shareKey: Promise<string> | undefined
/** Shares a cart of the owner; sharing it once more would end the address that another caller has. */
const shareCart = async () => {
  const shared = { token: owner.token, body: { shared: true } }
  return (await shop.call<{ cart: CartSummary }>('PUT', '/cart/active', shared)).body.cart.shareKey ?? ''
}

const newOrder = () => placeOrder(shop, owner, product, 1)
const newCustomer = async () => (await createCustomer(shop, crypto.randomUUID())).id
const newInvitation = async () => {
  const body = { email: `${crypto.randomUUID()}@invited.test` }
  const { _id } = (await shop.call<{ _id: string }>('POST', '/customers', { token: shop.admin.token, body })).body
  await shop.call('POST', `/customer/${_id}/invitation`, { token: shop.admin.token })
  return _id
}
const newStaffRole = async (permissions: readonly Permission[] = ['orders']) => {
  const id = newId()
  await shop.db.execute(
    sql`INSERT INTO staff_roles (id, name, permissions) VALUES (${id}, ${id}, ${sql.param(permissions)}::text[])`,
  )
  return id
}
/** Nothing listens there. */
const closedPort = 'http://127.0.0.1:9/'
/** Creates a webhook that other calls of this test do not set going. */
const newWebhook = async () => {
  const id = newId()
  await shop.db.execute(
    sql`INSERT INTO webhook_endpoints (id, url, events) VALUES (${id}, ${closedPort}, '{order.expired}')`,
  )
  return id
}
/** Creates an API key of the admin. */
const newApiKey = async (scopes: readonly GivenPermission[]) => {
  const body = { name: scopes.join(), scopes }
  const added = await shop.call<{ key: ApiKey; secret: string }>('POST', '/api-keys', { token: shop.admin.token, body })
  return { id: added.body.key._id, secret: added.body.secret }
}
/** Returns what a caller may import: files of products with nothing but prices of lists need another permission. */
const importedBy = (token: string | undefined) => {
  const [permission] = [...staff, ...keys].find(([, one]) => one === token) ?? []
  return permission === 'prices' || permission === 'customers' ? permission : 'products'
}
const importColumns = {
  products: ['partNumber', 'name', 'price'],
  prices: ['list', 'partNumber', 'from', 'price'],
  customers: ['email', 'onAccount', 'netDays'],
}
/** Stages a file of one row, and waits for its dry run if it is to be applied. */
const newImport = async (token: string | undefined, state: 'uploaded' | 'checked' | 'applied' = 'uploaded') => {
  const what = importedBy(token)
  const kind = what === 'prices' ? 'products' : what
  const number = crypto.randomUUID()
  if (what === 'prices') await shop.addProduct({ name: number, sku: number })
  const row = {
    products: [number, number, '5'],
    prices: ['Public price breaks', number, '5', '5'],
    customers: [await newUser(), 'yes', '30'],
  }
  const rows = [importColumns[what], kind === 'customers' && state === 'uploaded' ? [owner.email, '', ''] : row[what]]
  const id =
    state === 'uploaded'
      ? (await uploadTable(shop, kind, rows)).body.import._id
      : (await (state === 'checked' ? checkTable : importTable)(shop, kind, rows))._id
  if (what === 'prices')
    await shop.db.execute(sql`
      UPDATE imports SET created_by = (SELECT id FROM users WHERE staff_role_id = (SELECT id FROM staff_roles WHERE permissions = '{prices}' LIMIT 1))
      WHERE id = ${id} AND ${staff.get('prices') === token}`)
  return id
}
const sourceBody = async (token: string | undefined) => ({
  importId: await newImport(token, 'checked'),
  name: 'Walked',
  origin: 'address',
  location: `${closedPort}walked.csv`,
  time: null,
  limits: defaultSourceLimits,
})
const newSource = async (token: string | undefined) => {
  const body = await sourceBody(token)
  // Whoever has prices only sees sources of their own.
  const by = staff.get('prices') === token ? token : shop.admin.token
  const added = await shop.call<{ source: ImportSource }>('POST', '/import-sources', { token: by, body })
  return added.body.source._id
}
const tableForm = () => {
  const form = new FormData()
  form.set('table', new Blob(['Part number,Price\nA-1,5']), 'prices.csv')
  return form
}
const newUser = async () => (await createCustomer(shop, crypto.randomUUID())).email
const stateOf = async ({ _id }: Order) =>
  (await shop.call<Order>('GET', `/order/${_id}`, { token: owner.token })).body.state
const paidOrder = async () => {
  const order = await newOrder()
  const { intentId } = await confirmCard(shop, await openPayment(shop, owner, order))
  // The provider's event must not arrive during the observed call.
  await waitUntil(async () => (await stateOf(order)) === 'paid', 'the provider has reported the payment')
  return { params: { id: order._id }, body: { transactionId: intentId } }
}
const shippable = async () => {
  const { params, body } = await paidOrder()
  await shop.call('PATCH', `/order/${params.id}`, { token: owner.token, body })
  return { params }
}
const askedChange = async () => {
  const [{ params }, message] = [await shippable(), newId()]
  await shop.db.execute(sql`
    INSERT INTO order_messages (id, order_id, kind, message, request, written_by)
    SELECT ${message}, id, 'change', '', '{"change": {"address": "2 New Road"}}', buyer_id FROM orders WHERE id = ${params.id}`)
  return { params: { ...params, message } }
}
const pickupOrder = async () => {
  const { params } = await shippable()
  await shop.db.execute(
    sql`UPDATE orders SET shipping = '{"id": "1", "name": "Pickup", "kind": "pickup"}' WHERE id = ${params.id}`,
  )
  return { params }
}
async function newPhrase(): Promise<string> {
  const key = crypto.randomUUID().toUpperCase()
  await shop.db.execute(sql`INSERT INTO fits_phrases (key, text) VALUES (${key}, ${key})`)
  return key
}
async function newFamilyPhrase(): Promise<string> {
  await shop.db.execute(
    sql`INSERT INTO fits_phrases (key, text) VALUES ('VOLKSWAGENGOLF', 'VW Golf') ON CONFLICT DO NOTHING`,
  )
  return 'VOLKSWAGENGOLF'
}
const shippedOrder = async () => ({ id: (await shippedParcel()).id })
/** Asks for a return, and approves or receives it. */
const newReturn = async (state: 'requested' | 'approved' | 'received' = 'requested') => {
  const { token } = shop.admin
  const lines = [{ line: 1, units: 1, reason: 'defective' }]
  const path = `/order/${(await shippedOrder()).id}/returns`
  const { body } = await shop.call<{ return: { _id: string } }>('POST', path, { token: owner.token, body: { lines } })
  const id = body.return._id
  if (state !== 'requested') await shop.call('POST', `/return/${id}/approve`, { token })
  if (state === 'received') await shop.call('POST', `/return/${id}/receive`, { token, body: receivedUnit })
  return { id }
}
const receivedUnit = { lines: [{ line: 1, received: 1, restocked: 0, scrapped: 1 }] }
const returnRules = { days: 30, feePercent: 0, wayBack: {}, withdrawal: true, deliveryDays: 5 }
const shippedParcel = async () => {
  const { params } = await shippable()
  const path = `/order/${params.id}/shipments`
  const { body } = await shop.call<{ shipment: { _id: string } }>('POST', path, { token: shop.admin.token })
  return { id: params.id, shipment: body.shipment._id }
}
/** Creates a message that is too old to send: retrying it ends soon. */
async function failedMessage(): Promise<Walk> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO outbox (channel, recipient, kind, subject, text_body, html_body, written_at, given_up_at)
    VALUES ('sms', '+15555550100', 'phone-code', '', 'Text.', '', now() - interval '1 day', now()) RETURNING id`)
  const id = rows[0]?.id ?? ''
  const isGivenUp = async () => {
    const found = await shop.db.execute(sql`SELECT 1 FROM outbox WHERE id = ${id} AND given_up_at IS NOT NULL`)
    return found.rows.length > 0
  }
  return { params: { id }, settled: () => waitUntil(isGivenUp, 'the message is given up again') }
}
async function failedJob(): Promise<Walk> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO jobs.job (name, state, completed_on) VALUES ('rebuild-dictionary', 'failed', now()) RETURNING id`)
  const id = rows[0]?.id ?? ''
  const isOver = async () => {
    const found = await shop.db.execute(
      sql`SELECT 1 FROM jobs.job WHERE id = ${id} AND state NOT IN ('failed', 'completed')`,
    )
    return found.rows.length === 0
  }
  return { params: { id }, settled: () => waitUntil(isOver, 'the job is over') }
}
const shortOrder = async () => {
  const { params } = await shippable()
  await shop.db.execute(sql`UPDATE orders SET awaiting_stock_since = now() WHERE id = ${params.id}`)
  return { params }
}
const unmatchedPayment = async () => {
  const order = await newOrder()
  const secret = await openPayment(shop, owner, order)
  await shop.db.execute(sql`UPDATE orders SET total_cents = total_cents + 1 WHERE id = ${order._id}`)
  const { intentId } = await confirmCard(shop, secret)
  await waitUntil(async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT 1 FROM payments WHERE intent_id = ${intentId} AND held_at IS NOT NULL`,
    )
    return rows.length > 0
  }, 'the payment is held')
  return { params: { id: intentId } }
}
const documentForm = () => {
  const form = new FormData()
  form.set('document', new Blob(['%PDF-1.7 test']), 'sheet.pdf')
  return form
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
const stockNotice = async () => {
  const token = crypto.randomUUID()
  const { _id: productId } = await shop.addProduct({ name: `Sold out ${token}`, available: 0 })
  const email = `${token}@example.com`
  await shop.db.insert(stockNotices).values({ id: newId(), productId, email, language: 'en', token })
  return token
}
const siteSettings = { settings: { homePage: 'shop', startupSpinnerMs: 0 } }

const newGroup = async () => {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`INSERT INTO customer_groups (name) VALUES (${crypto.randomUUID()}) RETURNING id`,
  )
  return rows[0]?.id ?? ''
}
const newPriceList = async () => {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`INSERT INTO price_lists (name) VALUES (${crypto.randomUUID()}) RETURNING id`,
  )
  return rows[0]?.id ?? ''
}

const berlin = { country: 'DE', street: 'Torstraße 1', postalCode: '10119', city: 'Berlin' }
/** Saves an address of the caller; without one, returns an id of none. */
const newAddress = async (token: string | undefined) =>
  (await shop.call<{ address?: Address }>('POST', '/addresses', { token, body: berlin })).body.address?._id ?? newId()

/** Describes a registration of its own place, in a country whose regions are not known: two of one place would overlap. */
const registration = () => ({
  country: 'FR',
  region: crypto.randomUUID(),
  number: '',
  scheme: 'normal',
  startsOn: '2026-01-01',
})
const certificate = { country: 'US', region: 'TX', number: 'R-1', reason: '', startsOn: '2026-01-01' }
const taxRate = () => ({
  country: 'US',
  region: 'TX',
  postalPrefix: '',
  taxClass: 'standard',
  name: crypto.randomUUID(),
  rate: '0.01',
  startsOn: '2026-01-01',
  onShipping: true,
})
let taxRows: Promise<unknown> = Promise.resolve()
/** Adds an entry of tax and returns its id, the highest of its table: one after the other. */
function newTaxRow(kind: 'registrations' | 'rates', body: object): Promise<string> {
  const added = taxRows.then(() => addTaxRow(kind, body))
  taxRows = added
  return added
}
async function addTaxRow(kind: 'registrations' | 'rates', body: object): Promise<string> {
  await shop.call('POST', `/tax/${kind}`, { token: shop.admin.token, body })
  const { rows } = await shop.db.execute<{ id: string }>(sql.raw(`SELECT max(id)::text AS id FROM tax_${kind}`))
  return rows[0]?.id ?? ''
}
async function newTaxClass(): Promise<string> {
  const code = crypto.randomUUID()
  const body = { name: 'Walked', isExempt: false, taxCode: '' }
  await shop.call('PUT', `/tax/classes/${code}`, { token: shop.admin.token, body })
  return code
}
async function newCertificate(): Promise<string> {
  const { id: userId } = await getUserByEmail(shop.db, owner.email)
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO exemption_certificates (id, user_id, country, starts_on)
    VALUES (gen_random_uuid(), ${userId}, 'US', '2026-01-01') RETURNING id`)
  return rows[0]?.id ?? ''
}
let taxNumbers = 0
/** Returns another German VAT number each time; its last digit checks the others (ISO 7064, MOD 11,10). */
function taxNumber(): string {
  const digits = String(13_669_597 + ++taxNumbers)
  let product = 10
  for (const digit of digits) product = (((Number(digit) + product) % 10 || 10) * 2) % 11
  return `DE${digits}${(11 - product) % 10}`
}
/** Adds a VAT number of the caller; without one, returns an id of none. */
const newTaxId = async (token: string | undefined) =>
  (await shop.call<{ taxId?: TaxId }>('POST', '/tax-ids', { token, body: { value: taxNumber() } })).body.taxId?._id ??
  newId()

const newVehicle = async (token: string | undefined) => {
  const body = { vehicles: [{ modelId: 1, year: 2005, vin: newId().slice(0, 17) }] }
  const garage = await shop.call<{ _id: string; vin: string }[]>('POST', '/garage', { token, body })
  const vin = body.vehicles[0]?.vin.replaceAll('-', '').toUpperCase()
  return (garage.status === 200 && garage.body.find((one) => one.vin === vin)?._id) || newId()
}

/** Maps each endpoint to a valid call with a target of its own that belongs to `owner`. */
const walks: Record<string, (token: string | undefined) => Walk | Promise<Walk>> = {
  getHealth: () => ({}),
  getReadiness: () => ({}),
  getVersion: () => ({}),
  getOpenApi: () => ({}),
  listTools: () => ({}),
  searchProducts: () => ({ query: { q: 'brake' } }),
  suggestSearches: () => ({ query: { q: 'brake' } }),
  quoteOrder: () => ({ body: { lines: [{ productId: product._id, quantity: 1 }], place: { country: 'US' } } }),
  previewOrder: () => ({
    body: {
      lines: [{ productId: product._id }],
      email: owner.email,
      discount: { name: 'Walked', kind: 'percent', value: 5 },
    },
  }),
  priceLines: () => ({ body: { lines: [{ productId: product._id, quantity: 1 }, { partNumber: 'none' }] } }),
  getMyPrices: () => ({ body: { productIds: [product._id] } }),
  listCustomerGroups: () => ({}),
  addCustomerGroup: () => ({ body: { name: crypto.randomUUID() } }),
  getCustomerGroup: async () => ({ params: { id: await newGroup() } }),
  renameCustomerGroup: async () => ({ params: { id: await newGroup() }, body: { name: crypto.randomUUID() } }),
  deleteCustomerGroup: async () => ({ params: { id: await newGroup() } }),
  listGroupMembers: async () => ({ params: { id: await newGroup() } }),
  addGroupMember: async () => ({ params: { id: await newGroup(), email: owner.email } }),
  removeGroupMember: async () => ({ params: { id: await newGroup(), email: owner.email } }),
  listQuantityRules: async () => ({ params: { id: await newGroup() } }),
  writeQuantityRules: async () => ({
    params: { id: await newGroup() },
    body: { rows: [{ productId: product._id, minOrder: 1 }] },
  }),
  listPriceLists: () => ({}),
  addPriceList: () => ({ body: { name: crypto.randomUUID() } }),
  getPriceList: async () => ({ params: { id: await newPriceList() } }),
  updatePriceList: async () => ({ params: { id: await newPriceList() }, body: { exclusive: true } }),
  deletePriceList: async () => ({ params: { id: await newPriceList() } }),
  listPrices: async () => ({ params: { id: await newPriceList() } }),
  writePrices: async () => ({
    params: { id: await newPriceList() },
    body: { rows: [{ productId: product._id, from: 1, price: 1.5 }] },
  }),
  getAddressFormat: () => ({ query: { country: 'US' } }),
  listAddresses: () => ({}),
  addAddress: () => ({ body: berlin }),
  updateAddress: async (token) => ({ params: { id: await newAddress(token) }, body: berlin }),
  setDefaultAddress: async (token) => ({ params: { id: await newAddress(token) } }),
  setBillingAddress: async (token) => ({ params: { id: await newAddress(token) } }),
  deleteAddress: async (token) => ({ params: { id: await newAddress(token) } }),
  listDiscounts: () => ({}),
  getDiscount: async () => ({ params: { id: await newDiscount() } }),
  // One without a code would make the orders of other calls cheaper.
  addDiscount: () => ({ body: { name: 'Walked', code: `by-${newId().slice(-12)}`, kind: 'percent', value: 5 } }),
  updateDiscount: async () => ({ params: { id: await newDiscount() }, body: { active: false } }),
  listCustomers: () => ({ query: { q: 'owner' } }),
  getCustomer: async () => ({ params: { id: await newCustomer() } }),
  addCustomer: () => ({ body: { email: `${crypto.randomUUID()}@invited.test` } }),
  changeCustomer: async () => {
    const id = await newCustomer()
    const { body } = await shop.call<CustomerDetails>('GET', `/customer/${id}`, { token: shop.admin.token })
    return { params: { id }, body: { email: body.customer.email, version: body.version, phone: '+1 512 555 0199' } }
  },
  previewMerge: async () => ({
    params: { id: await newCustomer() },
    query: { into: await newCustomer(), terms: 'own' },
  }),
  mergeCustomers: async () => ({
    params: { id: await newCustomer() },
    body: { into: await newCustomer(), terms: 'own' },
  }),
  inviteCustomers: () => ({}),
  repeatInvitation: async () => ({ params: { id: await newInvitation() } }),
  setCustomerTerms: async () => ({
    params: { id: await newCustomer() },
    body: { netDays: 30, creditLimit: null, poRequired: false },
  }),
  withdrawCustomerTerms: async () => ({ params: { id: await newCustomer() } }),
  addCustomerNote: async () => ({ params: { id: await newCustomer() }, body: { note: 'Pays in time.' } }),
  deleteCustomerNote: async () => {
    const [id, noteId] = [await newCustomer(), newId()]
    await shop.db.execute(
      sql`INSERT INTO customer_notes (id, user_id, note, written_by) VALUES (${noteId}, ${id}, 'Note.', ${id})`,
    )
    return { params: { id, noteId } }
  },
  countAllTools: () => ({}),
  selectTools: () => ({ body: { filter: { q: 'brake' } } }),
  changeTools: () => ({ body: { ids: [newId()], action: 'archive' } }),
  editToolCell: async () => {
    const { _id, price } = await shop.addProduct({})
    return { params: { id: _id }, body: { field: 'price', was: price, value: price + 1 } }
  },
  countCustomers: () => ({}),
  countAllReviews: () => ({}),
  addCustomerAddress: async () => ({ params: { id: await newCustomer() }, body: berlin }),
  tagCustomer: async () => ({ params: { id: await newCustomer() }, body: { name: 'Walked' } }),
  untagCustomer: async () => ({ params: { id: await newCustomer(), tagId: '1' } }),
  listTags: () => ({ query: { subject: 'order' } }),
  listSavedViews: () => ({ query: { list: 'orders' } }),
  addSavedView: () => ({ body: { list: 'orders', name: crypto.randomUUID(), query: 'show=paid', shared: false } }),
  updateSavedView: () => ({
    params: { id: newId() },
    body: { name: crypto.randomUUID(), query: '', shared: false },
    refusal: 'view-not-found',
  }),
  deleteSavedView: () => ({ params: { id: newId() }, refusal: 'view-not-found' }),
  getOrderNotes: async () => ({ params: { id: (await newOrder())._id } }),
  addOrderNote: async () => ({ params: { id: (await newOrder())._id }, body: { note: 'Call first.' } }),
  deleteOrderNote: async () => {
    const [order, noteId] = [await newOrder(), newId()]
    await shop.db.execute(
      sql`INSERT INTO order_notes (id, order_id, note, written_by) SELECT ${noteId}, id, 'Note.', buyer_id FROM orders WHERE id = ${order._id}`,
    )
    return { params: { id: order._id, noteId } }
  },
  tagOrders: async () => ({ body: { ids: [(await newOrder())._id], name: 'Walked' } }),
  untagOrders: async () => ({ body: { ids: [(await newOrder())._id], tagId: '1' } }),
  countAllOrders: () => ({}),
  shipOrders: async () => ({ body: { ids: [(await newOrder())._id] } }),
  getMyTerms: () => ({}),
  getMyData: () => ({}),
  getTaxSetup: () => ({}),
  updateTaxSettings: () => ({ body: { pricesIncludeTax: false } }),
  addTaxRegistration: () => ({ body: registration() }),
  updateTaxRegistration: async () => ({
    params: { id: await newTaxRow('registrations', registration()) },
    body: registration(),
  }),
  deleteTaxRegistration: async () => ({ params: { id: await newTaxRow('registrations', registration()) } }),
  addTaxClass: () => ({ body: { name: crypto.randomUUID(), isExempt: false, taxCode: '' } }),
  putTaxClass: () => ({ params: { code: 'walked' }, body: { name: 'Walked', isExempt: false, taxCode: '' } }),
  deleteTaxClass: async () => ({ params: { code: await newTaxClass() } }),
  listTaxRates: () => ({}),
  addTaxRates: () => ({ body: { rates: [taxRate()], addsUp: true } }),
  deleteTaxRate: async () => ({ params: { id: await newTaxRow('rates', { rates: [taxRate()], addsUp: true }) } }),
  proposeEuRates: () => ({}),
  listBuyerTaxIds: () => ({}),
  assessTaxId: async () => ({ params: { id: await newTaxId(owner.token) }, body: { status: 'verified' } }),
  listCertificates: () => ({}),
  addCertificate: () => ({ body: { email: owner.email, ...certificate } }),
  updateCertificate: async () => ({ params: { id: await newCertificate() }, body: certificate }),
  deleteCertificate: async () => ({ params: { id: await newCertificate() } }),
  listTaxIds: () => ({}),
  addTaxId: () => ({ body: { value: taxNumber() } }),
  deleteTaxId: async (token) => ({ params: { id: await newTaxId(token) } }),
  listCarts: () => ({}),
  addCart: () => ({ body: { name: 'For the van' } }),
  getCart: () => ({ params: { id: 'active' } }),
  updateCart: () => ({ params: { id: 'active' }, body: { name: 'Renamed' } }),
  deleteCart: async (token) => {
    const cart = await shop.call<{ cart?: CartSummary }>('POST', '/carts', { token, body: { name: 'To go' } })
    return { params: { id: cart.body.cart?._id ?? newId() } }
  },
  changeCartLines: () => ({ params: { id: 'active' }, body: { lines: [{ productId: product._id, quantity: 1 }] } }),
  mergeCart: () => ({ body: { mergeId: newId(), lines: [{ productId: product._id, quantity: 1 }] } }),
  getSharedCart: async () => ({ params: { id: await (shareKey ??= shareCart()) } }),
  listSynonyms: () => ({}),
  addSynonym: () => ({ body: { term: crypto.randomUUID(), means: 'brake', bothWays: false } }),
  deleteSynonym: async () => {
    const body = { term: crypto.randomUUID(), means: 'brake', bothWays: false }
    const added = await shop.call<{ synonym: Synonym }>('POST', '/synonyms', { token: shop.admin.token, body })
    return { params: { id: added.body.synonym._id } }
  },
  listTradeSynonyms: () => ({ query: { language: 'en' } }),
  changeTradeSynonym: () => ({
    body: { id: 'turbo = turbocharger', term: 'turbo', means: 'turbocharger', bothWays: true, isOff: true },
  }),
  restoreTradeSynonym: () => ({ query: { id: 'turbo = turbocharger' } }),
  listSearchMisses: () => ({}),
  deleteSearchMiss: () => ({ query: { words: 'nothing' } }),
  getCategories: () => ({}),
  getFacets: () => ({ query: { f: 'stock:plenty' } }),
  listVehicleMakes: () => ({}),
  listVehicleModels: () => ({ params: { id: '1' } }),
  listVehicleEngines: () => ({ params: { id: '1' } }),
  getProductFitments: () => ({ params: { id: product._id } }),
  listFitsPhrases: () => ({}),
  decideFitsPhrase: async () => ({ params: { key: await newPhrase() }, body: { modelIds: [] } }),
  getFitmentCopies: () => ({}),
  stageFitments: async () => {
    await shop.db.execute(
      sql`INSERT INTO fits_texts (product_id, text, is_complete) VALUES (${product._id}, 'VW Golf V', true) ON CONFLICT DO NOTHING`,
    )
    return { body: { source: 'texts' } }
  },
  answerOpenWords: async () => ({ body: { keys: [await newPhrase()] } }),
  answerOpenFamilies: async () => ({ body: { keys: [await newFamilyPhrase()] } }),
  reopenFamilies: () => ({}),
  findVehicleModels: () => ({ query: { q: 'golf' } }),
  takeFitsTexts: () => ({ body: {} }),
  dropFitsTexts: () => ({}),
  listTextsOfPhrase: async () => ({ params: { key: await newFamilyPhrase() } }),
  reopenFitsPhrase: async () => ({ params: { key: await newPhrase() } }),
  listManagedMakes: () => ({}),
  getManagedMake: () => ({ params: { id: '1' } }),
  addVehicleMake: () => ({ body: { name: crypto.randomUUID() } }),
  updateVehicleMake: () => ({ params: { id: '1' }, body: { isOffered: true } }),
  mergeVehicleMake: async () => ({ params: { id: await newMake() }, body: { into: 1 } }),
  addVehicleModel: () => ({ params: { id: '1' }, body: { family: crypto.randomUUID() } }),
  updateVehicleModel: async () => ({
    params: { id: await newModel() },
    body: { family: crypto.randomUUID(), isOffered: true },
  }),
  renameVehicleFamily: async () => {
    const family = crypto.randomUUID()
    await newModel(family)
    return { params: { id: '1' }, body: { family, name: crypto.randomUUID() } }
  },
  mergeVehicleModel: async () => ({ params: { id: await newModel() }, body: { into: 1 } }),
  addVehicleName: () => ({ params: { id: '1' }, body: { name: crypto.randomUUID(), counts: 'alone' } }),
  deleteVehicleName: async () => ({
    params: { id: await newOfVehicle('/vehicle-makes/1/names', { name: crypto.randomUUID(), counts: 'alone' }) },
  }),
  addVehicleEngine: () => ({ params: { id: '1' }, body: { name: crypto.randomUUID() } }),
  updateVehicleEngine: async () => ({ params: { id: await newEngine() }, body: { name: crypto.randomUUID() } }),
  deleteVehicleEngine: async () => ({ params: { id: await newEngine() } }),
  getStoredFitments: () => ({ params: { id: product._id } }),
  writeFitments: async () => {
    const { token } = shop.admin
    const { body } = await shop.call<StoredFitments>('GET', `/all-tools/${product._id}/fitments`, { token })
    return { params: { id: product._id }, body: { kind: 'none', isComplete: false, fitments: [], seen: body.seen } }
  },
  readFitsText: () => ({ body: { text: 'Golf V' } }),
  judgeFitments: () => ({ body: { vehicle: { modelId: 1, year: 2005 }, productIds: [] } }),
  readVehicle: () => ({ body: { text: 'sorento 2013 2.4' } }),
  listGarage: () => ({}),
  addToGarage: () => ({ body: { vehicles: [{ modelId: 1, year: 2005 }] } }),
  updateGarageVehicle: async (token) => ({ params: { id: await newVehicle(token) }, body: { modelId: 1, year: 2006 } }),
  deleteGarageVehicle: async (token) => ({ params: { id: await newVehicle(token) } }),
  listBrands: () => ({}),
  addBrand: () => ({ body: { name: crypto.randomUUID() } }),
  renameBrand: async () => ({ params: { slug: await newBrand() }, body: { name: crypto.randomUUID() } }),
  mergeBrand: async () => ({ params: { slug: await newBrand() }, body: { into: await newBrand() } }),
  deleteBrand: async () => ({ params: { slug: await newBrand() } }),
  listAttributes: () => ({}),
  addAttribute: () => ({ body: { names: { en: crypto.randomUUID() }, kind: 'option' } }),
  changeAttribute: async () => ({ params: { code: await newAttribute() }, body: { names: { en: 'Thread' } } }),
  deleteAttribute: async () => ({ params: { code: await newAttribute() } }),
  addAttributeOption: async () => ({ params: { code: await newAttribute() }, body: { names: { en: 'M8' } } }),
  renameAttributeOption: async () => ({ params: await newOption(), body: { names: { en: 'M10' } } }),
  mergeAttributeOption: async () => {
    const params = await newOption()
    return { params, body: { into: await addOption(params.code, 'M12') } }
  },
  deleteAttributeOption: async () => ({ params: await newOption() }),
  listCategoryAttributes: () => ({ params: { slug: 'brakes' } }),
  setCategoryAttributes: () => ({ params: { slug: 'brakes' }, body: { attributes: [] } }),
  getCategory: () => ({ params: { slug: 'brakes' } }),
  getVehiclePage: () => ({ params: { slug: 'kia-sorento' } }),
  listAllCategories: () => ({}),
  addCategory: () => ({ body: { names: { en: `Walked ${newId()}` } } }),
  updateCategory: async () => ({ params: { id: await newCategory() }, body: { names: { de: `Neu ${newId()}` } } }),
  deleteCategory: async () => ({ params: { id: await newCategory() } }),
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
  getToolStock: () => ({ params: { id: product._id } }),
  listStockMovements: () => ({ params: { id: product._id } }),
  getManagedTool: () => ({ params: { id: product._id } }),
  restoreTool: async () => ({ params: { id: await archivedProduct() } }),
  deleteTool: async () => ({ params: { id: (await shop.addProduct())._id } }),
  listBoughtProducts: () => ({}),
  listPastOrders: () => ({ query: { email: owner.email } }),
  getPastOrder: () => ({ params: { id: newId() }, refusal: 'order-not-found' }),
  listOrders: () => ({ query: { email: owner.email } }),
  countOrders: () => ({ query: { email: owner.email } }),
  placeOrder: () => ({ body: orderBody(product, 1) }),
  getOrder: async () => ({ params: { id: (await newOrder())._id } }),
  cancelOrder: async () => ({ params: { id: (await newOrder())._id } }),
  listAllOrders: () => ({}),
  shipOrder: shippable,
  createShipment: shippable,
  updateShipment: async () => ({ params: await shippedParcel(), body: { carrier: 'DHL' } }),
  undoShipment: async () => ({ params: await shippedParcel() }),
  undoShipments: async () => ({ body: { ids: [(await shippedParcel()).shipment] } }),
  readyOrder: pickupOrder,
  getPackingFacts: async () => ({ params: { id: (await newOrder())._id } }),
  allocateOrder: shortOrder,
  getOrderDetails: async () => ({ params: { id: (await newOrder())._id } }),
  listOrderReturns: async () => ({ params: await shippedOrder() }),
  requestReturn: async () => ({
    params: await shippedOrder(),
    body: { lines: [{ line: 1, units: 1, reason: 'defective' }] },
  }),
  withdrawOrder: async () => {
    await shop.call('PUT', '/return-settings', { token: shop.admin.token, body: returnRules })
    return { params: await shippedOrder() }
  },
  getReturn: async () => ({ params: await newReturn() }),
  approveReturn: async () => ({ params: await newReturn() }),
  refuseReturn: async () => ({ params: await newReturn(), body: { answer: 'Please ask the carrier.' } }),
  cancelReturn: async () => ({ params: await newReturn() }),
  receiveReturn: async () => ({ params: await newReturn('approved'), body: receivedUnit }),
  refundReturn: async () => ({ params: await newReturn('received') }),
  previewReturnRefund: async () => ({ params: await newReturn(), body: {} }),
  replaceReturn: async () => ({ params: await newReturn('approved') }),
  updateReturnSettings: () => ({ body: returnRules }),
  listReturns: () => ({}),
  countReturns: () => ({}),
  getReturnSettings: () => ({}),
  listReturnReasons: () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  refundOrder: async () => ({ ...(await shippable()), body: { amount: 1, reason: 'requested_by_customer' } }),
  cancelUnits: async () => ({ params: { id: (await newOrder())._id } }),
  changePaymentMethod: async () => {
    await shop.call('PUT', '/store', { token: shop.admin.token, body: { bankDetails: 'Bank 1', transferDays: 7 } })
    return { params: { id: (await newOrder())._id }, body: { payBy: 'transfer' } }
  },
  setFreight: async () => {
    const { params } = await shippable()
    await shop.db.execute(sql`
      UPDATE orders SET shipping = '{"id": "1", "name": "Freight", "kind": "quoted", "isUnpriced": true}', paid_at = NULL, transaction_id = NULL
      WHERE id = ${params.id}`)
    return { params, body: { freight: 10 } }
  },
  changeOrder: async () => ({ ...(await shippable()), body: { note: 'Ring twice' } }),
  sendOrderMessage: async () => ({ ...(await shippable()), body: { message: 'When does it come?' } }),
  closeOrderMessage: async () => {
    const [{ params }, message] = [await shippable(), newId()]
    await shop.db.execute(sql`
      INSERT INTO order_messages (id, order_id, kind, message, written_by)
      SELECT ${message}, id, 'question', 'When?', buyer_id FROM orders WHERE id = ${params.id}`)
    return { params: { ...params, message } }
  },
  previewChange: askedChange,
  applyChange: async () => ({ ...(await askedChange()), body: {} }),
  sendRefundByHand: async () => {
    const [{ _id }, token] = [await newOrder(), shop.admin.token]
    const path = `/order/${_id}`
    await shop.call('POST', `${path}/offline-payment`, { token, body: { method: 'check', reference: '1' } })
    const body = { amount: 1, reason: 'requested_by_customer' }
    const { body: done } = await shop.call<{ refund: { _id: string } }>('POST', `${path}/refunds`, { token, body })
    return { params: { id: _id, refund: done.refund._id } }
  },
  getInvoice: async () => ({ params: (await shippable()).params }),
  getCreditNote: async () => {
    const { params } = await shippable()
    const body = { amount: 1, reason: 'requested_by_customer' }
    const path = `/order/${params.id}/refunds`
    const { body: done } = await shop.call<{ refund: { _id: string } }>('POST', path, { token: shop.admin.token, body })
    return { params: { id: done.refund._id } }
  },
  listSavedCards: () => ({}),
  createSetupIntent: () => ({}),
  // The handler checks the owner; `server/payments/saved-cards.test.ts` has the removal of an own one.
  removeSavedCard: () => ({ params: { id: 'pm_none' }, refusal: 'saved-card-not-found' }),
  recordOfflinePayment: async () => ({
    params: { id: (await newOrder())._id },
    body: { method: 'bank_transfer', reference: 'RF18' },
  }),
  recordOfflinePayments: async () => ({
    body: { method: 'bank_transfer', reference: 'RF18', orders: [{ id: (await newOrder())._id }] },
  }),
  takeBackPayment: async () => ({
    params: { id: (await newOrder())._id, paymentId: 'offline-none' },
    refusal: 'payment-not-found',
  }),
  remindOfPayment: async () => ({ body: { orders: [(await newOrder())._id] }, refusal: 'nothing-open' }),
  remindOfOrders: async () => ({ body: { ids: [(await newOrder())._id], preview: true } }),
  getStatement: () => ({}),
  getJournal: () => ({}),
  getTaxReport: () => ({}),
  getEcSalesList: () => ({}),
  listUnmatchedPayments: () => ({}),
  refundUnmatchedPayment: unmatchedPayment,
  // The handler checks the owner (404); here each allowed caller pays an order of its own.
  createPaymentIntent: async (token) => {
    const payer = [owner, stranger, shop.admin].find((person) => person.token === token) ?? owner
    return { body: { orderId: (await placeOrder(shop, payer, product, 1))._id } }
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
  // The shop's own identity service deletes accounts; `server/identity/firebase.test.ts` has the other ones.
  deleteMyAccount: () => ({ refusal: 'account-here' }),
  getProfile: () => ({ query: { email: owner.email } }),
  updateProfile: () => ({
    params: { email: owner.email },
    body: { displayName: 'Olga Owner', education: 'Mechanic', skill: 'Brakes' },
  }),
  getAdmin: () => ({ params: { email: owner.email } }),
  listUsers: () => ({}),
  listStaff: () => ({}),
  assignStaffRole: async () => ({ params: { email: await newUser() }, body: { roleId: await newStaffRole() } }),
  addStaffRole: () => ({ body: { name: crypto.randomUUID(), permissions: ['orders'] } }),
  updateStaffRole: async () => ({
    params: { id: await newStaffRole() },
    body: { name: crypto.randomUUID(), permissions: ['catalog'] },
  }),
  listWebhookEndpoints: () => ({}),
  addWebhookEndpoint: () => ({ body: { url: closedPort, events: ['order.expired'] } }),
  updateWebhookEndpoint: async () => ({ params: { id: await newWebhook() }, body: { events: ['order.shipped'] } }),
  deleteWebhookEndpoint: async () => ({ params: { id: await newWebhook() } }),
  getWebhookSecret: async () => ({ params: { id: await newWebhook() } }),
  changeWebhookSecret: async () => ({ params: { id: await newWebhook() } }),
  testWebhook: async () => ({ params: { id: await newWebhook() } }),
  replayFailedDeliveries: async () => ({ params: { id: await newWebhook() } }),
  listWebhookDeliveries: () => ({}),
  replayDelivery: async () => {
    const { rows } = await shop.db.execute<{ id: string }>(sql`
      INSERT INTO webhook_deliveries (endpoint_id, type, due_at) VALUES (${await newWebhook()}, 'test', NULL) RETURNING id`)
    return { params: { id: rows[0]?.id ?? '' } }
  },
  listApiKeys: () => ({}),
  addApiKey: () => ({ body: { name: 'ERP', scopes: ['orders'] } }),
  revokeApiKey: async () => ({ params: { id: (await newApiKey(['orders'])).id } }),
  deleteStaffRole: async () => ({ params: { id: await newStaffRole() } }),
  demoteAdmin: async () => ({ params: { email: await newUser() } }),
  makeAdmin: async () => ({ params: { email: await newUser() } }),
  removeUser: async () => ({ params: { email: await newUser() } }),
  getUserAccount: async () => ({ params: { id: await newAccount() } }),
  getPersonalData: async () => ({ params: { id: await newCustomer() } }),
  disableAccount: async () => ({ params: { id: await newAccount() } }),
  enableAccount: async () => ({ params: { id: await newAccount() } }),
  signOutAccount: async () => ({ params: { id: await newAccount() } }),
  removeSecondFactor: async () => ({ params: { id: await newAccount(), factorId: `factor-${accountsMade}` } }),
  removePhoneNumber: async () => ({ params: { id: await newAccount() } }),
  sendPasswordReset: async () => ({ params: { id: await newAccount() } }),
  listReviews: () => ({}),
  listOwnReviews: () => ({}),
  updateReview: async (token) => ({ params: { id: await ownReview(token) }, body: { massage: 'Better.' } }),
  withdrawReview: async (token) => ({ params: { id: await ownReview(token) } }),
  listAllReviews: () => ({}),
  hideReview: async () => ({ params: { id: await ownReview(owner.token) }, body: { hidden: true } }),
  addReview: () => ({ body: { massage: 'Good.', image: '/media/walk/960.webp', rating: 5 } }),
  uploadImage: () => ({ body: pictureForm() }),
  uploadDocument: () => ({ body: documentForm() }),
  listImports: () => ({}),
  uploadImport: (token) => ({
    query: { kind: importedBy(token) === 'customers' ? 'customers' : 'products' },
    body: tableForm(),
  }),
  getImport: async (token) => ({ params: { id: await newImport(token) } }),
  readImportAgain: async (token) => ({ params: { id: await newImport(token) }, body: {} }),
  checkImport: async (token) => ({
    params: { id: await newImport(token) },
    body: { columns: importColumns[importedBy(token)] },
  }),
  fixImport: async (token) => ({ params: { id: await newImport(token, 'checked') }, body: { fixes: [] } }),
  listImportRows: async (token) => ({ params: { id: await newImport(token) } }),
  applyImport: async (token) => ({ params: { id: await newImport(token, 'checked') } }),
  cancelImport: async (token) => ({ params: { id: await newImport(token) } }),
  undoImport: async (token) => ({ params: { id: await newImport(token, 'applied') } }),
  listImportSources: () => ({}),
  addImportSource: async (token) => ({ body: await sourceBody(token) }),
  updateImportSource: async (token) => ({ params: { id: await newSource(token) }, body: { time: '02:30' } }),
  runImportSource: async (token) => {
    const id = await newSource(token)
    const isOver = async () =>
      (await shop.db.execute(sql`SELECT FROM import_sources WHERE id = ${id} AND taken_by IS NULL AND attempts > 0`))
        .rows.length === 1
    return { params: { id }, settled: () => waitUntil(isOver, 'the shop has looked for the file') }
  },
  deleteImportSource: async (token) => ({ params: { id: await newSource(token) } }),
  getShippingStatus: () => ({}),
  getCharges: () => ({}),
  listShippingOffers: () => ({ body: shippingQuestion() }),
  getShippingSetup: () => ({}),
  setShippingEnabled: () => ({ body: { enabled: false } }),
  getSelling: () => ({}),
  setSelling: () => ({ body: { on: false } }),
  changeShippingSettings: () => ({ body: { defaultWeight: 1, origin: { country: 'US', postalCode: '78701' } } }),
  addShippingZone: () => ({ body: { name: 'Walked', members: [{ country: 'US', region: 'TX' }] } }),
  changeShippingZone: async () => ({ params: { id: await newZone() }, body: { name: 'Walked', members: [] } }),
  deleteShippingZone: async () => ({ params: { id: await newZone() } }),
  addShippingMethod: () => ({ body: shippingMethod }),
  changeShippingMethod: async () => ({ params: { id: await newMethod() }, body: shippingMethod }),
  deleteShippingMethod: async () => ({ params: { id: await newMethod() } }),
  listShipClasses: () => ({}),
  setShipClasses: () => ({ body: { classes: [{ code: 'bulky', name: 'Bulky' }] } }),
  getMailServer: () => ({}),
  changeMailServer: () => ({
    body: { host: '127.0.0.1', port: 1, encryption: 'none', user: '', sender: 'shop@boltyard.test' },
  }),
  removeMailServer: () => ({}),
  sendTestMail: () => ({}),
  listTasks: () => ({}),
  searchAsStaff: () => ({ query: { q: 'owner' } }),
  listOpeningSteps: () => ({}),
  getTestMode: () => ({}),
  getDemo: () => ({}),
  listDemoParts: () => ({}),
  removeDemo: () => ({}),
  listEditFields: () => ({}),
  editProducts: () => ({
    body: { products: { ids: [product._id] }, changes: [{ field: 'minimum', operation: 'set', value: '1' }] },
  }),
  exportTable: (token) => ({ params: { kind: exportKindOf(token) } }),
  createExportLink: (token) => ({ params: { kind: exportKindOf(token) }, body: {} }),
  downloadExport: async () => {
    const { body } = await shop.call<{ url: string }>('POST', '/exports/orders/link', {
      token: shop.admin.token,
      body: {},
    })
    return { params: { token: body.url.replace('/export-files/', '') } }
  },
  getSales: () => ({ query: { by: 'day', from: '2026-11-01', to: '2026-11-24' } }),
  listFailedJobs: () => ({}),
  retryJob: failedJob,
  deleteJob: failedJob,
  listOutbox: () => ({ query: { limit: '10' } }),
  getKeptMails: () => ({ query: { q: 'order' } }),
  sendKeptMails: () => ({ body: {}, refusal: 'message-not-deliverable' }),
  listAuditEvents: () => ({ query: { limit: '10', area: 'catalog' } }),
  retryMessage: failedMessage,
  getStore: () => ({}),
  listFixedStoreFields: () => ({}),
  getStoreRecipients: () => ({}),
  updateStore: () => ({ body: { name: 'Acme Parts' } }),
  getSiteContent: () => ({}),
  updateSiteContent: () => ({ body: siteSettings }),
  translateSiteContent: () => ({ params: { language: 'de' }, body: siteSettings }),
  getDefaultSiteContent: () => ({}),
  listContentVersions: () => ({}),
  restoreContentVersion: () => ({ params: { id: '0' } }),
  countProductSitemaps: () => ({}),
  countVisit: () => ({ body: { path: '/products' } }),
  getVisits: () => ({ query: { from: '2026-01-01', to: '2026-01-31' } }),
  listLegalTexts: () => ({}),
  getLegalText: async () => {
    await publishReturns()
    return { params: { kind: 'returns' } }
  },
  getLegalVersion: async () => {
    await publishReturns()
    return { params: { kind: 'returns', language: 'en', version: '1' } }
  },
  listLegalDrafts: () => ({}),
  // Each permitted caller has a draft of its own, since they call at once.
  saveLegalDraft: (token) => ({
    params: draftParams(token, [
      ['imprint', 'en'],
      ['imprint', 'de'],
      ['returns', 'de'],
    ]),
    body: { text: 'Boltyard Ltd', revision: 0 },
  }),
  publishLegalText: async (token) => {
    const params = draftParams(token, [
      ['privacy', 'en'],
      ['privacy', 'de'],
      ['terms', 'de'],
    ])
    const body = { text: 'What we keep.', revision: 0 }
    await shop.call('PUT', `/legal-drafts/${params.kind}/${params.language}`, { token: shop.admin.token, body })
    return { params, body: { revision: 1 } }
  },
  subscribeToNewsletter: () => ({ body: { email: 'reader@example.com' }, headers: newVisitor() }),
  askForStockNotice: async () => {
    const { _id: id } = await shop.addProduct({ name: `Sold out ${crypto.randomUUID()}`, available: 0 })
    return { params: { id }, body: { email: 'waiting@example.com' } }
  },
  confirmStockNotices: async () => ({ body: { token: await stockNotice() } }),
  endStockNotices: async () => ({ body: { token: await stockNotice() } }),
  confirmSubscription: async () => ({ body: { token: await subscription() } }),
  endSubscription: async () => ({ body: { token: await subscription() } }),
  listSubscribers: () => ({}),
  sendContactMessage: () => ({
    body: { name: 'Ada', email: 'ada@example.com', message: 'Hello.' },
    headers: newVisitor(),
  }),
}

/** Returns the draft of this caller; all who are refused share the last one. */
function draftParams(token: string | undefined, drafts: readonly (readonly [LegalKind, Language])[]) {
  const permitted = [shop.admin.token, staff.get('content'), keys.get('content')]
  const [kind, language] = drafts.at(permitted.indexOf(token)) ?? ['terms', 'en']
  return { kind, language }
}

let returnsPublished: Promise<unknown> | undefined
/** Publishes a text once, for all who read it. */
const publishReturns = () =>
  (returnsPublished ??= (async () => {
    const { token } = shop.admin
    await shop.call('PUT', '/legal-drafts/returns/en', { token, body: { text: 'Within 14 days.', revision: 0 } })
    await shop.call('POST', '/legal-drafts/returns/en/publish', { token, body: { revision: 1 } })
  })())

/** Returns a kind that the caller may export: the permission of each is another one. */
function exportKindOf(token: string | undefined): ExportKind {
  const held = [...staff, ...keys].find(([, one]) => one === token)?.[0]
  return exportKinds.find((kind) => [exportPermissions[kind]].flat().some((one) => one === held)) ?? 'orders'
}

let visitors = 0
/** Returns a new IP address, since these forms are limited per network. */
const newVisitor = () => ({ 'x-forwarded-for': `198.51.100.${++visitors}` })

const added = async (path: string, body: object) =>
  (await shop.call<{ slug: string; code: string }>('POST', path, { token: shop.admin.token, body })).body
const addedNumber = async (path: string, body: object) =>
  String((await shop.call<{ id: number }>('POST', path, { token: shop.admin.token, body })).body.id)
const newZone = () => addedNumber('/shipping-zones', { name: 'Walked', members: [] })
const shippingMethod = { name: 'Walked', kind: 'flat', active: true, rates: [], classRules: [] }
const newMethod = () => addedNumber('/shipping-methods', shippingMethod)
const shippingQuestion = () => ({ lines: [{ productId: product._id, quantity: 1 }], place: { country: 'US' } })
/** Adds a row of vehicles, and returns its id. */
const newOfVehicle = async (path: string, body: object) =>
  String((await shop.call<{ id: number }>('POST', path, { token: shop.admin.token, body })).body.id)
const newMake = () => newOfVehicle('/vehicle-makes', { name: crypto.randomUUID() })
const newModel = (family: string = crypto.randomUUID()) => newOfVehicle('/vehicle-makes/1/models', { family })
const newEngine = () => newOfVehicle('/vehicle-models/1/engines', { name: crypto.randomUUID() })
const newBrand = async () => (await added('/brands', { name: crypto.randomUUID() })).slug
const newAttribute = async () =>
  (await added('/attributes', { names: { en: crypto.randomUUID() }, kind: 'option' })).code
const addOption = async (attribute: string, name: string) =>
  (await added(`/attributes/${attribute}/options`, { names: { en: name } })).code
const newOption = async () => {
  const code = await newAttribute()
  return { code, option: await addOption(code, 'M8') }
}

let accountsMade = 0
/** Creates an account with a phone number and a second factor. */
async function newAccount(): Promise<string> {
  const number = ++accountsMade
  const { email, uid } = await shop.signUp(`account${number}`)
  await shop.db.execute(
    sql`UPDATE identity.accounts SET phone_number = ${`+1555555${1000 + number}`} WHERE local_id = ${uid}`,
  )
  await shop.db.execute(sql`
    INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
    VALUES (${`factor-${number}`}, ${uid}, 'phone', '+15555550100', now())`)
  return (await getUserByEmail(shop.db, email)).id
}

async function newCategory(): Promise<string> {
  const body = { names: { en: `Walked ${newId()}` } }
  return (await shop.call<{ _id: string }>('POST', '/categories', { token: shop.admin.token, body })).body._id
}

async function newDiscount(): Promise<string> {
  const body = { name: 'Walked', code: `walked-${newId().slice(-12)}`, kind: 'percent', value: 5 }
  const { token } = shop.admin
  return (await shop.call<{ discount: { _id: string } }>('POST', '/discounts', { token, body })).body.discount._id
}

async function archivedProduct(): Promise<string> {
  const { _id } = await shop.addProduct()
  await shop.call('DELETE', `/tools/${_id}`, { token: shop.admin.token })
  return _id
}

/** Creates a review of the caller, two days old; without a caller returns an unknown id. */
async function ownReview(token: string | undefined): Promise<string> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating, published_at)
    SELECT gen_random_uuid(), id, 'N', 'N', '', 'Good.', '/media/walk/960.webp', 5, now() - interval '2 days' FROM users
    WHERE email = ${emailOf(token)} RETURNING id`)
  return rows[0]?.id ?? crypto.randomUUID()
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

async function requestFor(
  endpoint: Endpoint,
  token: string | undefined,
): Promise<Request & Pick<Walk, 'settled' | 'refusal'>> {
  const { params = {}, query, headers = {}, ...walk } = (await walks[endpoint.name]?.(token)) ?? {}
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  return { body: undefined, ...walk, method: endpoint.method, path: path + search, token, headers }
}

async function assertRefused(request: Request, code: ProblemCode, who: string): Promise<void> {
  const response = await shop.call(request.method, request.path, request)
  assert.equal(`${response.status} ${response.body.code}`, `${problems[code].status} ${code}`, who)
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, who)
}

async function assertLetIn(endpoint: Endpoint, token: string | undefined, who: string): Promise<void> {
  const request = await requestFor(endpoint, token)
  if (request.refusal) return assertRefused(request, request.refusal, who)
  const response = await shop.call(request.method, request.path, request)
  assert.equal(response.status, 200, `${who}: ${JSON.stringify(response.body)}`)
  await request.settled?.()
}

/** Returns the callers that an endpoint must reject: invalid tokens, and users without the rights. */
function refusedCallers(endpoint: Endpoint): [who: string, token: string | undefined, code: ProblemCode][] {
  const { access } = endpoint
  const callers = { 'a visitor': undefined, 'a customer': owner.token, 'an admin': shop.admin.token, ...badTokens }
  if (endpoint.problems.includes('proof-required')) {
    // Valid ID tokens are credentials, but these belong to another e-mail.
    return Object.entries(callers).map(([who, token]) => [
      who,
      token,
      token === shop.admin.idToken ? 'not-allowed' : 'proof-required',
    ])
  }
  if (access === 'anyone' && !endpoint.optionalSignIn) return []
  const refused: ReturnType<typeof refusedCallers> =
    access === 'anyone' ? [] : [['a visitor', undefined, 'sign-in-required']]
  for (const [who, token] of Object.entries(badTokens)) refused.push([who, token, refusalOfToken(who, token)])
  for (const [scope, key] of keys) {
    const refusal = refusalOfKey(endpoint, scope)
    if (refusal) refused.push([`a key for ${scope}`, key, refusal])
  }
  if (access === 'owner-or-admin') refused.push(['another customer', stranger.token, problemForOthers(endpoint)])
  if (access === 'admin') {
    refused.push(['a customer', owner.token, 'admin-only'], ['another customer', stranger.token, 'admin-only'])
    refused.push(['an admin without a verified address', unverifiedAdmin, 'email-not-verified'])
  }
  const needed = [endpoint.permission ?? []].flat()
  if (access === 'admin' || access === 'owner-or-admin') {
    const problem = access === 'admin' ? 'permission-missing' : problemForOthers(endpoint)
    for (const [permission, token] of staff)
      if (!needed.includes(permission)) refused.push([`staff with ${permission}`, token, problem])
  }
  if (endpoint.freshSignIn) refused.push(['an admin who signed in long ago', staleAdminToken, 'sign-in-again'])
  return refused
}

const refusalOfToken = (who: string, token: string): ProblemCode =>
  token === unknownKey ? 'api-key-invalid' : endedTokens.has(who) ? 'session-ended' : 'session-expired'

/** Returns why an endpoint refuses a key with this scope, if it does. */
function refusalOfKey({ access, permission, freshSignIn }: Endpoint, scope: Permission): ProblemCode | undefined {
  // Anyone may call: then a key gets what visitors get.
  if (access === 'anyone') return undefined
  if (permission === undefined || permission === 'everything' || freshSignIn) return 'api-key-not-accepted'
  return [permission].flat().includes(scope) ? undefined : 'api-key-scope-missing'
}

/** Returns the callers that an endpoint accepts. */
function allowedCallers(endpoint: Endpoint): [who: string, token: string | undefined][] {
  if (endpoint.problems.includes('proof-required')) return [['a caller with a proof', owner.idToken]]
  const admin: [string, string] = ['an admin', shop.admin.token]
  // Staff who signed in by hand have no fresh sign-in.
  const permitted = [...staff]
    .filter(([permission]) => !endpoint.freshSignIn && [endpoint.permission ?? []].flat().includes(permission))
    .map(([permission, token]): [string, string] => [`staff with ${permission}`, token])
  const accepted = [...keys]
    .filter(([scope]) => !refusalOfKey(endpoint, scope))
    .map(([scope, key]): [string, string] => [`a key for ${scope}`, key])
  switch (endpoint.access) {
    case 'admin':
      return [admin, ...permitted, ...accepted]
    case 'owner-or-admin':
      return [['the customer whose it is', owner.token], admin, ...permitted, ...accepted]
    case 'signed-in':
      return [['a customer', owner.token], ['another customer', stranger.token], admin, ...accepted]
    case 'anyone':
      return [
        ['a visitor', undefined],
        ['a customer', owner.token],
        admin,
        ...accepted,
        ...(endpoint.optionalSignIn ? [] : Object.entries(badTokens)),
      ]
  }
}

/** Returns the expected problem: 403 if the owner is named by e-mail; 404 for an id, to hide its existence. */
function problemForOthers({ params, query, problems: known }: Endpoint): ProblemCode {
  const named = {
    ...(params as { properties?: object })?.properties,
    ...(query as { properties?: object })?.properties,
  }
  if ('email' in named) return 'not-allowed'
  return known.find((code) => code === 'credit-note-not-found' || code === 'return-not-found') ?? 'order-not-found'
}

test('every endpoint of the contract has a way to be walked', () => {
  assert.deepEqual(Object.keys(walks).toSorted(), endpoints.map(({ name }) => name).toSorted())
})

// First all refusals, before anything is under way that writes by itself.
for (const endpoint of endpoints) {
  const { access, method, path } = endpoint
  if (access === 'anyone' && !('optionalSignIn' in endpoint) && !endpoint.problems.includes('proof-required')) continue
  // security 17
  test(`${method} ${path} refuses callers that are not ${access}, and nothing is written`, async () => {
    // The very request that would be granted to its owner: only the caller is at fault.
    const request = await requestFor(endpoint, owner.token)
    const untouched = await dumpTables(shop.db)
    await Promise.all(
      refusedCallers(endpoint).map(([who, token, code]) => assertRefused({ ...request, token }, code, who)),
    )
    assert.equal(await dumpTables(shop.db), untouched, 'a refused call wrote something')
  })
}

// Signing out ends the very tokens that the others need.
const inOrder = endpoints.toSorted((one, other) => Number(one.name === 'signOut') - Number(other.name === 'signOut'))
for (const endpoint of inOrder) {
  const { access, method, path } = endpoint
  // spec 6.1, 6.4, 6.8, 7.8, 7.20, 7.33
  test(`${method} ${path} answers ${access}`, async () => {
    const callers = allowedCallers(endpoint)
    // Keys are of the account of an admin, and an account sends two files at once.
    if (path.startsWith('/import')) for (const [who, token] of callers) await assertLetIn(endpoint, token, who)
    else await Promise.all(callers.map(([who, token]) => assertLetIn(endpoint, token, who)))
  })
}

// spec 6.8, 9.5
test('other schemes than bearer do not authenticate', async () => {
  const { token } = await createCustomer(shop, 'basic')
  for (const authorization of [`Basic ${token}`, token, 'Bearer', 'Bearer ', `Bearer ${token} x`]) {
    const { status, body } = await shop.call('GET', '/all-users', { headers: { authorization } })
    assert.equal(`${status} ${body.code}`, '401 sign-in-required', authorization)
  }
})
