import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailLowStock } from '#server/reports/mail-low-stock.ts'
import { readStoreRow } from '#server/store/read-store.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('the seller is mailed once which products have become low, again after they were not, and not at all without an address', async () => {
  await using shop = await openTestShop()
  const to = 'stock@wholesale.example'
  const store = (lowStockRecipient: string) =>
    shop.call('PUT', '/store', { token: shop.admin.token, body: { lowStockRecipient } })
  const product = await shop.addProduct({ name: 'Scarce bolt', sku: 'SB-1', available: 0 })
  await shop.addProduct({ name: 'Common bolt', available: 5000 })
  const deps = {
    queueMail: settleDeps(shop).queueMail,
    findRecipient: async (tx: Parameters<typeof readStoreRow>[0]) => (await readStoreRow(tx)).lowStockRecipient,
  }
  const mail = () => mailLowStock(shop.db, deps)
  const told = async () =>
    (await mailsTo(shop, to)).map(({ kind, text }) => [kind, text.includes('Scarce bolt, SB-1: 0 left')])
  await mail()
  assert.deepEqual(await told(), [])
  assert.equal((await store(to)).status, 200)
  await Promise.all([mail(), mail()])
  await mail()
  assert.deepEqual(await told(), [['low-stock', true]])
  assert.ok(!(await mailsTo(shop, to)).some(({ text }) => text.includes('Common bolt')))
  const stock = (change: number) =>
    shop.call('POST', `/tools/${product._id}/stock-movements`, {
      token: shop.admin.token,
      body: { change, reason: 'Counted' },
    })
  assert.equal((await stock(5000)).status, 200)
  await mail()
  assert.equal((await stock(-5000)).status, 200)
  await mail()
  assert.equal((await told()).length, 2)
})
