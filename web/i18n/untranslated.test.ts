import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const web = join(import.meta.dirname, '..')
/** The gallery is for developers, and names are the same in every language. */
const isAllowed = (file: string, text: string) =>
  file === 'ui/component-gallery.tsx' || ['Boltyard', 'https://'].includes(text)

/** Finds texts that a person reads or hears: between tags, and in attributes with words. */
function findTexts(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const attributes = code.matchAll(
    /\b(?:title|label|text|alt|placeholder|aria-label|aria-description)="([^"]*\p{L}{3}[^"]*)"/gu,
  )
  const children = code.matchAll(/^\s*(\p{Lu}\p{L}+(?: [\p{L}’',.!?]+)+)$|>(\p{Lu}[\p{L} ’',.!?]{2,})<\//gmu)
  return [...attributes, ...children].map(([, one, other]) => (one ?? other ?? '').trim())
}

test('no page has a text of its own: all come from the messages, in every language', () => {
  const files = globSync('**/*.tsx', { cwd: web }).filter((file) => !file.includes('.test.'))
  assert.ok(files.length > 200, `${files.length} files`)
  const found = files.flatMap((file) =>
    findTexts(readFileSync(join(web, file), 'utf8'))
      .filter((text) => !isAllowed(file, text))
      .map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(found, [])
})

test('the search for texts finds them', () => {
  assert.deepEqual(findTexts('<p title="Loading">\n  Place your order\n</p><b>Save</b>'), [
    'Loading',
    'Place your order',
    'Save',
  ])
  assert.deepEqual(findTexts('<p className="mt-2 grid">{t(\'ui.loading\')}</p> // Place your order'), [])
})
