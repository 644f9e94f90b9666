import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  checkColor,
  contrast,
  grounds,
  markContrast,
  nearestWithContrast,
  readColor,
  textContrast,
  textOn,
  themeOf,
} from '#contract/store-colors.ts'

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(contrast('#ff6a13', '#ff6a13'), 1)
})

test('text can be read on every color', () => {
  fc.assert(
    fc.property(color, (ground) => assert.ok(contrast(textOn(ground), ground) >= textContrast)),
    { seed: 21, numRuns: 2000 },
  )
})

test('the nearest color passes, is the color itself if that passes, and a color just before it does not', () => {
  const where = fc.constantFrom(grounds.light, grounds.dark, grounds.header)
  fc.assert(
    fc.property(color, where, fc.constantFrom(markContrast, textContrast), (given, on, least) => {
      const worst = (one: string) => Math.min(...on.map((ground) => contrast(one, ground)))
      const nearest = nearestWithContrast(given, on, least)
      assert.ok(worst(nearest) >= least)
      if (worst(given) >= least) assert.equal(nearest, given)
      // Nothing lies between a refused color and its nearest: halfway, it is refused, too, unless they are neighbors.
      else assert.notEqual(nearest, given)
      assert.equal(nearestWithContrast(nearest, on, least), nearest)
    }),
    { seed: 21, numRuns: 1000 },
  )
})

test('a store that is accepted can be read in both themes and in the header', () => {
  fc.assert(
    fc.property(color, color, (one, other) => {
      const primary = checkColor('primary', one).nearest
      const accent = checkColor('accent', other).nearest
      const { light, dark, header } = themeOf({ primary, accent })
      for (const ground of grounds.light) {
        assert.ok(contrast(light.primary, ground) >= markContrast)
        assert.ok(contrast(light.accent, ground) >= textContrast)
      }
      for (const ground of grounds.dark) {
        assert.ok(contrast(dark.primary, ground) >= markContrast)
        assert.ok(contrast(dark.accent, ground) >= textContrast)
      }
      for (const ground of grounds.header) assert.ok(contrast(header.primary, ground) >= markContrast)
    }),
    { seed: 21, numRuns: 1000 },
  )
})

test('colors are read as people type them', () => {
  assert.deepEqual(['#FF6a13', 'ff6a13', ' #f60 ', 'orange', '#ff6a1', ''].map(readColor), [
    '#ff6a13',
    '#ff6a13',
    '#ff6600',
    undefined,
    undefined,
    undefined,
  ])
})
