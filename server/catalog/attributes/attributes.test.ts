import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Attribute, AttributeInput, Brand, CategoryAttribute, Names } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Facets } from '#contract/facets.ts'
import { checkFacets } from '#server/catalog/attributes/check-facets.ts'
import { sqlState, violatedConstraint } from '#server/platform/database/database.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { createCustomer } from '#server/testing/create-customer.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const admin = <Answer = { code: string; slug: string; message: string }>(method: string, path: string, body?: object) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
const addAttribute = async (name: string, more: object = { kind: 'option' }) =>
  (await admin('POST', '/attributes', { names: { en: name }, ...more })).body.code
const addOption = async (attribute: string, ...names: string[]) => {
  const codes: string[] = []
  for (const name of names)
    codes.push((await admin('POST', `/attributes/${attribute}/options`, { names: { en: name } })).body.code)
  return codes
}
const setValues = (product: Tool, attributes: AttributeInput) =>
  admin<{ tool: Tool; code: string; message: string }>('PUT', `/tools/${product._id}`, { attributes })
const facets = async (query: string) => (await shop.call<Facets>('GET', `/tools/facets?${query}`)).body
const listed = async (query: string) =>
  (await shop.call<Tool[]>('GET', `/tools?${query}`)).body.map(({ name }) => name).toSorted()

test('a product has a brand and values of every kind, as entered, and one that is sent empty is removed', async () => {
  await admin('POST', '/brands', { name: 'Bosch' })
  const [vented, thread, diameter, note] = [
    await addAttribute('Vented', { kind: 'yes-no' }),
    await addAttribute('Thread', { kind: 'option', isMultiple: true }),
    await addAttribute('Diameter', { kind: 'number', dimension: 'length', unit: 'mm' }),
    await addAttribute('Note', { kind: 'text' }),
  ]
  assert.deepEqual([vented, thread, diameter, note], ['vented', 'thread', 'diameter', 'note'])
  assert.deepEqual(await addOption(thread, 'M8', '5/16-18 UNC', 'M8 × 1,25'), ['m8', '5-16-18-unc', 'm8-1.25'])
  const product = await shop.addProduct({
    brand: 'bosch',
    attributes: { vented: true, thread: ['m8', 'M8 × 1,25', 'm8'], diameter: '5/16"', note: ' Zinc ' },
  })
  assert.equal(product.brand, 'Bosch')
  assert.deepEqual(product.attributes, {
    vented: true,
    thread: ['m8', 'm8-1.25'],
    diameter: '5/16 in',
    note: 'Zinc',
  })
  assert.deepEqual((await shop.call<Tool>('GET', `/tools/${product._id}`)).body, product)
  const { tool } = (await setValues(product, { vented: false, note: '', thread: [], diameter: '90.750' })).body
  assert.deepEqual(tool.attributes, { vented: false, diameter: '90.750 mm' })
  const removed = await admin<{ tool: Tool }>('PUT', `/tools/${product._id}`, {
    brand: '',
    attributes: { vented: '', diameter: '' },
  })
  assert.deepEqual([removed.body.tool.brand, removed.body.tool.attributes], [undefined, undefined])
  assert.deepEqual(await checkFacets(shop.db), [])
})

test('values that an attribute does not have are refused, and the product stays as it was', async () => {
  const colour = await addAttribute('Colour')
  await addOption(colour, 'Red', 'Blue')
  const width = await addAttribute('Width', { kind: 'number', dimension: 'length', unit: 'mm' })
  const sealed = await addAttribute('Sealed', { kind: 'yes-no' })
  const product = await shop.addProduct({ attributes: { [colour]: 'red' } })
  const refused: [AttributeInput, string][] = [
    [{ [colour]: 'green' }, 'attribute-value-invalid'],
    [{ [colour]: ['red', 'blue'] }, 'attribute-value-invalid'],
    [{ [width]: '5 kg' }, 'attribute-value-invalid'],
    [{ [width]: true }, 'attribute-value-invalid'],
    [{ [sealed]: 'yes' }, 'attribute-value-invalid'],
    [{ unheard: 'of' }, 'attribute-not-found'],
    [{ 'of\ntwo lines': 'x' }, 'invalid-request'],
  ]
  for (const [values, code] of refused) assert.equal((await setValues(product, values)).body.code, code)
  assert.equal((await admin('PUT', `/tools/${product._id}`, { brand: 'Nobody' })).body.code, 'brand-not-found')
  assert.deepEqual((await shop.call<Tool>('GET', `/tools/${product._id}`)).body, product)
})

