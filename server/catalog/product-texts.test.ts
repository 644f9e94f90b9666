import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { updateStore } from '#contract/store.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { continueExchange } from '#server/catalog/change-main-texts.ts'
import { checkTable, finished, importTable, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let customer: Person
before(async () => {
  shop = await openTestShop()
  customer = await shop.signUp('customer')
})
after(() => shop[Symbol.asyncDispose]())

const german = { 'accept-language': 'de-DE,de;q=0.9' }
const texts = { de: { name: 'Bremssattel', content: 'Für vorn links.' } }
const read = async (product: Tool, headers = {}) =>
  (await shop.call<Tool>('GET', `/tools/${product._id}`, { headers })).body
const inList = async (product: Tool, path = '/tools', headers = {}) =>
  (await shop.call<Tool[]>('GET', path, { headers })).body.find(({ _id }) => _id === product._id)
const change = (product: Tool, body: object, options: { token?: string; headers?: Record<string, string> } = {}) =>
  shop.call<{ tool: Tool }>('PUT', `/tools/${product._id}`, { token: shop.admin.token, body, ...options })
const managed = async (product: Tool) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body

test('a product answers in the language of the call where it is translated, in every list', async () => {
  const product = await shop.addProduct({ name: 'Brake caliper', content: 'Front left.', texts })
  for (const path of ['/tools', '/tools?limit=200', `/tools?q=caliper`]) {
    // Twice: the first answer is cached, in one language each.
    for (const _ of [1, 2]) {
      assert.partialDeepStrictEqual(await inList(product, path), { name: 'Brake caliper', content: 'Front left.' })
      assert.partialDeepStrictEqual(await inList(product, path, german), {
        name: 'Bremssattel',
        content: 'Für vorn links.',
      })
    }
  }
  assert.partialDeepStrictEqual(await read(product), product)
  assert.partialDeepStrictEqual(await read(product, german), {
    ...product,
    name: 'Bremssattel',
    content: 'Für vorn links.',
  })
  assert.deepEqual((await managed(product)).texts, texts)
})

test('a text that is not translated is the main one, and empty texts remove a translation', async () => {
  const product = await shop.addProduct({ texts: { de: { name: ' Zange ', content: ' ' } } })
  assert.partialDeepStrictEqual(await read(product, german), { ...product, name: 'Zange' })
  await change(product, { price: 12 })
  assert.deepEqual((await managed(product)).texts, { de: { name: 'Zange', content: '' } })
  await change(product, { texts: { de: { name: '', content: '' } } })
  assert.deepEqual((await managed(product)).texts, {})
  assert.equal((await read(product, german)).name, product.name)
})

test('texts in a language that the shop does not know are refused, and nothing is changed', async () => {
  const product = await shop.addProduct({})
  const language = { code: 'language', facts: { name: 'xx', languages: 'en, de' } }
  const { token } = shop.admin
  const text = { name: 'X', content: '' }
  const calls = [
    ['PUT', `/tools/${product._id}`, { price: 77, texts: { xx: text, de: text } }, 'texts'],
    ['PUT', `/tools/${product._id}`, { images: [{ url: product.img, alt: '', alts: { xx: 'X' } }] }, 'images.0.alts'],
    ['PUT', '/category/1', { names: { xx: 'X' } }, 'names'],
    ['PUT', '/category/1', { descriptions: { xx: 'X' } }, 'descriptions'],
  ] as const
  for (const [method, path, body, field] of calls) {
    const answer = await shop.call<ProblemBody>(method, path, { token, body })
    const message = 'has no language “xx”; the languages are en, de'
    assert.deepEqual([answer.status, answer.body.errors], [400, [{ field, message, ...language }]], path)
    assert.equal(answer.body.message, `Please check what was sent: ${field} ${message}.`)
  }
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token })
  assert.deepEqual([body.price, body.texts], [product.price, {}])
})

test('sending back the translation that was shown changes no main text', async () => {
  const product = await shop.addProduct({ texts })
  const shown = await read(product, german)
  assert.equal((await change(product, { ...shown, price: 11 }, { headers: german })).status, 200)
  assert.partialDeepStrictEqual(await read(product), { ...product, price: 11 })
  const kept = { ...shown, price: 11 }
  assert.equal((await change(product, kept, { headers: german, token: customer.token })).status, 200)
  assert.equal((await change(product, { texts: { de: texts.de } }, { token: customer.token })).status, 403)
})

