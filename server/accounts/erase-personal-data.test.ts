import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type SQL } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Review } from '#contract/reviews.ts'
import { erasePersonalData } from '#server/accounts/erase-personal-data.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { eraseDeletionNotices, eraseRecipient } from '#server/notifications/erase-recipient.ts'
import { anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import {
  callIdentity,
  changeEmailAddress,
  mailedCode,
  requestIdentity,
  verifyAddress,
} from '#server/testing/identity-wire.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed, placeOrder, requestOrder } from '#server/testing/place-order.ts'
import { openPayment, payFor, waitForCanceledPayment } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop()

const deleteAccount = ({ idToken }: Person) => callIdentity(shop, 'delete', { idToken })
const stored = async (order: Order) => {
  const { rows } = await shop.db.execute<Record<string, unknown>>(sql`SELECT * FROM orders WHERE id = ${order._id}`)
  return rows[0] ?? {}
}
const anonymous = { buyer_name: 'Deleted account', address: '', phone_number: '' }

/** Returns the tables of the shop and the identity service that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
    WHERE table_schema IN ('public', 'identity') AND table_type = 'BASE TABLE' ORDER BY name`)
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await shop.db.execute(sql`SELECT 1 FROM ${sql.raw(name)} t WHERE t::text ILIKE ${`%${text}%`} LIMIT 1`)
    if (hits.rows.length > 0) found.push(name)
  }
  return found
}

/** Papers that were issued keep their parties until their retention ends. */
const papers = ['public.issued_documents']

test('deleting an account erases personal data and keeps the books complete', async () => {
  const ann = await shop.signUp('ann-goodbye')
  const save = { displayName: 'Ann Goodbye', education: 'Goodbye school', skill: 'Goodbyes', address: '9 Goodbye Road' }
  await shop.call('PUT', `/user-info-update/${ann.email}`, { token: ann.token, body: save })
  const goodbyeRoad = { country: 'GB', street: '9 Goodbye Road', city: 'London', postalCode: 'SW1A 2AA' }
  assert.equal((await shop.call('POST', '/addresses', { token: ann.token, body: goodbyeRoad })).status, 200)
  const product = await shop.addProduct({ available: 10 })
  const unpaid = await placeOrder(shop, ann, product, 1)
  await openPayment(shop, ann, unpaid)
  const paid = await placeOrder(shop, ann, product, 2)
  await payFor(shop, ann, paid)
  const byFields = {
    ...orderBody(product, 3),
    delivery: goodbyeRoad,
    billing: goodbyeRoad,
    poNumber: 'For Ann Goodbye',
    note: 'Ask for Ann Goodbye.',
  }
  const { body } = await shop.call<Placed>('POST', '/orders', { token: ann.token, body: byFields })
  const shipped = body.order
  assert.ok(shipped, body.message)
  await payFor(shop, ann, shipped)
  await shop.call('PATCH', `/ship-order/${shipped._id}`, { token: shop.admin.token })
  await announceParcels(shop)
  await shop.call('POST', '/add-review', {
    token: ann.token,
    body: { massage: 'Goodbye bolts.', image: '/media/x/960.webp', rating: 5 },
  })
  await requestIdentity(shop, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: ann.idToken })

  assert.equal((await deleteAccount(ann)).status, 200)

  assert.partialDeepStrictEqual(await stored(shipped), { ...anonymous, po_number: null, note: null })
  assert.partialDeepStrictEqual(await stored(unpaid), anonymous)
  assert.notEqual((await stored(unpaid))['cancelled_at'], null)
  const { rows } = await shop.db.execute(sql`SELECT available_quantity AS left FROM products WHERE id = ${product._id}`)
  assert.deepEqual(rows, [{ left: 5 }])
  assert.deepEqual(await checkStock(shop.db), [])
  await waitForCanceledPayment(shop, unpaid)
  const reviews = await shop.call<Review[]>('GET', '/reviews')
  assert.ok(!reviews.body.some(({ massage }) => massage === 'Goodbye bolts.'))

  // A paid order still needs its address.
  assert.partialDeepStrictEqual(await stored(paid), { buyer_name: paid.buyerName, address: '1 Test Street' })
  // The notice of the deletion is delivered before it goes.
  await eraseDeletionNotices(shop.db, 24)
  assert.deepEqual(await tablesWith('goodbye'), [...papers, 'public.orders', 'public.outbox'])
  await eraseDeletionNotices(shop.db, 0)
  assert.deepEqual(await tablesWith('goodbye'), [...papers, 'public.orders'])
  await shop.call('PATCH', `/ship-order/${paid._id}`, { token: shop.admin.token })
  assert.deepEqual(await anonymizePastBuyers(shop.db, 0), [], 'it may still be undone')
  await announceParcels(shop)
  assert.deepEqual(await anonymizePastBuyers(shop.db, 24), [])
  assert.deepEqual(await anonymizePastBuyers(shop.db, 0), [ann.email])
  await eraseRecipient(shop.db, ann)
  assert.partialDeepStrictEqual(await stored(paid), anonymous)
  assert.deepEqual(await tablesWith('goodbye'), papers)
})

test('the address is free again without data of the former owner', async () => {
  const bob = await shop.signUp('bob')
  await placeOrder(shop, bob, await shop.addProduct(), 1)
  await deleteAccount(bob)
  const again = await shop.signUp('bob')
  assert.notEqual(again.uid, bob.uid)
  const orders = await shop.call<Order[]>('GET', `/orders?email=${again.email}`, { token: again.token })
  assert.deepEqual(orders.body, [])
  const old = await shop.call('GET', `/orders?email=${bob.email}`, { token: bob.token })
  assert.equal(`${old.status} ${old.body.code}`, '401 session-ended')
})

