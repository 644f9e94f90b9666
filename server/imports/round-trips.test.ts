import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTable, importTable, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

for (const currency of ['KWD', 'JPY', 'EUR'])
  test(`files of a German shop in ${currency} with an own prefix come back without a change, in both languages`, async () => {
    await using shop = await openTestShop()
    const { token } = shop.admin
    const body = { currency, orderPrefix: 'SP-', timeZone: 'Asia/Tokyo', languages: ['de', 'en'] }
    assert.equal((await shop.call('PUT', '/store', { token, body })).status, 200)
    const price = { KWD: ['0.255', '0.125'], JPY: ['1200', '950'], EUR: ['1234.50', '999.99'] }[currency] ?? []
    await importTable(shop, 'products', [
      ['Part number', 'Name', 'Price', 'Price from 10', 'Weight (kg)', 'Stock'],
      ['ROUND-1', 'Hub', price[0] ?? '', price[1] ?? '', '0.125', '7'],
    ])
    // Three decimals elsewhere are thousands.
    await shop.addProduct({ name: 'Nut', sku: 'ROUND-2', price: currency === 'KWD' ? 1.255 : 1255 })
    for (const kind of ['products', 'prices', 'stock'])
      for (const language of ['en', 'de'])
        for (const delimiter of ['comma', 'semicolon']) {
          const path = `/exports/${kind}?format=csv&language=${language}&delimiter=${delimiter}`
          const { body: file } = await shop.call<string>('GET', path, { token })
          const uploaded = await uploadTable(shop, undefined, String(file))
          assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
          const { counts } = await checkTable(shop, uploaded.body.import.kind, String(file))
          assert.deepEqual(Object.keys(counts), ['same'], `${path} ${file}`)
        }
  })
