import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Review } from '#contract/reviews.ts'
import { forgetPerson } from '#server/accounts/forget-person.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { forgetRecipient } from '#server/notifications/forget-recipient.ts'
import { forgetFinishedBuyers } from '#server/orders/forget-buyer.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { place, placed } from '#server/testing/order-of.ts'
import { openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { until } from '#server/testing/until.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const deleteAccount = ({ idToken }: Person) =>
  shop.call<{ error?: { message: string } }>('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken } })
const stored = async (order: Order) => {
  const { rows } = await shop.db.execute<Record<string, unknown>>(sql`SELECT * FROM orders WHERE id = ${order._id}`)
  return rows[0] ?? {}
}
const nobody = { buyer_name: 'Deleted account', address: '', phone_number: '' }

/** The tables of the shop and of the identity service in which a text occurs. */
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

test('whoever deletes the account is forgotten, and the books stay whole', async () => {
  const ann = await shop.signUp('ann-goodbye')
  const save = { displayName: 'Ann Goodbye', education: 'Goodbye school', skill: 'Goodbyes', address: '9 Goodbye Road' }
  await shop.call('PUT', `/user-info-update/${ann.email}`, { token: ann.token, body: save })
  const product = await shop.addProduct({ available: 10 })
  const unpaid = await placed(shop, ann, product, 1)
  await openPayment(shop, ann, unpaid)
  const paid = await placed(shop, ann, product, 2)
  await payFor(shop, ann, paid)
  const shipped = await placed(shop, ann, product, 3)
  await payFor(shop, ann, shipped)
  await shop.call('PATCH', `/ship-order/${shipped._id}`, { token: shop.admin.token })
  await shop.call('POST', '/add-review', {
    token: ann.token,
    body: { massage: 'Goodbye bolts.', image: '/media/x/960.webp', rating: 5 },
  })
  await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', {
    body: { requestType: 'VERIFY_EMAIL', idToken: ann.idToken },
  })

  assert.equal((await deleteAccount(ann)).status, 200)

  assert.partialDeepStrictEqual(await stored(shipped), nobody)
  assert.partialDeepStrictEqual(await stored(unpaid), nobody)
  assert.notEqual((await stored(unpaid))['cancelled_at'], null)
  const { rows } = await shop.db.execute(sql`SELECT available_quantity AS left FROM products WHERE id = ${product._id}`)
  assert.deepEqual(rows, [{ left: 5 }])
  assert.deepEqual(await checkStock(shop.db), [])
  await until(async () => {
    const open = await shop.db.execute(
      sql`SELECT 1 FROM payments WHERE order_id = ${unpaid._id} AND canceled_at IS NULL`,
    )
    return open.rows.length === 0
  }, 'the open payment is dropped at the provider')
  const reviews = await shop.call<Review[]>('GET', '/reviews')
  assert.ok(!reviews.body.some(({ massage }) => massage === 'Goodbye bolts.'))

  // What is paid must still find its way.
  assert.partialDeepStrictEqual(await stored(paid), { buyer_name: paid.buyerName, address: '1 Test Street' })
  assert.deepEqual(await tablesWith('goodbye'), ['public.orders'])
  await shop.call('PATCH', `/ship-order/${paid._id}`, { token: shop.admin.token })
  assert.deepEqual(await forgetFinishedBuyers(shop.db, 24), [])
  assert.deepEqual(await forgetFinishedBuyers(shop.db, 0), [ann.email])
  await forgetRecipient(shop.db, ann)
  assert.partialDeepStrictEqual(await stored(paid), nobody)
  assert.deepEqual(await tablesWith('goodbye'), [])
})

test('the address is free again, and brings nothing of the former owner', async () => {
  const bob = await shop.signUp('bob')
  await placed(shop, bob, await shop.addProduct(), 1)
  await deleteAccount(bob)
  const again = await shop.signUp('bob')
  assert.notEqual(again.uid, bob.uid)
  const orders = await shop.call<Order[]>('GET', `/orders?email=${again.email}`, { token: again.token })
  assert.deepEqual(orders.body, [])
  const old = await shop.call('GET', `/orders?email=${bob.email}`, { token: bob.token })
  assert.equal(`${old.status} ${old.body.code}`, '401 session-ended')
})

test('what arrives in the very moment in which its sender is forgotten leaves nothing of the person', async () => {
  const product = await shop.addProduct({ available: 10 })
  const late: Record<string, (eve: Person) => Promise<{ status: number }>> = {
    '401 order': (eve) => place(shop, eve, product, 2),
    '401 review': ({ token }) =>
      shop.call('POST', '/add-review', {
        token,
        body: { massage: 'Vanishing bolts.', image: '/media/x/960.webp', rating: 5 },
      }),
    '404 profile': ({ token, email }) =>
      shop.call('PUT', `/user-info-update/${email}`, {
        token,
        body: { displayName: 'Eve', education: 'School', skill: 'Bolts', address: '9 Vanishing Road' },
      }),
  }
  for (const [what, send] of Object.entries(late)) {
    const eve = await shop.signUp(`eve-vanishing-${what.slice(4)}`)
    let answer: Promise<{ status: number }> | undefined
    await shop.db.transaction(async (tx) => {
      await forgetPerson(tx, { localId: eve.uid }, [])
      answer = send(eve)
      // It has passed the door already, and now meets the person's row.
      await until(async () => {
        const { rows } = await shop.db.execute(sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        return rows.length > 0
      }, `${what} waits`)
    })
    assert.equal(`${(await answer)?.status} ${what.slice(4)}`, what)
    await deleteAccount(eve)
    await forgetRecipient(shop.db, eve)
  }
  assert.deepEqual(await tablesWith('vanishing'), [])
  const { rows } = await shop.db.execute(sql`SELECT available_quantity AS left FROM products WHERE id = ${product._id}`)
  assert.deepEqual(rows, [{ left: 10 }])
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