test('requests concurrent with the erasure leave no personal data', async () => {
  const product = await shop.addProduct({ available: 10 })
  const late: Record<string, (eve: Person) => Promise<{ status: number }>> = {
    '401 order': (eve) => requestOrder(shop, eve, product, 2),
    '401 review': ({ token }) =>
      shop.call('POST', '/add-review', {
        token,
        body: { massage: 'Vanishing bolts.', image: '/media/x/960.webp', rating: 5 },
      }),
    '401 address': ({ token }) =>
      shop.call('POST', '/addresses', {
        token,
        body: { country: 'GB', street: '9 Vanishing Road', city: 'London', postalCode: 'SW1A 2AA' },
      }),
    '404 profile': ({ token, email }) =>
      shop.call('PUT', `/user-info-update/${email}`, {
        token,
        body: { displayName: 'Eve', education: 'School', skill: 'Bolts', address: '9 Vanishing Road' },
      }),
  }
  for (const [what, send] of Object.entries(late)) {
    const eve = await shop.signUp(`eve-vanishing-${what.slice(4)}`)
    let response: Promise<{ status: number }> | undefined
    await shop.db.transaction(async (tx) => {
      await erasePersonalData(tx, { localId: eve.uid }, [])
      response = send(eve)
      // It is authenticated already, and now waits for the row of the user.
      await waitUntil(async () => {
        const { rows } = await shop.db.execute(sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        return rows.length > 0
      }, `${what} waits`)
    })
    assert.equal(`${(await response)?.status} ${what.slice(4)}`, what)
    await deleteAccount(eve)
    await eraseRecipient(shop.db, eve)
  }
  assert.deepEqual(await tablesWith('vanishing'), [])
  const { rows } = await shop.db.execute(sql`SELECT available_quantity AS left FROM products WHERE id = ${product._id}`)
  assert.deepEqual(rows, [{ left: 10 }])
})

/** Starts the calls one after the other, each once those before it wait for a lock, while the statement's rows are locked. */
async function startBehind(lock: SQL, calls: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const responses: Promise<{ status: number }>[] = []
  await shop.db.transaction(async (tx) => {
    await tx.execute(lock)
    for (const call of calls) {
      responses.push(call())
      await waitUntil(async () => {
        const { rows } = await shop.db.execute(sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        return rows.length >= responses.length
      }, `${responses.length} calls wait`)
    }
  })
  return (await Promise.all(responses)).map(({ status }) => status)
}

test('an admin’s action on an account and the owner’s deletion of it at once follow each other', async () => {
  for (const verb of ['sign-out', 'disable']) {
    const flo = await shop.signUp(`flo-${verb}`)
    const { id } = await getUserByEmail(shop.db, flo.email)
    const act = () => shop.call('POST', `/users/${id}/account/${verb}`, { token: shop.admin.token })
    const lock = sql`SELECT FROM identity.accounts WHERE local_id = ${flo.uid} FOR UPDATE`
    assert.deepEqual(await startBehind(lock, [() => deleteAccount(flo), act]), [200, 404], verb)
  }
})

test('two admins who delete their accounts at once follow each other', async () => {
  const admins = [await shop.signUp('gus'), await shop.signUp('hal')]
  for (const { uid } of admins) {
    await shop.db.execute(sql`UPDATE users SET role = 'admin', email_verified_at = now() WHERE identity_uid = ${uid}`)
  }
  const lock = sql`SELECT FROM users WHERE identity_uid = ${shop.admin.uid} FOR UPDATE`
  const deletions = admins.map((admin) => () => deleteAccount(admin))
  assert.deepEqual(await startBehind(lock, deletions), [200, 200])
})

// security 12
test('only the identity service deletes its accounts: no call of the shop forgets an owner who can still undo a change', async () => {
  const owner = await shop.signUp('owner')
  await verifyAddress(shop, owner)
  const { idToken } = await shop.signIn(owner)
  await changeEmailAddress(shop, { idToken }, 'thief@customer.test')
  const thief = await shop.signIn({ email: 'thief@customer.test', password: owner.password })
  assert.match((await deleteAccount(thief)).body.error?.message ?? '', /^EMAIL_CHANGED_LATELY : /)
  const refused = await shop.call('DELETE', '/account', { token: thief.token })
  assert.equal(`${refused.status} ${refused.body.code}`, '409 account-here')
  await requestIdentity(shop, 'update', { oobCode: await mailedCode(shop, 'email-changed', owner.email) })
  assert.equal((await shop.signIn(owner)).uid, owner.uid)
})

test('the last admin cannot leave the shop alone: nothing is deleted', async () => {
  // An admin whose address is not verified cannot act as one, so does not count as one who stays.
  const una = await shop.signUp('una')
  await shop.call('PUT', `/user-update/${una.email}`, { token: shop.admin.token })
  const { status, body } = await deleteAccount(shop.admin)
  assert.equal(status, 400)
  assert.match(body.error?.message ?? '', /^LAST_ADMIN : The shop needs at least one admin/)
  assert.equal((await shop.call('GET', '/all-users', { token: shop.admin.token })).status, 200)
  assert.equal((await shop.signIn(shop.admin)).email, shop.admin.email)
})
