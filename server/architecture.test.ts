import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { domains } from '../architecture.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

/** Returns the arrows of one side as a drawing; those at `audit-log`, which nearly every domain of the server has, are a sentence. */
function draw(side: 'server' | 'web'): string {
  const hidden = side === 'server' ? 'audit-log' : 'identity'
  const arrows = Object.entries(domains).flatMap(([name, { [side]: imports = [] }]) => {
    const drawn = imports.filter((imported) => imported !== hidden).toSorted()
    return drawn.length > 0 ? [`${name} --> ${drawn.join(' & ')}`] : []
  })
  const pairs = arrows.map((arrow, index) => (index % 2 === 0 ? `  ${arrow}` : `; ${arrow}\n`))
  return ['```mermaid', 'flowchart LR', pairs.join('').trimEnd(), '```'].join('\n')
}

for (const side of ['server', 'web'] as const) {
  test(`the drawing of ${side}/ has all arrows of architecture.ts`, () => {
    const drawing = draw(side)
    assert.ok(page.includes(drawing), `docs/architecture.md needs this drawing:\n${drawing}`)
  })

  const hidden = side === 'server' ? 'audit-log' : 'identity'
  test(`the sentence about ${hidden} names the domains that do not import it`, () => {
    const without = Object.entries(domains)
      .filter(([name, { [side]: imports }]) => imports && name !== hidden && !imports.includes(hidden))
      .map(([name]) => `\`${name}\``)
    const sentence = `all but ${without.toSorted().join(', ')} import \`${hidden}\``
    assert.ok(page.includes(sentence), `docs/architecture.md needs: ${sentence}`)
  })
}

test('the page names only files and folders that exist, and has at most 120 lines', () => {
  const named = [...page.matchAll(/`((?:\w[\w-]*\/)+(?:[\w.-]+\.\w+)?)`/g)].map(([, path = '']) => path)
  const isSample = (path: string) => /NAME|NNNN/.test(path)
  assert.deepEqual(
    named.filter((path) => !isSample(path) && !existsSync(join(root, path))),
    [],
  )
  assert.ok(named.length > 20)
  assert.ok(page.trimEnd().split('\n').length <= 120)
})
