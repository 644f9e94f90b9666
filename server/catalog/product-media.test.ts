import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { DetailedTool, EditedTool, Tool } from '#contract/catalog.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const read = async (product: Tool) => (await shop.call<DetailedTool>('GET', `/tools/${product._id}`)).body
const managed = async (product: Tool) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body
const change = (product: Tool, body: object, token = shop.admin.token) =>
  shop.call<{ tool: Tool; code?: string }>('PUT', `/tools/${product._id}`, { token, body })

function upload(text: string, { field = 'document', token = shop.admin.token } = {}) {
  const form = new FormData()
  form.set(field, new Blob([text], { type: 'application/pdf' }), 'sheet.pdf')
  return shop.call<{ data: { url: string; bytes: number }; code?: string }>('POST', '/documents', { token, body: form })
}
const pdf = '%PDF-1.7\nA data sheet.'
const picture = (name: string, alt = '') => ({ url: `/media/${name}/960.webp`, alt })

test('a product has pictures in an order, each with a text for those who do not see it', async () => {
  const images = [picture('back', 'From behind'), picture('box')]
  const product = await shop.addProduct({ imageAlt: ' From the front ', images })
  assert.partialDeepStrictEqual(await read(product), { imageAlt: 'From the front', images })
  await change(product, { price: 12 })
  await change(product, { images: images.toReversed() })
  assert.deepEqual((await read(product)).images, images.toReversed())
  assert.deepEqual((await shop.call<Tool[]>('GET', '/tools')).body.at(-1), {
    ...product,
    price: 12,
    imageAlt: 'From the front',
  })
  await change(product, { images: [], imageAlt: '' })
  assert.deepEqual((await managed(product)).images, [])
  assert.deepEqual(
    Object.keys(await read(product)).toSorted(),
    Object.keys(product)
      .filter((key) => key !== 'imageAlt')
      .toSorted(),
  )
})

test('pictures say what they show in the language of the call; what is not sent stays', async () => {
  const german = { 'accept-language': 'de-DE,de;q=0.9' }
  const [back, box] = [picture('back', 'From behind'), picture('box', 'In its box')]
  const images = [{ ...back, alts: { de: ' Von hinten ' } }, box]
  const product = await shop.addProduct({
    imageAlt: 'From the front',
    images,
    texts: { de: { name: '', content: '', imageAlt: 'Von vorn' } },
  })
  const readGerman = async () =>
    (await shop.call<DetailedTool>('GET', `/tools/${product._id}`, { headers: german })).body
  const shown = { imageAlt: 'Von vorn', images: [{ ...back, alt: 'Von hinten' }, box] }
  assert.partialDeepStrictEqual(await readGerman(), shown)
  assert.partialDeepStrictEqual(await read(product), { imageAlt: 'From the front', images: [back, box] })
  // Clients that know nothing of translations, and such that were shown them, take none away.
  await change(product, { images: [box, back], texts: { de: { name: '', content: '' } } })
  assert.partialDeepStrictEqual(await managed(product), {
    images: [box, { ...back, alts: { de: 'Von hinten' } }],
    texts: { de: { name: '', content: '', imageAlt: 'Von vorn' } },
  })
  const sent = { token: shop.admin.token, headers: german, body: await readGerman() }
  assert.equal((await shop.call('PUT', `/tools/${product._id}`, sent)).status, 200)
  assert.partialDeepStrictEqual(await read(product), { imageAlt: 'From the front', images: [box, back] })
  await change(product, {
    images: [{ ...back, alts: { de: '' } }],
    texts: { de: { name: '', content: '', imageAlt: '' } },
  })
  assert.partialDeepStrictEqual(await managed(product), { images: [back], texts: {} })
})

test('pictures from elsewhere and too many are refused', async () => {
  const product = await shop.addProduct()
  const elsewhere = await change(product, { images: [{ url: 'https://evil.test/x.webp', alt: '' }] })
  assert.equal(elsewhere.body.code, 'image-not-ours')
  const many = await change(product, { images: Array.from({ length: 12 }, (_, index) => picture(`p${index}`)) })
  assert.equal(many.body.code, 'invalid-request')
})

test('a document is kept as it is, and downloaded instead of opened', async () => {
  const { body } = await upload(pdf)
  assert.match(body.data.url, /^\/media\/[\w-]+\/document\.pdf$/)
  const response = await fetch(shop.url + body.data.url)
  assert.equal(await response.text(), pdf)
  assert.deepEqual(
    ['content-type', 'content-disposition', 'x-content-type-options'].map((name) => response.headers.get(name)),
    ['application/pdf', 'attachment', 'nosniff'],
  )
  assert.deepEqual((await upload(pdf)).body, body)
})

test('only a PDF of an admin is taken', async () => {
  for (const other of ['<script>alert(1)</script>', `<html>${pdf}`, ''])
    assert.equal((await upload(other)).body.code, 'document-unreadable', other)
  assert.equal((await upload(`\uFEFF\n${pdf}`)).status, 200)
  assert.equal((await upload(pdf, { field: 'image' })).body.code, 'document-required')
  assert.equal((await upload(pdf, { token: customer.token })).body.code, 'admin-only')
})

test('documents of a product are those that were uploaded here', async () => {
  const { url, bytes } = (await upload(pdf)).body.data
  const documents = [
    { url, kind: 'manual' as const, title: 'Assembly' },
    { url, kind: 'data-sheet' as const, title: 'Measures' },
  ]
  const product = await shop.addProduct({ documents })
  assert.deepEqual(
    (await read(product)).documents,
    documents.map((document) => ({ ...document, bytes })),
  )
  for (const other of ['/media/unknown/document.pdf', 'https://evil.test/x.pdf', '/media/test/960.webp']) {
    const { body } = await change(product, { documents: [{ url: other, kind: 'manual', title: 'x' }] })
    assert.equal(body.code, 'document-not-ours', other)
  }
  assert.equal((await read(product)).documents?.length, 2)
  assert.equal((await change(product, await read(product), customer.token)).status, 200)
  assert.equal((await change(product, { documents: [] }, customer.token)).body.code, 'not-allowed')
})

test('the audit log has pictures and documents before and after', async () => {
  const { url, bytes } = (await upload(pdf)).body.data
  const product = await shop.addProduct()
  const documents = [{ url, kind: 'certificate' as const, title: 'CE' }]
  await change(product, { images: [picture('side')], documents })
  const { body } = await shop.call<AuditEvent[]>('GET', '/audit-log', { token: shop.admin.token })
  const event = body.find(({ subject, kind }) => subject.id === product._id && kind === 'product-changed')
  assert.deepEqual(event?.before, { images: [], documents: [] })
  assert.deepEqual(event.after, { images: [picture('side')], documents: [{ ...documents[0], bytes }] })
})