test('the database itself refuses values of another kind, of another attribute and twice', async () => {
  const [size, shape] = [await addAttribute('Size', { kind: 'option', isMultiple: true }), await addAttribute('Shape')]
  await addOption(size, 'Small')
  await addOption(shape, 'Round')
  const { _id } = await shop.addProduct({ attributes: { [size]: 'small' } })
  const insert = (kind: string, ordinal: number, value: string, text: string | null = null) =>
    shop.db
      .execute(sql`
        INSERT INTO product_values (product_id, attribute_id, kind, ordinal, value_id, text)
        SELECT ${_id}, (SELECT id FROM attributes WHERE code = ${size}), ${kind}, ${ordinal}, facet_values.id, ${text}
        FROM facet_values JOIN attribute_options ON option_id = attribute_options.id WHERE code = ${value}`)
      .then(
        () => 'accepted',
        (error: unknown) => `${sqlState(error)} ${violatedConstraint(error)}`,
      )
  assert.equal(await insert('option', 2, 'small'), '23505 product_values_once')
  assert.equal(await insert('option', 2, 'round'), '23503 product_values_attribute_id_value_id_fkey')
  assert.equal(await insert('yes-no', 2, 'round'), '23503 product_values_attribute_id_kind_fkey')
  assert.equal(await insert('option', 2, 'round', 'as text'), '23514 product_values_of_kind')
})

test('two spellings of an option are merged: products, counts and links lead to the one', async () => {
  const thread = await addAttribute('Bolt')
  await addOption(thread, '5/16"', '0.3125 in', 'M8')
  const [one, other] = [
    await shop.addProduct({ attributes: { bolt: '5-16-in' } }),
    await shop.addProduct({ attributes: { bolt: '0.3125-in' } }),
  ]
  const merge = (from: string, into: string) => admin('POST', `/attributes/bolt/options/${from}/merge`, { into })
  assert.equal((await merge('5-16-in', '5-16-in')).body.code, 'merge-with-itself')
  assert.equal((await merge('0.3125-in', '5-16-in')).status, 200)
  for (const code of ['5-16-in', '0.3125-in'])
    assert.deepEqual(await listed(`f=bolt:${code}`), [one.name, other.name].toSorted())
  assert.deepEqual((await facets('f=bolt:0.3125-in')).filters, ['bolt:5-16-in'])
  assert.equal((await shop.call<Tool>('GET', `/tools/${other._id}`)).body.attributes?.['bolt'], '5-16-in')
  assert.deepEqual((await setValues(other, { bolt: '0.3125 in' })).body.tool.attributes, { bolt: '5-16-in' })
  assert.equal((await admin('DELETE', '/attributes/bolt/options/5-16-in')).body.code, 'option-in-use')
  assert.equal((await admin('DELETE', '/attributes/bolt')).body.code, 'attribute-in-use')
  assert.equal((await admin('DELETE', '/attributes/bolt/options/m8')).status, 200)
  assert.deepEqual(await checkFacets(shop.db), [])
})

