import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiProblem } from '#web/api/api-problem.ts'
import { keepAnswers } from '#web/api/answers.ts'

const offline = () => new ApiProblem({ code: 'network-failed', status: 0, message: 'Offline' })

test('an answer is loading, then ready, and every reader is told', async () => {
  const answers = keepAnswers(async (key) => `about ${key}`)
  let told = 0
  answers.subscribe(() => (told += 1))
  assert.deepEqual(answers.read('a'), { state: 'loading' })
  await answers.refresh('a')
  assert.deepEqual(answers.read('a'), { state: 'ready', value: 'about a' })
  assert.deepEqual(answers.read('b'), { state: 'loading' })
  assert.equal(told, 1)
})

test('readers that ask at the same time share one call', async () => {
  let calls = 0
  const answers = keepAnswers(async () => (calls += 1))
  await Promise.all([answers.refresh('a'), answers.refresh('a')])
  assert.equal(calls, 1)
})

test('a failure shows its sentence, and a value that is shown already stays', async () => {
  let fails = true
  const answers = keepAnswers(async () => {
    if (fails) throw offline()
    return 1
  })
  await answers.refresh('a')
  const failed = answers.read('a')
  assert.equal(failed.state === 'failed' && failed.message, 'Offline')
  fails = false
  await answers.refresh('a')
  fails = true
  await answers.refresh('a')
  assert.deepEqual(answers.read('a'), { state: 'ready', value: 1 })
})

test('an answer that was asked for before a change does not take the change back', async () => {
  const pending: ((value: string[]) => void)[] = []
  const answers = keepAnswers(() => new Promise<string[]>((resolve) => pending.push(resolve)))
  const first = answers.refresh('a')
  pending[0]?.(['one', 'two'])
  await first
  const stale = answers.refresh('a')
  answers.change('a', (orders) => orders.filter((order) => order !== 'one'))
  const fresh = answers.refresh('a')
  pending[1]?.(['one', 'two'])
  await stale
  assert.deepEqual(answers.read('a'), { state: 'ready', value: ['two'] })
  pending[2]?.(['two', 'three'])
  await fresh
  assert.deepEqual(answers.read('a'), { state: 'ready', value: ['two', 'three'] })
})
