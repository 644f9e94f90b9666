import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { EditedTool } from '#contract/catalog.ts'
import { findUnseen } from '#contract/unseen-characters.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { search } from '#server/testing/random-search.ts'

const shop = provideTestShop({}, async () => {
  await admin('POST', '/brands', { name: '=Ø 12' })
  await admin('POST', '/attributes', { names: { en: 'Size' }, kind: 'number', dimension: 'length', isMultiple: true })
  await admin('POST', '/attributes', { names: { en: 'Hot' }, kind: 'yes-no' })
  await admin('POST', '/attributes', { names: { en: 'Note' }, kind: 'text' })
})

const admin = <Answer>(method: string, path: string, body?: object) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
const read = async (id: string) => (await admin<EditedTool>('GET', `/all-tools/${id}`)).body
const newestEvent = async () => (await admin<AuditEvent[]>('GET', '/audit-log?limit=1')).body[0]?._id

/** Makes texts of the kind that tables change: formulas, leading zeros, decimals, exponents, line breaks, blanks at the ends, signs of all kinds. */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.constantFrom(
        '=1+1',
        '+49',
        '-5',
        '@x',
        '00123',
        '90.750',
        '1E5',
        'Ø 12',
        'a\r\nb',
        ' x ',
        '\ttab',
        '"q";,\'',
        '½ 𝛀 е́',
      ),
      fc.string({ unit: 'grapheme', maxLength }),
    )
    .map((some) => some.replaceAll('\0', '').slice(0, maxLength))
    .filter((some) => some.isWellFormed())
const line = (maxLength: number) => text(maxLength).filter((some) => findUnseen(some) === undefined)
const filled = (maxLength: number) => text(maxLength).filter((some) => some.trim() !== '')
const filledLine = (maxLength: number) => line(maxLength).filter((some) => some.trim() !== '')
const number = (maxLength: number) => line(maxLength).filter((some) => /[\p{L}\p{N}]/u.test(some))

const facts = fc.record(
  {
    content: filled(200),
    price: fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100),
    imageAlt: line(60),
    pageTitle: line(60),
    brand: fc.constantFrom('', '=Ø 12'),
    category: fc.constantFrom('', 'brakes'),
    weight: fc.constantFrom('', '2.5 kg', '1/2 lb'),
    length: fc.constantFrom('', '90.750 mm', '5/16 in'),
    orderMultiple: fc.constantFrom(1, 5),
    pricePer: fc.constantFrom(1, 100, 1000),
    maxOrder: fc.constantFrom(0, 50),
    texts: fc.record({
      de: fc.record({ name: line(60), content: text(60), imageAlt: line(60), pageDescription: text(60) }),
    }),
    images: fc.array(
      fc.record({ url: fc.constant('/media/test/960.webp'), alt: line(40), alts: fc.record({ de: line(40) }) }),
      { maxLength: 3 },
    ),
    partNumbers: fc.array(
      fc.record({ kind: fc.constantFrom('oem', 'maker', 'barcode'), maker: line(40), number: number(40) }),
      { maxLength: 4 },
    ),
    attributes: fc.record({
      size: fc.constantFrom(['90.750 mm', '5/16 in'], ['1-1/4 in'], []),
      hot: fc.boolean(),
      note: text(60),
    }),
  },
  { requiredKeys: ['content', 'price', 'imageAlt', 'partNumbers'] },
)

/** Returns what a client sends to bring back what the API answered for a product. */
const toBody = ({ replacedBy, fitsTogether, ...product }: EditedTool) => ({
  orderMultiple: 1,
  pricePer: 1 as const,
  maxOrder: 0,
  ...product,
  minQuantity: product.minOrder,
  replacedById: replacedBy?._id ?? '',
  fitsTogetherIds: fitsTogether.map(({ _id }) => _id),
})

// Law 11 of the catalog, for the export that exists: what the API answers.
test('what the API says of a product can be sent back without any change, and makes the same product again', async () => {
  const other = await shop.addProduct()
  let made = 0
  await fc.assert(
    fc.asyncProperty(filledLine(60), number(40), facts, async (name, sku, more) => {
      const unique = `${name} ${(made += 1)}`
      const product = await shop.addProduct({
        name: unique,
        sku: `${sku}#${made}`,
        minQuantity: 10,
        ...(more as object),
        replacedById: other._id,
        fitsTogetherIds: [other._id],
      })
      const exported = await read(product._id)
      const event = await newestEvent()
      const { status, body } = await admin('PUT', `/tools/${product._id}`, toBody(exported))
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(await read(product._id), exported)
      assert.equal(await newestEvent(), event, 'nothing is said to have changed')
      await admin('DELETE', `/tools/${product._id}`)
      const again = await shop.addProduct(toBody(exported))
      assert.deepEqual({ ...(await read(again._id)), _id: product._id }, exported)
      await admin('DELETE', `/tools/${again._id}`)
    }),
    search(8),
  )
})
