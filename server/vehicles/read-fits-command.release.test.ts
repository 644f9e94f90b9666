import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runShopCommand } from '#server/testing/run-shop-command.ts'

test('read-fits prints what the texts of a file name as JSON alone, without a shop, and refuses wrong files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-fits-'))
  try {
    const run = async (lines: string) => {
      const file = join(folder, 'texts.tsv')
      await writeFile(file, lines)
      return runShopCommand(['read-fits', file], { DATA_DIR: join(folder, 'none') })
    }
    const { code, stdout, stderr } = await run(
      'a-1\t2007-2013 Chevrolet Silverado tail light, right\r\n\r\nb\tSEAT belt 2003\nc\tHonda CRV\tfront 07-11\n',
    )
    const silverado = { make: 'Chevrolet', family: 'Silverado', generation: null, from: 2007, to: 2013, engine: null }
    const [fit] = (JSON.parse(stdout) as { c: { family: string; from: number }[] }).c
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.deepEqual(JSON.parse(stdout), {
      'a-1': [{ ...silverado, position: 'right', condition: null }],
      b: [],
      c: [fit],
    })
    assert.deepEqual([fit?.family, fit?.from], ['CR-V', 2007])
    for (const [lines, sentence] of [
      ['a\tone\nwithout tab\n', /^Line 2 of .* has no ID and tab/],
      ['a\tone\na\ttwo\n', /^Line 2 of .* has the ID a again/],
    ] as const) {
      const wrong = await run(lines)
      assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
      assert.match(wrong.stderr, sentence)
    }
    const nothing = await runShopCommand(['read-fits', join(folder, 'nothing')], {})
    assert.match(`${nothing.code} ${nothing.stderr}`, /^1 .*nothing cannot be read/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