test('an order by the translated name is one of the product, and is called so for its buyer', async () => {
  const product = await shop.addProduct({ texts: { de: { name: 'Drehmomentschlüssel', content: '' } } })
  const { body } = await shop.call<{ order: Order }>('POST', '/orders', {
    token: customer.token,
    body: { name: 'drehmomentschlüssel', address: '1 Harbour Road, Hull', phoneNumber: '01482123456', quantity: 1 },
    headers: german,
  })
  assert.partialDeepStrictEqual(body.order, { productId: product._id, name: 'Drehmomentschlüssel' })
})

test('the audit log has the texts before and after', async () => {
  const product = await shop.addProduct({ texts })
  const next = { de: { name: 'Bremssattel vorn', content: texts.de.content } }
  await change(product, { texts: next })
  await change(product, { texts: next })
  const { body } = await shop.call<AuditEvent[]>('GET', '/audit-log', { token: shop.admin.token })
  const changes = body.filter(({ subject, kind }) => subject.id === product._id && kind === 'product-changed')
  assert.deepEqual(
    changes.map((event) => [event.before, event.after]),
    [[{ texts }, { texts: next }]],
  )
})

test('staff read the own names of products, which are in the main language of the store', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const caliper = await own.addProduct({ name: 'Brake caliper', sku: 'CAL-1', texts })
  const pad = await own.addProduct({ name: 'Brake pad', sku: 'PAD-1' })
  await own.call('PUT', `/tools/${pad._id}`, { ...asAdmin, body: { fitsTogetherIds: [caliper._id] } })
  const namesOf = async () => {
    const { body: list } = await own.call<Tool[]>('GET', '/all-tools?q=CAL-1', asAdmin)
    const { body: form } = await own.call<EditedTool>('GET', `/all-tools/${pad._id}`, asAdmin)
    const taken = await own.call<{ message: string }>('PUT', `/tools/${pad._id}`, {
      ...asAdmin,
      body: { sku: 'CAL-1' },
    })
    const { body: events } = await own.call<AuditEvent[]>('GET', '/audit-log', asAdmin)
    const event = events.find(({ subject }) => subject.id === caliper._id)
    return [
      list[0]?.name,
      form.fitsTogether?.[0]?.name,
      /that of “(.*?)”/.exec(taken.body.message)?.[1],
      event?.subject.name,
    ]
  }
  assert.deepEqual(await namesOf(), Array(4).fill('Brake caliper'))
  await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })
  assert.deepEqual(await namesOf(), Array(4).fill('Bremssattel'))
})

test('another main language of the store makes the translations of products their own texts, and the other way round', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const speak = async (...languages: string[]) => {
    const { status, body } = await own.call<ResponseBody<typeof updateStore>>('PUT', '/store', {
      ...asAdmin,
      body: { languages },
    })
    assert.equal(status, 200)
    return body.texts
  }
  const formOf = async ({ _id }: Tool) => {
    const { body } = await own.call<EditedTool>('GET', `/all-tools/${_id}`, asAdmin)
    const { name, content, imageAlt, pageTitle, images, texts } = body
    return { name, content, imageAlt, pageTitle, texts, alts: images.map(({ alt, alts }) => ({ alt, alts })) }
  }
  const caliper = await own.addProduct({
    name: 'Brake caliper',
    content: 'Front left.',
    imageAlt: 'The caliper',
    images: [{ url: '/media/back/960.webp', alt: 'From behind', alts: { de: 'Von hinten' } }],
    texts: { de: { ...texts.de, pageTitle: 'Bremssattel kaufen' } },
  })
  const described = await own.addProduct({
    name: 'Pad',
    content: 'Two.',
    texts: { de: { name: '', content: 'Zwei.' } },
  })
  const english = await own.addProduct({ name: 'Grease' })
  const before = await Promise.all([caliper, described, english].map(formOf))
  assert.deepEqual(await speak('de', 'en'), { exchanged: 1, untranslated: 2 })
  assert.equal(await speak('de', 'en'), undefined)
  assert.deepEqual(await formOf(caliper), {
    name: 'Bremssattel',
    content: 'Für vorn links.',
    imageAlt: undefined,
    pageTitle: 'Bremssattel kaufen',
    alts: [{ alt: 'Von hinten', alts: { en: 'From behind' } }],
    texts: { en: { name: 'Brake caliper', content: 'Front left.', imageAlt: 'The caliper' } },
  })
  assert.partialDeepStrictEqual(await formOf(described), { name: 'Pad', content: 'Zwei.' })
  assert.deepEqual(await formOf(english), before[2])
  const pageOf = async (headers: Record<string, string>) =>
    (await own.call<Tool>('GET', `/tools/${caliper._id}`, { headers })).body
  assert.equal((await pageOf(german)).name, 'Bremssattel')
  assert.equal((await pageOf({ 'accept-language': 'en' })).name, 'Brake caliper')
  for (const [language, name] of [
    ['de', 'Bremssattel'],
    ['en', 'Brake caliper'],
  ] as const) {
    const headers = { 'accept-language': language }
    const { body: list } = await own.call<Tool[]>('GET', '/tools?limit=50', { headers })
    assert.equal(list.find(({ _id }) => _id === caliper._id)?.name, name)
    const { body: found } = await own.call<Tool[]>('GET', '/tools?q=bremssattel', { headers })
    assert.deepEqual(
      found.map((one) => one.name),
      [name],
    )
  }
  await speak('en', 'de')
  assert.deepEqual(await Promise.all([caliper, described, english].map(formOf)), before)
})

