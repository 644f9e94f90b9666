import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProblemCode, problemMessage, problems } from '#contract/problem.ts'
import { refusalSentence } from '#web/api/refusal-sentence.ts'
import { loadWords } from '#web/words/words.ts'

const facts = { available: 1200, limit: 5, minimum: 10, name: 'Disc', total: 99.5, state: 'paid', move: 'cancelled' }
const codes = Object.keys(problems).filter((code): code is ProblemCode => Object.hasOwn(problems, code))

function sentenceIn(
  language: 'en' | 'de',
  code: string,
  message: string,
  errors?: { field: string; message: string }[],
) {
  globalThis.boltyardLanguage = { getStore: () => language }
  return refusalSentence({ code, message, facts, ...(errors && { errors }) })
}

test('in English every refusal says what the contract says, in German something else', async () => {
  await loadWords('de')
  for (const code of codes.filter((one) => placesOf(one).every((place) => place in facts))) {
    const message = problemMessage(code, facts)
    assert.equal(sentenceIn('en', code, message), message)
    assert.notEqual(sentenceIn('de', code, message), message)
  }
  assert.equal(sentenceIn('de', 'out-of-stock', ''), 'Bitte prüfen Sie Ihre Bestellmenge, wir haben nur noch 1.200')
  assert.equal(
    sentenceIn('de', 'price-changed', ''),
    'Die Summe beträgt jetzt 99,50\u{a0}$. Bitte prüfen Sie sie und bestellen Sie noch einmal.',
  )
  assert.equal(
    sentenceIn('de', 'order-move-not-allowed', ''),
    'Diese Bestellung ist bezahlt: Sie kann nicht storniert werden.',
  )
})

test('a new code, or what is wrong with fields, is said in the words of the server', async () => {
  await loadWords('de')
  assert.equal(sentenceIn('de', 'moon-too-far', 'The moon is too far.'), 'The moon is too far.')
  const errors = [{ field: 'name', message: 'is missing' }]
  assert.equal(sentenceIn('de', 'invalid-request', 'name is missing.', errors), 'name is missing.')
})

const placesOf = (code: ProblemCode) =>
  [...problems[code].message.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
