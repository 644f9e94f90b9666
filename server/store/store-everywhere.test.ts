import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import { orderName } from '#contract/order-name.ts'
import type { Order } from '#contract/orders.ts'
import type { WebhookEndpoint } from '#contract/webhooks.ts'
import { runWithoutStore } from '#server/platform/current-store.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { importTable } from '#server/testing/import-table.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { runShopCommand } from '#server/testing/run-shop-command.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { openWebhookReceiver } from '#server/testing/webhook-receiver.ts'

for (const { currency, price, imported, written, mailed } of [
  { currency: 'JPY', price: 1200, imported: 1350, written: '1350', mailed: /¥2,400/ },
  { currency: 'KWD', price: 1.25, imported: 1.115, written: '1.115', mailed: /KWD\s2\.500/ },
]) {
  test(`a shop in ${currency} with its own order prefix speaks of itself alike in messages, mails, files and commands`, async () => {
    await using shop = await openTestShop()
    const asAdmin = async <Body>(method: string, path: string, body?: unknown) =>
      shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
    const saved = await asAdmin('PUT', '/store', { currency, orderPrefix: 'SP-', timeZone: 'Asia/Tokyo' })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    await using receiver = await openWebhookReceiver()
    const added = await asAdmin<{ endpoint: WebhookEndpoint; secret: string }>('POST', '/webhook-endpoints', {
      url: receiver.url,
      events: ['order.placed', 'product.changed', 'stock.changed'],
    })
    receiver.secrets.push(added.body.secret)
    const told = (type: string) => receiver.received.findLast(({ event }) => event?.type === type)?.event?.data

    const product = await shop.addProduct({ sku: 'PAD-1', price, available: 50 })
    await waitUntil(() => told('product.changed') !== undefined, 'the product is told')
    assert.equal(told('product.changed')?.['price'], price)
    await asAdmin('POST', `/tools/${product._id}/stock-movements`, { change: -8, reason: 'Broken' })
    await waitUntil(() => told('stock.changed')?.['available'] === 42, 'the stock is told')
    const { body: tool } = await asAdmin<Tool>('GET', `/all-tools/${product._id}`)
    assert.deepEqual(told('stock.changed'), tool)

    const buyer = await shop.signUp('everywhere')
    await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${buyer.email}`)
    const { body: placed } = await shop.call<{ order: Order; message?: string }>('POST', '/orders', {
      token: buyer.token,
      body: {
        productId: product._id,
        name: product.name,
        address: '1 Test Street',
        phoneNumber: '5550100',
        quantity: 2,
      },
    })
    assert.match(placed.order?.number ?? '', /^SP-/, placed.message)
    await waitUntil(() => told('order.placed') !== undefined, 'the order is told')
    const { body: order } = await asAdmin<Order>('GET', `/order/${placed.order._id}`)
    assert.deepEqual(
      [told('order.placed')?.['number'], told('order.placed')?.['totalPrice']],
      [order.number, order.totalPrice],
    )

    // Scheduled jobs are run by the shop's own queue.
    const jobs = await startJobs(shop.databaseUrl, createLog('silent'), { byClock: false })
    try {
      await shop.db.execute(sql`UPDATE orders SET expires_at = now() - interval '1 minute'`)
      await shop.db.transaction((tx) => jobs.enqueue(tx, 'expire-orders', {}))
      const readMail = async () =>
        (
          await shop.db.execute<{ subject: string; text: string }>(
            sql`SELECT subject, text_body AS text FROM outbox WHERE recipient = ${buyer.email} AND kind = 'order-expired'`,
          )
        ).rows[0]
      await waitUntil(async () => (await readMail()) !== undefined, 'the buyer is told that the order has expired')
      const mail = await readMail()
      assert.match(`${mail?.subject} ${mail?.text}`, new RegExp(`${order.number}\\b`))
      assert.match(mail?.text ?? '', mailed)
    } finally {
      await jobs.stop()
    }

    const file = [
      ['Part number', 'Price'],
      ['PAD-1', String(imported)],
    ]
    // Three places after a point could be thousands.
    await importTable(shop, 'products', file, { openDecimals: 'point' })
    assert.equal((await asAdmin<Tool>('GET', `/all-tools/${product._id}`)).body.price, imported)
    await waitUntil(() => told('product.changed')?.['price'] === imported, 'the imported price is told')
    const { body: products } = await asAdmin<string>('GET', '/exports/products')
    assert.match(products, new RegExp(`,${written}0?,`))
    const { body: orders } = await asAdmin<string>('GET', '/exports/orders')
    assert.match(orders, new RegExp(`${order.number},.*,${price.toFixed(currency === 'KWD' ? 3 : 0)},`))
    assert.match(orders, /\(Asia\/Tokyo\)/)
    const path = join(shop.dataDirectory, 'products.csv')
    const command = await runShopCommand(['export', 'products', path], {
      DATA_DIR: shop.dataDirectory,
      DATABASE_URL: shop.databaseUrl,
    })
    assert.equal(command.code, 0, command.stderr)
    assert.equal((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''), products.replace(/^\uFEFF/, ''))
  })
}

test('what a shop runs by itself without its store fails, instead of speaking of a shop in dollars', async () => {
  await runWithoutStore(async () => {
    await Promise.resolve()
    assert.throws(() => orderName(1001), /no store/)
  })
})