test('a brand is renamed with its link, merged with its products, and deleted only without any', async () => {
  const slug = (await admin('POST', '/brands', { name: 'Ferodo' })).body.slug
  await admin('POST', '/brands', { name: 'FERODO Ltd.' })
  const product = await shop.addProduct({ brand: 'ferodo ltd.' })
  assert.equal((await admin('POST', '/brands', { name: 'ferodo' })).body.code, 'brand-name-taken')
  assert.equal((await admin('PUT', `/brands/${slug}`, { name: 'Ferodo Racing' })).status, 200)
  assert.equal((await admin('POST', '/brands/ferodo-ltd/merge', { into: slug })).status, 200)
  assert.equal((await shop.call<Tool>('GET', `/tools/${product._id}`)).body.brand, 'Ferodo Racing')
  assert.deepEqual(await listed('f=brand:ferodo-ltd'), [product.name])
  assert.equal((await shop.addProduct({ brand: 'Ferodo Ltd.', name: 'Spare' })).brand, 'Ferodo Racing')
  const spare = (await shop.call<Tool[]>('GET', '/tools?q=spare')).body[0]?._id ?? ''
  await admin('PUT', `/tools/${spare}`, { brand: '' })
  const brands = (await shop.call<Brand[]>('GET', '/brands')).body.filter((brand) => /ferodo/i.test(brand.name))
  assert.deepEqual(brands, [{ slug, name: 'Ferodo Racing', products: 1 }])
  assert.equal((await admin('DELETE', `/brands/${slug}`)).body.code, 'brand-in-use')
  await admin('PUT', `/tools/${product._id}`, { brand: '' })
  assert.equal((await admin('DELETE', `/brands/${slug}`)).status, 200)
  assert.deepEqual(await checkFacets(shop.db), [])
})

test('of two merges of brands at once, the products of the first end in the last brand', async () => {
  for (let round = 1; round <= 5; round++) {
    const [first, second, last] = await Promise.all(
      ['first', 'second', 'last'].map(
        async (name) => (await admin('POST', '/brands', { name: `Race ${name} ${round}` })).body.slug,
      ),
    )
    const product = await shop.addProduct({ brand: `Race first ${round}` })
    await Promise.all([
      admin('POST', `/brands/${first}/merge`, { into: second }),
      admin('POST', `/brands/${second}/merge`, { into: last }),
    ])
    assert.equal((await shop.call<Tool>('GET', `/tools/${product._id}`)).body.brand, `Race last ${round}`)
    assert.deepEqual(await listed(`f=brand:${first}`), [product.name])
  }
  assert.deepEqual(await checkFacets(shop.db), [])
})

test('a category inherits the attributes of those above it, and says of each how it is used', async () => {
  await shop.db.execute(sql`
    INSERT INTO categories (slug, parent_id, position) SELECT 'brake-discs', id, 1 FROM categories WHERE slug = 'brakes'`)
  const [first, second] = [
    await addAttribute('Bore'),
    await addAttribute('Holes', { kind: 'number', dimension: 'count' }),
  ]
  const use = { isFacet: true, isColumn: false, isRequired: false }
  const set = (category: string, ...attributes: object[]) =>
    admin('PUT', `/categories/${category}/attributes`, { attributes })
  await set('brakes', { code: second, ...use }, { code: first, ...use })
  const of = async (category: string) =>
    (await shop.call<CategoryAttribute[]>('GET', `/categories/${category}/attributes`)).body.map(
      ({ code, category: from, isFacet, isColumn }) => [code, from, isFacet, isColumn],
    )
  assert.deepEqual(await of('brake-discs'), [
    ['holes', 'brakes', true, false],
    ['bore', 'brakes', true, false],
  ])
  await set('brake-discs', { code: second, isFacet: false, isColumn: true, isRequired: true })
  assert.deepEqual(await of('brake-discs'), [
    ['bore', 'brakes', true, false],
    ['holes', 'brake-discs', false, true],
  ])
  assert.equal((await set('brakes', { code: 'unheard', ...use })).body.code, 'attribute-not-found')
  const product = await shop.addProduct({ category: 'brake-discs' })
  assert.equal((await setValues(product, { [first]: [] })).body.code, 'attribute-required')
  assert.equal((await setValues(product, { [second]: '5' })).status, 200)
})

test('names change and codes stay; what admins change is in the audit log', async () => {
  const code = await addAttribute('Lenght', { kind: 'number', dimension: 'length', unit: 'in' })
  const rename = (body: object) => admin('PUT', `/attributes/${code}`, body)
  const names: Names = { en: 'Length', de: 'Länge' }
  assert.equal((await rename({ names, help: { de: 'Ohne Kopf.' }, unit: 'mm' })).status, 200)
  assert.equal((await rename({ names: {} })).body.code, 'name-missing')
  assert.equal((await rename({ unit: 'kg' })).body.code, 'unit-unknown')
  const found = (await admin<Attribute[]>('GET', '/attributes')).body.find((attribute) => attribute.code === code)
  assert.deepEqual(found, {
    code: 'lenght',
    kind: 'number',
    dimension: 'length',
    unit: 'mm',
    isMultiple: false,
    names,
    help: { de: 'Ohne Kopf.' },
    options: [],
    products: 0,
  })
  const events = (await admin<AuditEvent[]>('GET', '/audit-log?area=catalog&kind=attribute-changed')).body
  assert.partialDeepStrictEqual(events[0], {
    subject: { type: 'attribute', id: 'lenght' },
    before: { unit: 'in', names: { en: 'Lenght' } },
    after: { unit: 'mm', names },
  })
})

