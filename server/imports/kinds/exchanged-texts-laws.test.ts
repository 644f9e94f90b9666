import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultStore } from '#contract/settings.ts'
import type { Texts } from '#server/imports/kinds/kind.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import { runWithStore } from '#server/platform/current-store.ts'

const needed = ['name', 'description']
const fields = [...needed, 'pictureText', 'pageTitle', 'pageDescription']
const codes = fields.flatMap((field) => [field, `${field}:de`])

/** Makes the texts of a product whose own ones are English; one that is translated has an own one, too. */
const texts: fc.Arbitrary<Texts> = fc.record(
  Object.fromEntries(codes.map((code) => [code, fc.constantFrom(...(code === 'name' ? ['A', 'B'] : ['', 'A', 'B']))])),
)
const hasOwn = (side: Texts) => fields.every((field) => side[field] !== '' || side[`${field}:de`] === '')
const pick = (side: Texts, some: readonly string[]) => Object.fromEntries(some.map((code) => [code, side[code] ?? '']))

/** Returns the texts once German is the main language, as `exchange_product_texts` leaves them. */
function exchange(side: Texts): Texts {
  const isTranslated = fields.some((field) => side[`${field}:de`] !== '')
  return Object.fromEntries(
    fields.flatMap((field) => {
      const [own = '', german = ''] = [side[field], side[`${field}:de`]]
      const isExchanged = needed.includes(field) ? german !== '' : isTranslated
      return Object.entries(
        isExchanged ? { [field]: german, [`${field}:en`]: own } : { [field]: own, [`${field}:en`]: '' },
      )
    }),
  )
}

test('undo after another main language has become the main one leaves the texts as if nothing had been imported', () => {
  fc.assert(
    fc.property(texts, texts, fc.subarray(codes, { minLength: 1 }), (first, second, some) => {
      const changed = some.filter((code) => first[code] !== second[code])
      const imported = { ...first, ...pick(second, changed) }
      fc.pre(changed.length > 0 && hasOwn(first) && hasOwn(imported))
      const present = exchange(imported)
      const change = { row: 1, subject: 'product', before: pick(first, changed), after: pick(imported, changed) }
      const now = runWithStore({ ...defaultStore, languages: ['de', 'en'] }, () =>
        productsKind.inPresentCodes?.(change, present, 'en'),
      )
      assert.ok(now?.before)
      assert.deepEqual(now.after, pick(present, Object.keys(now.after)), 'it finds what it has changed')
      assert.deepEqual(now.before, pick(exchange(first), Object.keys(now.before)))
    }),
    { numRuns: 3000, seed: 1 },
  )
})
