import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SiteContent } from '#contract/site-content.ts'
import { translateSchema } from '#web/site-content/german-labels.ts'

/** Lists words that are the same in both languages. */
const alike = new Set(['Blog', 'Facebook', 'Instagram', 'Link', 'LinkedIn', 'Links', 'Name', 'Portfolio', 'Text', 'X'])

test('every field of the site’s content is labelled in German', () => {
  const english = labelsOf(SiteContent)
  const german = labelsOf(translateSchema(SiteContent))
  assert.ok(english.length > 60)
  assert.deepEqual(
    english.filter((label, place) => label === german[place] && !alike.has(label)),
    [],
  )
})

test('every choice is named in German', () => {
  const unnamed: string[] = []
  JSON.stringify(
    translateSchema(SiteContent),
    (_, value: { enum?: string[]; choices?: Record<string, string> } | null) => {
      unnamed.push(...(value?.enum ?? []).filter((choice) => !value?.choices?.[choice]))
      return value
    },
  )
  assert.deepEqual(unnamed, [])
})

function labelsOf(schema: object): string[] {
  const labels: string[] = []
  JSON.stringify(schema, (key, value: unknown) => {
    if ((key === 'title' || key === 'description') && typeof value === 'string') labels.push(value)
    return value
  })
  return labels
}
