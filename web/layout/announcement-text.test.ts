import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#contract/language.ts'
import { shownAnnouncementText } from '#contract/announcement-text.ts'

const shown = (announcement: { text: string; texts?: { de?: string } }, main: Language) =>
  (['en', 'de'] as const).map((language) => shownAnnouncementText(announcement, language, main))

test('everyone reads an announcement in their language, else in the main language of the store', () => {
  const german = { text: '', texts: { de: 'Freitag geschlossen' } }
  assert.deepEqual(shown(german, 'de'), ['Freitag geschlossen', 'Freitag geschlossen'])
  assert.deepEqual(shown(german, 'en'), [undefined, 'Freitag geschlossen'], 'a notice for readers of German only')
  const both = { text: 'Closed on Friday', texts: german.texts }
  for (const main of ['en', 'de'] as const)
    assert.deepEqual(shown(both, main), ['Closed on Friday', 'Freitag geschlossen'])
  const english = { text: 'Closed on Friday' }
  for (const main of ['en', 'de'] as const)
    assert.deepEqual(shown(english, main), ['Closed on Friday', 'Closed on Friday'])
})