test('the audit log names attributes, options, brands and categories in words', async () => {
  const log = async (kind: string) => (await admin<AuditEvent[]>('GET', `/audit-log?kind=${kind}`)).body[0]
  const finish = await addAttribute('Finish')
  await addOption(finish, 'Zinc', 'Bare steel')
  const vented = await addAttribute('Air-cooled', { kind: 'yes-no' })
  await admin('PUT', '/categories/filters/attributes', {
    attributes: [{ code: finish, isFacet: true, isColumn: false, isRequired: false }],
  })
  assert.partialDeepStrictEqual(await log('category-attributes-changed'), {
    subject: { name: 'Filters' },
    after: { attributes: [{ name: 'Finish', isFacet: true, isColumn: false, isRequired: false }] },
  })
  await admin('PUT', `/attributes/${finish}`, { options: ['bare-steel', 'zinc'] })
  const ordered = await log('attribute-changed')
  assert.deepEqual(
    [ordered?.subject.name, ordered?.before, ordered?.after],
    ['Finish', { options: ['Zinc', 'Bare steel'] }, { options: ['Bare steel', 'Zinc'] }],
  )
  const product = await shop.addProduct({ attributes: { [finish]: 'bare-steel' }, category: 'engine' })
  await admin('PUT', `/tools/${product._id}`, {
    attributes: { [finish]: 'zinc', [vented]: false },
    category: 'filters',
  })
  const changed = await log('product-changed')
  assert.deepEqual(
    [changed?.before, changed?.after],
    [
      { attributes: { Finish: ['Bare steel'] }, category: 'Engine' },
      { attributes: { 'Air-cooled': [false], Finish: ['Zinc'] }, category: 'Filters' },
    ],
  )
  const { slug } = (await admin<{ slug: string }>('POST', '/brands', { name: 'Audited Works' })).body
  await admin('DELETE', `/brands/${slug}`)
  for (const kind of ['brand-added', 'brand-deleted']) assert.equal((await log(kind))?.subject.name, 'Audited Works')
})

test('orders write facets only when the stock state flips', async () => {
  const buyer = await createCustomer(shop, 'buyer')
  const product = await shop.addProduct({ available: 10, minQuantity: 1 })
  const version = async () => {
    const { rows } = await shop.db.execute<{ xmin: string }>(
      sql`SELECT xmin::text FROM product_facets WHERE product_id = ${product._id}`,
    )
    return rows[0]?.xmin
  }
  const before = await version()
  await placeOrder(shop, buyer, product, 2)
  assert.equal(await version(), before)
  assert.ok(!(await listed('f=stock:low')).includes(product.name))
  await placeOrder(shop, buyer, product, 6)
  assert.notEqual(await version(), before)
  assert.ok((await listed('f=stock:low')).includes(product.name))
  await admin('DELETE', `/tools/${product._id}`)
  assert.ok(!(await listed('f=stock:low')).includes(product.name))
  assert.equal((await facets('f=stock:low')).total, (await listed('f=stock:low')).length)
  assert.deepEqual(await checkFacets(shop.db), [])
})

test('attributes of one name that are added at once get a code each', async () => {
  const body = { names: { en: 'Same name' }, kind: 'text' }
  const added = await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.call<{ code: string }>('POST', '/attributes', { token: shop.admin.token, body }),
    ),
  )
  assert.deepEqual(
    added.map(({ status }) => status),
    added.map(() => 200),
  )
  assert.equal(new Set(added.map(({ body: { code } }) => code)).size, 8)
})
