import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { listOpeningSteps } from '#contract/opening.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { getShippingSetup } from '#contract/shipping.ts'
import { moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const german = { name: 'Bremssattel', content: '' }

/** Returns the calls of an admin of a shop. */
function createAdmin(shop: TestShop) {
  const { token } = shop.admin
  const call = <Answer>(method: string, path: string, body?: object, language = 'en') =>
    shop.call<Answer>(method, path, { token, headers: { 'accept-language': language }, ...(body && { body }) })
  const read = async <Answer>(path: string, language?: string) =>
    (await call<Answer>('GET', path, undefined, language)).body
  return {
    call,
    read,
    /** Offers these languages, and returns the status with the code of a refusal. */
    speak: async (...languages: string[]) => {
      const { status, body } = await call<Partial<ProblemBody>>('PUT', '/store', { languages })
      return [status, body.code]
    },
    isFixed: async () => (await read<string[]>('/store/fixed-fields')).includes('mainLanguage'),
    step: async () =>
      (await read<ResponseBody<typeof listOpeningSteps>>('/opening-steps')).find(({ step }) => step === 'mainLanguage'),
  }
}

/** Waits until a statement waits for a lock on a table. */
const waitForLock = (shop: TestShop, table: string) =>
  waitUntil(async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    return rows.length > 0
  }, `a statement waits for ${table}`)

test('with the demo, a seller chooses the main language first, and all shows in each language what it showed before', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const { call, read, speak, isFixed, step } = createAdmin(shop)
  const archived = await shop.addProduct({
    name: 'Caliper',
    images: [{ url: '/media/back/960.webp', alt: 'Behind', alts: { de: 'Von hinten' } }],
    texts: { de: { ...german, pageTitle: 'Sattel kaufen' } },
  })
  await call('DELETE', `/tools/${archived._id}`)
  const namesIn = async (language: string) =>
    (await read<Tool[]>('/tools?limit=500', language)).map(({ name }) => name).toSorted()
  const before = [await namesIn('en'), await namesIn('de')]
  assert.deepEqual([await isFixed(), await step()], [false, { step: 'mainLanguage', done: false }])

  assert.deepEqual(await speak('de', 'en'), [200, undefined])
  assert.deepEqual([await namesIn('en'), await namesIn('de')], before)
  const own = (await read<Tool[]>('/all-tools?limit=500')).map(({ name }) => name).toSorted()
  assert.deepEqual(own, before[1], 'staff read the German names')
  const firstNames = async () => {
    const { rows } = await shop.db.execute<{ names: string[] }>(sql`
      SELECT array_agg(name ORDER BY name COLLATE "C") AS names FROM (
        SELECT name FROM shipping_zones UNION ALL SELECT name FROM customer_groups UNION ALL SELECT name FROM price_lists
        UNION ALL SELECT name FROM tax_classes) named`)
    return rows[0]?.names
  }
  const germanNames = [
    'Alaska, Hawaii und Puerto Rico',
    'Deutschland',
    'Ermäßigt',
    'Europäische Union',
    'Fuhrparkpreise',
    'Fuhrparks',
  ]
  const otherGermanNames = [
    'Standard',
    'Steuerfrei',
    'USA ohne Alaska und Hawaii',
    'Werkstattpreise',
    'Werkstätten',
    'Öffentliche Staffelpreise',
  ]
  assert.deepEqual(await firstNames(), [...germanNames, ...otherGermanNames])
  const { methods } = await read<ResponseBody<typeof getShippingSetup>>('/shipping-setup')
  assert.ok(
    methods.length > 0 && methods.every(({ names }) => names?.['en'] !== undefined && names['de'] === undefined),
  )
  assert.equal((await read<ResponseBody<typeof listOpeningSteps>>('/opening-steps'))[0]?.done, true)
  const form = await read<EditedTool>(`/all-tools/${archived._id}`)
  assert.partialDeepStrictEqual(form, {
    name: 'Bremssattel',
    pageTitle: 'Sattel kaufen',
    texts: { en: { name: 'Caliper' } },
    images: [{ alt: 'Von hinten', alts: { en: 'Behind' } }],
  })
  const { body: demo } = await call<{ products: number; changed: number }>('GET', '/demo')
  assert.deepEqual([demo.products, demo.changed], [own.length, 0], 'the demo is still one')

  assert.deepEqual(await speak('en', 'de'), [200, undefined])
  const { body: back } = await call<EditedTool>('GET', `/all-tools/${archived._id}`)
  assert.partialDeepStrictEqual(back, { name: 'Caliper', texts: { de: { ...german, pageTitle: 'Sattel kaufen' } } })
  assert.deepEqual([await namesIn('en'), await namesIn('de')], before)
  assert.ok((await firstNames())?.includes('Contiguous United States'))
})

