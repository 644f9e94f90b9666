import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const client = join(root, 'build/pages/client')

/** Matches each kind of secret. */
const secrets =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bsk_live_\w{10,}|\brk_live_\w{10,}|\bwhsec_\w{20,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{30,}|\bAIza[\w-]{35}\b/

/** Matches what pages tell admins to set: names, and addresses without a name or password. */
const instructions =
  /smtps?:\/\/NAME:PASSWOR[DT]@HOST|(?:as|als|Check|Prüfen Sie) STRIPE_(?:SECRET_KEY|WEBHOOK_SECRET)\b/g

// security 39, 53
test('browser files contain no secrets, no server code and no source maps', (context) => {
  if (!existsSync(client)) return context.skip('nothing is built yet')
  const files = globSync('**/*', { cwd: client })
  assert.deepEqual(
    files.filter((file) => file.endsWith('.map')),
    [],
  )
  const texts = files.filter((file) => /\.(?:js|css|html|json|svg|txt)$/.test(file))
  assert.ok(texts.length > 30)
  for (const file of texts) {
    const text = readFileSync(join(client, file), 'utf8')
    assert.doesNotMatch(text, secrets, file)
    assert.doesNotMatch(
      text.replaceAll(instructions, ''),
      /DATABASE_URL|SECRET_KEY|ADMIN_PASSWORD|STRIPE_WEBHOOK_SECRET|S3_SECRET|postgres(?:ql)?:\/\/|smtps?:\/\/|drizzle-orm|node-postgres|sourceMappingURL/,
      file,
    )
  }
})

// security 53, 54
test('no source holds a secret, and every setting that is one is empty in the example', () => {
  const sources = globSync(
    '{contract,server,web,embedded,database,bin,bench,journeys,docs,public}/**/*.{ts,tsx,js,md,sql,json}',
    {
      cwd: root,
    },
  )
  assert.ok(sources.length > 500)
  // Tests make up what looks like one.
  for (const file of sources.filter((each) => !each.endsWith('.test.ts')))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), secrets, file)
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  for (const [line = ''] of example.matchAll(/^[A-Z0-9_]*(?:KEY|SECRET|PASSWORD|TOKEN)[A-Z0-9_]*=\S+$/gm))
    assert.fail(`${line} is a published secret`)
})
