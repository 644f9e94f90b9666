import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

test('the mails about a placed and a cancelled order are for those whose address is verified and who have no later mail', async () => {
  const product = await shop.addProduct()
  const place = async (name: string, emailVerified: boolean) => {
    const buyer = await createCustomer(shop, name, { emailVerified })
    return { buyer, order: await placeOrder(shop, buyer, product, 1) }
  }
  const { queueMail } = settleDeps(shop)
  const cancel = ({ order }: { order: { _id: string } }, { token }: { token: string }) =>
    shop.call('DELETE', `/orders/${order._id}`, { token })
  const kindsTo = async ({ email }: { email: string }) => {
    const { rows } = await shop.db.execute<{ kind: string }>(
      sql`SELECT kind FROM outbox WHERE recipient = ${email} AND kind LIKE 'order-%' ORDER BY id`,
    )
    return rows.map(({ kind }) => kind)
  }
  const [known, stranger] = [await place('known', true), await place('unverified', false)]
  const [hasty, refused] = [await place('hasty', true), await place('refused', false)]
  await cancel(hasty, hasty.buyer)
  await cancel(refused, shop.admin)
  await confirmOrders(shop.db, queueMail)
  await confirmOrders(shop.db, queueMail)
  await cancel(known, known.buyer)
  await cancel(stranger, stranger.buyer)
  assert.deepEqual(await kindsTo(known.buyer), ['order-placed', 'order-cancelled'])
  assert.deepEqual(await kindsTo(stranger.buyer), [])
  assert.deepEqual(await kindsTo(hasty.buyer), ['order-cancelled'])
  assert.deepEqual(await kindsTo(refused.buyer), ['order-cancelled'])
})

test('no mail about an order carries what its orderer typed: the address may be a stranger’s', async () => {
  const spammer = await shop.signUp('victim')
  const product = await shop.addProduct()
  const spam = 'Ann,\n\nYou won! https://evil.test/prize'
  const typed = sql`buyer_name = ${spam}, address = ${spam}`
  const paid = await placeOrder(shop, spammer, product, 1)
  const late = await placeOrder(shop, spammer, product, 1)
  await shop.db.execute(sql`UPDATE orders SET ${typed}`)
  await payFor(shop, spammer, paid)
  await shop.call('PATCH', `/ship-order/${paid._id}`, { token: shop.admin.token })
  await shop.db.execute(sql`UPDATE orders SET expires_at = now() WHERE id = ${late._id}`)
  const { queueMail } = settleDeps(shop)
  await expireOrders(shop.db, { releasePayment: async () => undefined, queueMail, log: createLog('silent') })

  const { rows } = await shop.db.execute<{ kind: string; said: string }>(
    sql`SELECT kind, subject || text_body || html_body AS said FROM outbox WHERE recipient = ${spammer.email}
        AND kind LIKE 'order-%' ORDER BY kind`,
  )
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['order-expired', 'order-paid', 'order-shipped'],
  )
  for (const { kind, said } of rows) assert.doesNotMatch(said, /evil|You won|Ann/, kind)
})
