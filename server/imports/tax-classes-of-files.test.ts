import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTable, finished, listRows } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

test('a tax class that a file names and nobody has is created with its name, and says that it lacks its rate', async () => {
  const token = shop.admin.token
  const vat = { country: 'DE', region: '', postalPrefix: '', name: 'USt.', startsOn: '2021-01-01', onShipping: true }
  const addRate = (taxClass: string, rate: string) =>
    shop.call('POST', '/tax/rates', { token, body: { rates: [{ ...vat, taxClass, rate }], addsUp: true } })
  assert.equal((await addRate('standard', '0.19')).status, 200)
  const checked = await checkTable(shop, 'products', [
    ['Artikelnummer', 'Bezeichnung', 'Preis', 'Steuerklasse'],
    ['BOOK-1', 'Werkstatthandbuch', '30,00', 'ermäßigt'],
    ['OIL-1', 'Motoröl', '40,00', 'standard'],
  ])
  assert.deepEqual(
    checked.unknownValues?.map(({ field, values }) => [field, values]),
    [['taxClass', [{ text: 'ermäßigt', rows: 1 }]]],
  )
  const compareAgain = async () => {
    await shop.call('PUT', `/imports/${checked._id}/fixes`, { token, body: { fixes: [] } })
    const { counts, warnings } = await finished(shop, checked._id)
    return { counts, codes: warnings.map(({ code }) => code) }
  }
  const body = { name: 'ermäßigt', isExempt: false, taxCode: '' }
  assert.equal((await shop.call('POST', '/tax/classes', { token, body })).status, 200)
  assert.deepEqual(await compareAgain(), { counts: { new: 2 }, codes: ['tax-class-without-rate'] })
  const [book] = await listRows(shop, checked._id)
  assert.equal(book?.changes.find(({ field }) => field === 'taxClass')?.after, 'ermaessigt')
  assert.equal((await addRate('ermaessigt', '0.07')).status, 200)
  assert.deepEqual(await compareAgain(), { counts: { new: 2 }, codes: [] })
  // Another file says the same in another word.
  const other = await checkTable(shop, 'products', [
    ['Artikelnummer', 'Bezeichnung', 'Preis', 'Steuerklasse'],
    ['BOOK-2', 'Tabellenbuch', '25,00', 'Ermäßigter Steuersatz'],
  ])
  assert.deepEqual(other.counts, { new: 1 })
})