test('products without part numbers whose translated names are the same stay apart when those become their own', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const long = 'Bremsscheibe'.padEnd(120, '.')
  const disc = { de: { name: long, content: '' } }
  const products = [
    await own.addProduct({ name: 'Disc', texts: disc }),
    await own.addProduct({ name: 'Rotor', texts: disc }),
    await own.addProduct({ name: 'Numbered rotor', sku: 'R-1', texts: disc }),
  ]
  assert.equal((await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de'] } })).status, 200)
  const names = await Promise.all(
    products.map(async ({ _id }) => (await own.call<EditedTool>('GET', `/all-tools/${_id}`, asAdmin)).body.name),
  )
  assert.equal(new Set(names).size, 3)
  for (const name of names) assert.match(name, /^Bremsscheibe/)
  assert.equal(names[2], long)
  for (const name of names) assert.ok(name.length <= 120)
})

test('a text that is sent in the main language is the own one', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })
  const caliper = await own.addProduct({
    name: 'Sattel',
    content: 'Vorn.',
    texts: { en: { name: 'Caliper', content: '' } },
  })
  const images = [{ url: '/media/back/960.webp', alt: '', alts: { de: ' Von hinten ', en: 'Behind' } }]
  await own.call('PUT', `/tools/${caliper._id}`, { ...asAdmin, body: { texts, images } })
  const { body: form } = await own.call<EditedTool>('GET', `/all-tools/${caliper._id}`, asAdmin)
  assert.partialDeepStrictEqual(form, { name: texts.de.name, content: texts.de.content })
  assert.deepEqual(form.texts, { en: { name: 'Caliper', content: '' } })
  assert.deepEqual(form.images, [{ url: '/media/back/960.webp', alt: 'Von hinten', alts: { en: 'Behind' } }])
})

