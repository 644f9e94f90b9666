import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inTurn, type Turns } from '#server/platform/in-turn.ts'

describe('The turns of a process', () => {
  it('are taken at all keys at once, so that works with crossing keys come one after the other', async () => {
    const turns: Turns = new Map()
    const happened: string[] = []
    const work = (name: string) => async () => {
      happened.push(`${name} begins`)
      await new Promise(setImmediate)
      happened.push(`${name} ends`)
    }
    await Promise.all([
      inTurn(turns, ['buyer 1', 'disc', 'pad'], work('first')),
      inTurn(turns, ['buyer 2', 'pad', 'disc'], work('second')),
      inTurn(turns, ['buyer 3', 'filter'], work('third')),
    ])
    assert.deepEqual(
      happened.filter((step) => !step.startsWith('third')),
      ['first begins', 'first ends', 'second begins', 'second ends'],
    )
    assert.ok(happened.indexOf('third begins') < happened.indexOf('first ends'))
    assert.equal(turns.size, 0)
  })

  it('go on after work that failed', async () => {
    const turns: Turns = new Map()
    const failing = inTurn(turns, ['disc'], () => Promise.reject(new Error('Out of stock.')))
    const next = inTurn(turns, ['disc', 'pad'], () => Promise.resolve('placed'))
    await assert.rejects(failing, /Out of stock/)
    assert.equal(await next, 'placed')
  })
})
