import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProblemCode, problemMessage, problems } from '#contract/problem.ts'
import { fieldProblem } from '#contract/field-problems.ts'
import { fieldMessages } from '#web/api/field-messages.ts'
import { localizedProblemMessage } from '#web/api/problem-message.ts'
import { loadMessages } from '#web/i18n/messages.ts'

const facts = { available: 1200, limit: 5, minimum: 10, name: 'Disc', total: 99.5, state: 'paid', move: 'cancelled' }
const codes = Object.keys(problems).filter((code): code is ProblemCode => Object.hasOwn(problems, code))

function messageIn(language: 'en' | 'de', code: string, message: string, errors?: Parameters<typeof fieldMessages>[0]) {
  return speaking(language, () => localizedProblemMessage({ code, message, facts, ...(errors && { errors }) }))
}

function speaking<Value>(language: 'en' | 'de', run: () => Value): Value {
  const outside = globalThis.boltyardLanguage
  globalThis.boltyardLanguage = { getStore: () => language }
  try {
    return run()
  } finally {
    globalThis.boltyardLanguage = outside
  }
}

test('in English every refusal says what the contract says, in German something else', async () => {
  await loadMessages('de')
  for (const code of codes.filter((one) => placeholdersOf(one).every((place) => place in facts))) {
    const message = problemMessage(code, facts)
    assert.equal(messageIn('en', code, message), message)
    assert.notEqual(messageIn('de', code, message), message)
  }
  assert.equal(messageIn('de', 'out-of-stock', ''), 'Bitte prüfen Sie Ihre Bestellmenge, wir haben nur noch 1.200')
  assert.equal(
    messageIn('de', 'price-changed', ''),
    'Die Summe beträgt jetzt 99,50\u{a0}$. Bitte prüfen Sie sie und bestellen Sie noch einmal.',
  )
  assert.equal(
    messageIn('de', 'order-move-not-allowed', ''),
    'Diese Bestellung ist bezahlt: Sie kann nicht storniert werden.',
  )
})

test('a new code, or what is wrong with fields and new, is said in the words of the server', async () => {
  await loadMessages('de')
  assert.equal(messageIn('de', 'moon-too-far', 'The moon is too far.'), 'The moon is too far.')
  const errors = [{ field: 'name', message: 'is missing' }]
  assert.equal(messageIn('de', 'invalid-request', 'name is missing.', errors), 'name is missing.')
  // A refusal that has a sentence of its own says it, whatever its errors tell programs.
  assert.match(messageIn('de', 'import-numbers-unclear', 'Nothing tells.', errors), /^Nichts in der Datei zeigt/)
})

test('what is wrong with fields is said in the language of the page, once for each field', async () => {
  await loadMessages('de')
  const errors = [
    { field: 'footer.links.0.url', ...fieldProblem('empty') },
    { field: 'footer.links.0.url', ...fieldProblem('address') },
    { field: 'footer.note', ...fieldProblem('maxLength', { limit: 1000 }) },
  ]
  const wrong = speaking('de', () => fieldMessages(errors))
  const expected = new Map([
    ['footer.links.0.url', 'Dieses Feld darf nicht leer sein.'],
    ['footer.note', 'Dieses Feld darf höchstens 1.000 Zeichen haben.'],
  ])
  assert.deepEqual(wrong, expected)
  assert.equal(speaking('en', () => fieldMessages(errors)).get('footer.links.0.url'), 'This must not be empty.')
  const price = [{ field: 'price', ...fieldProblem('price', { digits: 2, limit: 999_999.99 }) }]
  assert.equal(price[0]?.message, 'must have at most 2 decimals and be at most 999,999.99')
  assert.match(
    speaking('de', () => fieldMessages(price)).get('price') ?? '',
    /höchstens 2 Nachkommastellen .* höchstens 999\.999,99 /,
  )
  const german = messageIn('de', 'invalid-request', 'Please check what was sent: …', errors.slice(1))
  assert.match(
    german,
    /^Bitte prüfen Sie, was gesendet wurde: footer\.links\.0\.url muss ein Pfad .*\. footer\.note darf /,
  )
})

const placeholdersOf = (code: ProblemCode) =>
  [...problems[code].message.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
