import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problem.ts'
import { germanReference } from '#web/developer/german-reference.ts'

test('the API reference is in German: every refusal, and the summaries but for the newest', () => {
  const names = endpoints.map(({ name }) => name)
  const missing = names.filter((name) => !germanReference.summaries[name])
  assert.ok(missing.length < names.length / 10, `add to web/developer/german-reference.ts: ${missing.join(', ')}`)
  assert.deepEqual(
    Object.keys(germanReference.summaries).filter((name) => !names.includes(name)),
    [],
    'these endpoints are gone',
  )
  assert.deepEqual(
    Object.keys(problems).filter((code) => !germanReference.refusals(code)),
    [],
  )
})

test('a summary names the same fields in both languages', () => {
  const fieldsOf = (text = '') => [...text.matchAll(/`[^`]+`/g)].map(String).toSorted()
  for (const { name, summary } of endpoints) {
    const german = germanReference.summaries[name]
    if (german) assert.deepEqual(fieldsOf(german), fieldsOf(summary), name)
  }
})
