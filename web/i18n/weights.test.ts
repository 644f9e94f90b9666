import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { defaultStore } from '#contract/settings.ts'
import { fromKilograms, toKilograms, weightText } from '#web/i18n/weights.ts'

const useUnits = (units: 'metric' | 'imperial') => {
  globalThis.boltyardStore = { getStore: () => ({ ...defaultStore, units }) }
}
const before = globalThis.boltyardStore
afterEach(() => {
  globalThis.boltyardStore = before
})

test('a weight that is typed in pounds or kilograms is shown as it was typed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.constantFrom('metric' as const, 'imperial' as const),
      (hundredths, units) => {
        useUnits(units)
        assert.equal(fromKilograms(toKilograms(hundredths / 100)), hundredths / 100)
      },
    ),
  )
  useUnits('imperial')
  assert.equal(weightText(2.5), '5.51 lb')
})