test('a text that is written while the main language changes waits, and is refused once: the writer has not seen the new one', async () => {
  await using own = await openTestShop()
  const product = await own.addProduct({ name: 'Caliper' })
  const write = () => own.call<ProblemBody>('PUT', `/tools/${product._id}`, { token: own.admin.token, body: { texts } })
  const { written } = await own.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM store FOR UPDATE`)
    await tx.execute(sql`UPDATE store SET languages = '{de,en}'`)
    const written = write()
    await waitUntil(async () => {
      const { rows } = await own.db.execute(sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      return rows.length > 0
    }, 'the other text waits')
    return { written }
  })
  assert.equal((await written).body.code, 'main-language-changing')
  await waitUntil(async () => (await write()).status === 200, 'the server has seen the new main language')
  const { rows } = await own.db.execute(sql`SELECT name FROM products UNION ALL SELECT name FROM product_texts`)
  assert.deepEqual(rows, [{ name: texts.de.name }])
})

/** Returns the names of products in a list in this language. */
async function namesIn(own: TestShop, language: string): Promise<string[]> {
  const { body } = await own.call<Tool[]>('GET', '/tools?limit=500', { headers: { 'accept-language': language } })
  return body.map(({ name }) => name).toSorted()
}

test('while some products have their texts in a new main language, pages show the right ones, and only texts cannot be changed', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const caliper = await own.addProduct({ name: 'Caliper', texts: { de: { name: 'Sattel', content: '' } } })
  await own.addProduct({ name: 'Pad', texts: { de: { name: 'Belag', content: '' } } })
  const { _id: uploaded } = (await uploadTable(own, 'products', [['Part number'], ['C-1']])).body.import
  // As the change of the main language leaves it to the job, which has exchanged the texts of one product.
  await own.db.execute(
    sql`UPDATE store SET languages = '{de,en}', former_main_language = 'en', main_language_changed_at = now()`,
  )
  // Other servers have not seen it yet.
  await continueExchange(own.db, () => Promise.resolve())
  await own.db.execute(sql`SELECT exchange_product_texts('en', 'de', '00000000-0000-0000-0000-000000000000', 1)`)
  // It may have read the store a moment ago, which the job waits for.
  await waitUntil(async () => (await namesIn(own, 'en'))[0] === 'Caliper', 'the server has seen the new main language')
  const { rows } = await own.db.execute(sql`SELECT name FROM products ORDER BY id`)
  assert.deepEqual(rows, [{ name: 'Sattel' }, { name: 'Pad' }])
  for (const [method, path, body] of [
    ['PUT', '/store', { languages: ['en', 'de'] }],
    ['PUT', `/tools/${caliper._id}`, { name: 'Bremssattel' }],
    ['PUT', `/imports/${uploaded}/mapping`, { columns: ['partNumber'] }],
    ['GET', '/exports/products', undefined],
    [
      'POST',
      '/product-edits',
      { products: { ids: [caliper._id] }, changes: [{ field: 'name', operation: 'set', value: 'Sattel' }] },
    ],
  ] as const) {
    const refused = await own.call<ProblemBody>(method, path, { ...asAdmin, ...(body && { body }) })
    assert.equal(refused.body.code, 'main-language-changing', `${method} ${path}`)
  }
  assert.equal((await own.call('PUT', `/tools/${caliper._id}`, { ...asAdmin, body: { price: 12 } })).status, 200)
  for (const _ of ['halfway', 'at the end']) {
    assert.deepEqual(await namesIn(own, 'en'), ['Caliper', 'Pad'])
    assert.deepEqual(await namesIn(own, 'de'), ['Belag', 'Sattel'])
    await own.db.execute(sql`UPDATE store SET main_language_changed_at = now() - interval '3 seconds'`)
    await continueExchange(own.db, () => Promise.resolve())
  }
  const { rows: now } = await own.db.execute(sql`SELECT name FROM products ORDER BY id`)
  assert.deepEqual(now, [{ name: 'Sattel' }, { name: 'Belag' }])
})

test('a job gives many products their texts in a new main language; imports go on then, and can be undone', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const count = 401
  const rows = Array.from({ length: count }, (_, n) => [`C-${n}`, `Caliper ${n}`, `Sattel ${n}`, '10'])
  const header = ['Part number', 'Name (English)', 'Name (German)', 'Price']
  const applied = await importTable(own, 'products', [header, ...rows])
  const compared = await checkTable(own, 'products', [
    ['Part number', 'Name (German)'],
    ['C-1', 'Bremssattel'],
  ])
  const { body } = await own.call<ResponseBody<typeof updateStore>>('PUT', '/store', {
    ...asAdmin,
    body: { languages: ['de', 'en'] },
  })
  assert.deepEqual([body.texts, body.formerMainLanguage], [{ exchanged: count, untranslated: 0 }, 'en'])
  const again = await finished(own, compared._id)
  assert.deepEqual([again.counts, again.columns.map(({ field }) => field)], [{ changed: 1 }, ['partNumber', 'name']])
  const inGerman = rows.map(([, , name = '']) => name).toSorted()
  assert.deepEqual(await namesIn(own, 'de'), inGerman)
  const { rows: now } = await own.db.execute<{ name: string }>(sql`SELECT name FROM products`)
  assert.deepEqual(now.map(({ name }) => name).toSorted(), inGerman)
  const { counts } = await moveImport(own, applied._id, 'undo')
  assert.equal(counts.undone, count)
})

test('a file that is uploaded while the main language changes keeps what its columns are for', async () => {
  await using own = await openTestShop()
  const { uploading } = await own.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE import_rows IN SHARE MODE`)
    const uploading = uploadTable(own, 'products', [
      ['Part number', 'Name (English)', 'Name (German)'],
      ['C-1', 'Caliper', 'Sattel'],
    ])
    await waitUntil(async () => {
      const { rows } = await own.db.execute(
        sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'import_rows'::regclass`,
      )
      return rows.length > 0
    }, 'the rows wait')
    await own.call('PUT', '/store', { token: own.admin.token, body: { languages: ['de', 'en'] } })
    return { uploading }
  })
  const { columns } = await readImport(own, (await uploading).body.import._id)
  assert.deepEqual(
    columns.map(({ field }) => field),
    ['partNumber', 'name:en', 'name'],
  )
  const { rows } = await own.db.execute(sql`SELECT main_language FROM imports`)
  assert.deepEqual(rows, [{ main_language: 'de' }])
})

test('other imports go on while products get their texts in a new main language', async () => {
  await using own = await openTestShop()
  await own.addProduct({ name: 'Caliper', sku: 'C-1' })
  await own.db.execute(
    sql`UPDATE store SET former_main_language = 'de', main_language_changed_at = now() + interval '1 hour'`,
  )
  const applied = await importTable(own, 'part-numbers', [
    ['Part number', 'Kind', 'Number', 'Maker'],
    ['C-1', 'oem', '34116', 'BMW'],
  ])
  assert.equal(applied.state, 'applied')
  assert.equal((await own.call('GET', '/exports/stock', { token: own.admin.token })).status, 200)
})

test('imports are undone after the main language has changed, as if it had been that one before', async () => {
  await using own = await openTestShop()
  const header = [
    'Part number',
    'Name (English)',
    'Name (German)',
    'Page title (English)',
    'Page title (German)',
    'Price',
  ]
  const texts = {
    A: ['Caliper', 'Sattel', 'Buy', 'Kaufen', '10'],
    B: ['Caliper', '', 'Buy', '', '10'],
    C: ['Caliper', '', '', 'Kaufen', '10'],
    D: ['Caliper', '', '', '', '10'],
    E: ['Caliper', 'Sattel', 'Buy', '', '10'],
  } as const
  type Kind = keyof typeof texts
  const changes: [kind: Kind, header: string[], cells: string[]][] = [
    ['A', header.slice(1), ['Cal', 'Satt', 'Buy!', 'Kauf!', '11']],
    ['A', ['Name (German)', 'Page title (German)'], ['-', '-']],
    ['A', ['Name (English)'], ['Cal']],
    ['B', header.slice(1), ['Cal', '', 'Buy!', '', '11']],
    ['B', ['Name (German)', 'Page title (German)'], ['Sattel', 'Kaufen']],
    ['C', ['Name (English)'], ['Cal']],
    ['D', ['Page title (German)'], ['Kaufen']],
    ['E', ['Name (German)'], ['Satt']],
    ['E', ['Page title (English)'], ['Buy!']],
  ]
  // Beside each product that an import changes, one that stays as both have been.
  await importTable(own, 'products', [
    header,
    ...changes.flatMap(([kind], n) => ['changed', 'same'].map((which) => [`${which}-${n}`, ...texts[kind]])),
  ])
  const imported = []
  for (const [n, [, columns, cells]] of changes.entries())
    imported.push(
      await importTable(own, 'products', [
        ['Part number', ...columns],
        [`changed-${n}`, ...cells],
      ]),
    )
  imported.push(await importTable(own, 'products', [header, ['new-1', ...texts.A], ['new-2', ...texts.B]]))
  await own.call('PUT', '/store', { token: own.admin.token, body: { languages: ['de', 'en'] } })
  for (const { _id, counts } of imported)
    assert.equal((await moveImport(own, _id, 'undo')).counts.undone, counts.new ?? counts.changed)
  const readAll = async (which: string) => {
    const { rows } = await own.db.execute(sql`
      SELECT split_part(sku, '-', 2) AS n, products.name, products.page_title, price_cents, language, texts.name AS other_name,
        texts.page_title AS other_title
      FROM products LEFT JOIN product_texts texts ON product_id = id WHERE sku LIKE ${`${which}-%`} ORDER BY sku`)
    return rows
  }
  assert.deepEqual(await readAll('changed'), await readAll('same'))
  assert.equal((await readAll('new')).length, 0)
})

test('another main language compares files of products once more, and waits for one that is being applied', async () => {
  await using own = await openTestShop()
  const product = await own.addProduct({ name: 'Caliper', sku: 'C-1' })
  const speak = (...languages: string[]) =>
    own.call<{ code?: string }>('PUT', '/store', { token: own.admin.token, body: { languages } })
  const { _id } = await checkTable(own, 'products', [
    ['Part number', 'Name (German)'],
    ['C-1', 'Sattel'],
  ])
  await own.db.execute(sql`UPDATE imports SET state = 'applying'`)
  assert.equal((await speak('de', 'en')).body.code, 'imports-open')
  await own.db.execute(sql`UPDATE imports SET state = 'checked'`)
  assert.equal((await speak('de', 'en')).status, 200)
  assert.equal((await finished(own, _id)).counts.changed, 1)
  await moveImport(own, _id, 'apply')
  assert.equal((await own.call<Tool>('GET', `/tools/${product._id}`, { headers: german })).body.name, 'Sattel')
  // The remembered choice for these headers is not a field of another language any more.
  const again = await checkTable(own, 'products', [
    ['Part number', 'Name (German)'],
    ['C-1', 'Bremssattel'],
  ])
  assert.equal(again.counts.changed, 1)
})
