import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '#contract/catalog.ts'
import { rankSubstitutes } from '#web/catalog/rank-substitutes.ts'

const disc = (_id: string, attributes: Tool['attributes'], available = 10) =>
  ({ _id, attributes, available, minOrder: 1 }) as Tool

test('a part is replaced by none of another axle, however near its other values are, and by the nearest first', () => {
  const wanted = disc('wanted', { axle: 'front', diameter: '280', width: '22' }, 0)
  const others = [
    disc('far', { axle: 'front', diameter: '312', width: '25' }),
    disc('rear', { axle: 'rear', diameter: '280', width: '22' }),
    disc('near', { axle: 'front', diameter: '288', width: '22' }),
    disc('unsaid', { diameter: '276', width: '22' }),
    disc('sold out', { axle: 'front', diameter: '280', width: '22' }, 0),
  ]
  assert.deepEqual(
    rankSubstitutes(wanted, others).map(({ _id }) => _id),
    ['near', 'unsaid', 'far'],
  )
})