test('from the first product of the seller on, or with an import of some, the main language stays until they are gone', async () => {
  await using shop = await openTestShop()
  const { call, speak, isFixed, step } = createAdmin(shop)
  const refused = [409, 'main-language-in-use']
  const draft = await call<{ _id: string }>('POST', '/tools', {
    name: 'Caliper',
    content: 'Front left.',
    price: 1,
    available: 1,
    minOrder: 1,
    img: '/media/back/960.webp',
    draft: true,
  })
  assert.equal(draft.status, 200, JSON.stringify(draft.body))
  assert.deepEqual([await isFixed(), (await step())?.done], [true, true])
  assert.deepEqual(await speak('de', 'en'), refused)
  assert.deepEqual(await speak('en'), [200, undefined], 'the other languages are free')
  await call('DELETE', `/tools/${draft.body._id}`)
  assert.deepEqual(await speak('de', 'en'), refused, 'restored, it would be English in a German shop')
  await call('POST', `/tools/${draft.body._id}/restore`)
  await call('PUT', `/tools/${draft.body._id}`, { texts: { de: german } })
  await call('DELETE', `/tools/${draft.body._id}`)
  const { _id } = (await uploadTable(shop, 'products', [['Part number'], ['C-1']])).body.import
  assert.deepEqual(await speak('de', 'en'), refused)
  await moveImport(shop, _id, 'cancel')
  assert.equal(await isFixed(), false)
  assert.deepEqual(await speak('de', 'en'), [200, undefined])
})

test('a product that is added while the main language changes comes before, and refuses it, or after', async () => {
  await using shop = await openTestShop()
  const { speak, isFixed } = createAdmin(shop)
  const add = () => shop.addProduct({ name: 'Caliper', texts: { de: german } })
  const textsOf = async () => {
    const { rows } = await shop.db.execute(sql`
      SELECT 'own' AS language, name FROM products WHERE archived_at IS NULL UNION ALL SELECT language, product_texts.name
      FROM product_texts JOIN products ON products.id = product_id WHERE archived_at IS NULL`)
    return rows
  }
  const isBetween = async <First, Second>(first: () => Promise<First>, second: () => Promise<Second>) => {
    const both = await shop.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE product_texts IN SHARE MODE`)
      const started = first()
      await waitForLock(shop, 'product_texts')
      const next = second()
      await waitForLock(shop, 'products')
      return { started, next }
    })
    return [await both.started, await both.next] as const
  }
  const [, answer] = await isBetween(add, () => speak('de', 'en'))
  assert.deepEqual(answer, [409, 'main-language-in-use'])
  assert.deepEqual(await textsOf(), [
    { language: 'own', name: 'Caliper' },
    { language: 'de', name: 'Bremssattel' },
  ])
  await shop.db.execute(sql`UPDATE products SET archived_at = now()`)
  const [changed] = await isBetween(() => speak('de', 'en'), add)
  assert.deepEqual(changed, [200, undefined])
  assert.deepEqual(
    await textsOf(),
    [{ language: 'own', name: 'Bremssattel' }],
    'what was sent as German is the own text',
  )
  assert.equal(await isFixed(), true)
})

test('a file that is uploaded while the main language changes is for no columns of the former one', async () => {
  await using shop = await openTestShop()
  const { speak } = createAdmin(shop)
  const header = ['Part number', 'Name (English)', 'Name (German)']
  const { uploading } = await shop.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE import_rows IN SHARE MODE`)
    const uploading = uploadTable(shop, 'products', [header, ['C-1', 'Caliper', 'Sattel']])
    await waitForLock(shop, 'import_rows')
    assert.deepEqual(await speak('de', 'en'), [200, undefined])
    return { uploading }
  })
  const { columns } = await readImport(shop, (await uploading).body.import._id)
  assert.deepEqual(
    columns.map(({ field }) => field),
    [undefined, undefined, undefined],
  )
})
