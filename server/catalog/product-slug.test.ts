import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { productPath, readProductSegment } from '#contract/product-path.ts'
import { makeSlug } from '#server/catalog/product-slug.ts'

test('names in any script have words, or none, and stay within their length', () => {
  assert.equal(makeSlug('Vented front brake disc 312 mm'), 'vented-front-brake-disc-312-mm')
  assert.equal(makeSlug('Bremsscheibe belüftet'), 'bremsscheibe-belueftet')
  assert.equal(makeSlug('Тормозной диск'), 'tormoznoy-disk')
  assert.equal(makeSlug('刹车盘'), '')
  assert.ok(makeSlug('word '.repeat(60)).length <= 80)
})

test('an address is read as it was written, whatever the name', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'grapheme', maxLength: 120 }), (_id, name) => {
      const slug = makeSlug(name)
      const path = productPath({ _id, ...(slug && { slug }) })
      assert.match(path, /^\/products\/[a-z0-9-]+$/)
      assert.deepEqual(readProductSegment(path.replace('/products/', '')), { id: _id, words: slug })
    }),
  )
})

test('what has no id at its end is an id that does not exist', () => {
  assert.deepEqual(readProductSegment('brake-disc'), { id: 'brake-disc', words: '' })
})
