import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { explainFailure } from '#server/composition/explain-failure.ts'
import { createClient } from '#server/platform/database/connections.ts'

test('a database that refuses a connection is explained by a sentence', async () => {
  await using postgres = await createTestDatabase()
  for (const [part, value, sentence] of [
    ['password', 'wrong', /^The database refuses this connection: password authentication failed/],
    ['pathname', '/nothing', /^The database refuses this connection: database "nothing" does not exist/],
  ] as const) {
    const url = new URL(postgres.url)
    url[part] = value
    const client = createClient({ connectionString: url.href })
    const error = await client.connect().catch((failure: unknown) => failure)
    assert.ok(error instanceof pg.DatabaseError)
    assert.match(explainFailure(error), sentence)
  }
})

test('a certificate that is refused is explained by a sentence, and a bug by its stack', () => {
  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    assert.match(
      explainFailure(Object.assign(new Error('no'), { code })),
      /^The database shows a certificate that is refused: no\. Check sslrootcert/,
    )
  assert.match(explainFailure(new Error('a bug')), /^Error: a bug\n\s+at /)
})
