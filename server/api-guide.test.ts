import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { chargeOrders } from '#server/testing/charge-orders.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

const guide = join(import.meta.dirname, '../docs/guides/api.md')

for (const charges of [false, true])
  test(`the examples of the API guide run as one program in a shop ${charges ? 'with' : 'without'} shipping and tax`, async () => {
    await using shop = await openTestShop()
    if (charges) await chargeOrders(shop)
    await shop.addProduct({ name: 'Brake disc', minQuantity: 4, available: 20, price: 24.9 })
    const buyer = await shop.signUp('integrator')
    const created = await shop.call<{ secret: string }>('POST', '/api-keys', {
      token: shop.admin.token,
      body: { name: 'ERP', scopes: ['orders', 'content'] },
    })
    const folder = await mkdtemp(join(tmpdir(), 'boltyard-guide-'))
    try {
      const program = join(folder, 'example.mjs')
      const blocks = (await readFile(guide, 'utf8')).matchAll(/```js\n([\s\S]*?)```/g)
      await writeFile(program, [...blocks].map(([, code]) => code).join('\n'))
      const { stdout } = await promisify(execFile)(process.execPath, [program], {
        env: {
          SHOP_URL: shop.url,
          SHOP_EMAIL: buyer.email,
          SHOP_PASSWORD: buyer.password,
          SHOP_API_KEY: created.body.secret,
        },
      })
      assert.deepEqual(stdout.trim().split('\n'), [
        'signed in as customer',
        'the key sees orders: true',
        'found a product to order',
        'the vehicle has a name: true',
        'placed once: true',
        'client secret: true',
        '409 out-of-stock: 16 left',
        'cancelled',
        'the button of the footer: Anmelden',
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

test('the guide verifies webhooks as the library does', async () => {
  const [, code = ''] = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(await readFile(guide, 'utf8')) ?? []
  const module = `data:text/javascript,${encodeURIComponent(`${code}\nexport { isFromShop }`)}`
  const { isFromShop } = (await import(module)) as {
    isFromShop: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = '{"type":"test"}'
  const sign = (at: Date, key = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(key).sign('msg_1', at, body)}`,
  })
  assert.equal(isFromShop(secret, sign(new Date()), body), true)
  assert.equal(isFromShop(secret, sign(new Date()), `${body} `), false)
  assert.equal(isFromShop(secret, sign(new Date(Date.now() - 301_000)), body), false)
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  assert.equal(isFromShop(secret, sign(new Date(), other), body), false)
})
