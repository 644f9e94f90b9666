import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
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
  await Promise.all([answers.open('a'), answers.open('a')])
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

/** A server that answers when it is told to, the questions in their order. */
function slowAnswers() {
  const questions: { key: string; answer: (value: string[]) => void }[] = []
  const answers = keepAnswers((key) => new Promise<string[]>((answer) => questions.push({ key, answer })))
  async function answerNext(key: string, value: string[]) {
    const question = questions.shift()
    assert.equal(question?.key, key)
    question.answer(value)
    await setImmediate()
  }
  return { answers, answerNext, waiting: () => questions.length }
}

test('an answer that was asked for before a change does not take the change back', async () => {
  const { answers, answerNext, waiting } = slowAnswers()
  void answers.open('a')
  await answerNext('a', ['one', 'two'])
  void answers.open('a')
  answers.change('a', (orders) => orders.filter((order) => order !== 'one'))
  await answerNext('a', ['one', 'two'])
  assert.deepEqual(answers.read('a'), { state: 'ready', value: ['two'] })
  await answerNext('a', ['two', 'three'])
  assert.deepEqual(answers.read('a'), { state: 'ready', value: ['two', 'three'] })
  assert.equal(waiting(), 0)
})

test('a change of all lists also reaches the one that is only on its way', async () => {
  const { answers, answerNext, waiting } = slowAnswers()
  void answers.open('all')
  await answerNext('all', ['one', 'two'])
  void answers.open('narrowed')
  answers.changeAll((orders) => orders.filter((order) => order !== 'one'))
  await answerNext('narrowed', ['one'])
  assert.deepEqual(answers.read('narrowed'), { state: 'loading' })
  await answerNext('narrowed', [])
  assert.deepEqual(answers.read('narrowed'), { state: 'ready', value: [] })
  assert.deepEqual(answers.read('all'), { state: 'ready', value: ['two'] })
  assert.equal(waiting(), 0)
})

test('whoever refreshes does not get an answer of before', async () => {
  const { answers, answerNext, waiting } = slowAnswers()
  void answers.open('a')
  const refreshed = answers.refresh('a')
  await answerNext('a', ['old'])
  await answerNext('a', ['new'])
  await refreshed
  assert.deepEqual(answers.read('a'), { state: 'ready', value: ['new'] })
  assert.equal(waiting(), 0)
})
