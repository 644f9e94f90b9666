import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkMigration } from '#database/migration-rules.ts'

const earlier = ['0001-first.sql']

/** Returns the rules that a migration breaks. */
async function rulesOf(sql: string): Promise<string[]> {
  const sentences = await checkMigration('0002-next.sql', sql, earlier)
  return sentences.map((sentence) => /\(([\w-]+)\)\. /.exec(sentence)?.[1] ?? sentence)
}

/** Lists statements that break a rule, each with one that does the same without breaking it. */
const cases: readonly [rule: string, bad: string, good: string][] = [
  ['removes', 'DROP TABLE orders', '-- migrate: contract after 0001-first.sql\nDROP TABLE orders'],
  [
    'removes',
    'ALTER TABLE orders DROP COLUMN name',
    '-- migrate: contract after 0001-first.sql\nALTER TABLE orders DROP COLUMN name',
  ],
  ['removes', 'ALTER TABLE orders RENAME COLUMN name TO title', 'ALTER TABLE orders ADD COLUMN title text'],
  ['removes', 'ALTER TABLE orders RENAME TO sales', 'CREATE VIEW sales AS SELECT id FROM orders'],
  ['removes', 'ALTER TABLE orders SET SCHEMA other', 'CREATE SCHEMA other'],
  ['removes', 'DROP INDEX orders_name', '-- migrate: concurrently\nDROP INDEX CONCURRENTLY orders_name'],
  [
    'removes',
    'DROP FUNCTION total(integer)',
    'CREATE OR REPLACE FUNCTION total(integer) RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
  ],
  ['removes', 'TRUNCATE orders', 'CREATE TABLE later (id integer)'],
  [
    'removes',
    'ALTER TABLE orders ALTER COLUMN name DROP NOT NULL',
    '-- migrate: contract after 0001-first.sql\nALTER TABLE orders ALTER COLUMN name DROP NOT NULL',
  ],
  [
    'removes',
    'ALTER TABLE orders ALTER COLUMN name DROP DEFAULT',
    `ALTER TABLE orders ALTER COLUMN name SET DEFAULT ''`,
  ],
  [
    'removes',
    'ALTER TABLE orders DROP CONSTRAINT orders_number_key',
    'ALTER TABLE orders DROP CONSTRAINT orders_state_check',
  ],
  [
    'changes-type',
    'ALTER TABLE orders ALTER COLUMN name TYPE varchar(20)',
    'ALTER TABLE orders ADD COLUMN short_name varchar(20)',
  ],
  [
    'required-column',
    'ALTER TABLE orders ADD COLUMN note text NOT NULL',
    `ALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT ''`,
  ],
  [
    'rewrites-table',
    'ALTER TABLE orders ADD COLUMN token uuid DEFAULT gen_random_uuid()',
    'ALTER TABLE orders ADD COLUMN token uuid; ALTER TABLE orders ALTER COLUMN token SET DEFAULT gen_random_uuid()',
  ],
  [
    'rewrites-table',
    'ALTER TABLE orders ADD COLUMN place bigserial',
    'ALTER TABLE orders ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()',
  ],
  [
    'rewrites-table',
    'ALTER TABLE orders ADD COLUMN twice integer GENERATED ALWAYS AS (total * 2) STORED',
    'ALTER TABLE orders ADD COLUMN twice integer GENERATED ALWAYS AS (total * 2) VIRTUAL',
  ],
  ['rewrites-table', 'ALTER TABLE orders SET UNLOGGED', 'ALTER TABLE orders SET (fillfactor = 80)'],
  [
    'checks-all-rows',
    'ALTER TABLE orders ALTER COLUMN name SET NOT NULL',
    '-- allow checks-all-rows: 0001 has validated it\nALTER TABLE orders ALTER COLUMN name SET NOT NULL',
  ],
  [
    'checks-all-rows',
    'ALTER TABLE orders ADD CONSTRAINT sane CHECK (total > 0)',
    'ALTER TABLE orders ADD CONSTRAINT sane CHECK (total > 0) NOT VALID',
  ],
  [
    'checks-all-rows',
    'ALTER TABLE orders ADD FOREIGN KEY (buyer) REFERENCES users (id)',
    'ALTER TABLE orders ADD FOREIGN KEY (buyer) REFERENCES users (id) NOT VALID',
  ],
  [
    'checks-all-rows',
    'ALTER TABLE orders ADD COLUMN rank integer CHECK (rank > 0)',
    'ALTER TABLE orders ADD COLUMN rank integer; ALTER TABLE orders ADD CHECK (rank > 0) NOT VALID',
  ],
  [
    'checks-all-rows',
    'ALTER TABLE orders ADD COLUMN store integer DEFAULT 1 REFERENCES store (id)',
    'ALTER TABLE orders ADD COLUMN store integer REFERENCES store (id)',
  ],
  [
    'not-alone',
    'ALTER TABLE orders ADD COLUMN rank integer; ALTER TABLE orders VALIDATE CONSTRAINT sane',
    'ALTER TABLE orders VALIDATE CONSTRAINT sane',
  ],
  [
    'locks-writers',
    'CREATE INDEX orders_name ON orders (name)',
    '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY orders_name ON orders (name)',
  ],
  [
    'locks-writers',
    'ALTER TABLE orders ADD CONSTRAINT one UNIQUE (name)',
    'ALTER TABLE orders ADD CONSTRAINT one UNIQUE USING INDEX orders_name',
  ],
  [
    'locks-writers',
    'ALTER TABLE orders ADD COLUMN code text UNIQUE',
    'CREATE TABLE codes (code text UNIQUE); CREATE INDEX ON codes (code)',
  ],
  [
    'all-rows',
    'UPDATE orders SET total = 0',
    '-- migrate: in batches by orders.id\nUPDATE orders SET total = 0 WHERE id BETWEEN $1 AND $2',
  ],
  [
    'all-rows',
    'DELETE FROM orders WHERE total = 0',
    '-- migrate: in batches by orders.id\nDELETE FROM orders WHERE total = 0 AND id BETWEEN $1 AND $2',
  ],
  ['all-rows', 'INSERT INTO lines SELECT id FROM orders', 'INSERT INTO lines VALUES (1), (2)'],
  [
    'all-rows',
    'CREATE TABLE copy AS SELECT id FROM orders',
    'CREATE TABLE copy (id integer); INSERT INTO copy SELECT 1',
  ],
  [
    'cannot-see',
    'DO $$ BEGIN DELETE FROM orders; END $$',
    '-- allow cannot-see: one row\nDO $$ BEGIN DELETE FROM store; END $$',
  ],
  ['cannot-see', 'SELECT rebuild_all()', '-- allow cannot-see: one row\nSELECT rebuild_store()'],
  ['not-here', 'LOCK TABLE orders', 'COMMENT ON TABLE orders IS $$What buyers want$$'],
  ['not-here', 'COMMIT', 'CREATE SEQUENCE numbers'],
  [
    'mode',
    '-- migrate: contract after 0009-none.sql\nDROP TABLE orders',
    '-- migrate: contract after 0001-first.sql\nDROP TABLE orders',
  ],
  [
    'mode',
    '-- migrate: in batches by orders.id\nUPDATE orders SET total = 0',
    '-- migrate: in batches by orders.id\nINSERT INTO lines SELECT id FROM orders WHERE id BETWEEN $1 AND $2',
  ],
  [
    'mode',
    'CREATE INDEX CONCURRENTLY orders_name ON orders (name)',
    '-- migrate: concurrently\nCREATE UNIQUE INDEX CONCURRENTLY orders_name ON orders (name)',
  ],
  [
    'mode',
    '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY ON orders (name)',
    '-- migrate: concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_name ON orders (name)',
  ],
]

for (const [rule, bad, good] of cases) {
  test(`${rule}: ${bad.replaceAll(/\s+/g, ' ')}`, async () => {
    assert.deepEqual(await rulesOf(bad), [rule])
    assert.deepEqual(await rulesOf(good), [])
  })
}

test('a bad statement is found among any others, and good ones together are good', async () => {
  const plain = (sql: string) => !sql.startsWith('--') && !sql.includes('VALIDATE')
  const good = cases.map((one) => one[2]).filter(plain)
  const bad = cases.filter((one) => plain(one[1]) && one[0] !== 'mode')
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(good, { minLength: 1 }),
      fc.constantFrom(...bad),
      fc.nat(),
      async (others, [rule, statement], place) => {
        assert.deepEqual(await rulesOf(others.join(';\n')), [])
        const index = place % (others.length + 1)
        assert.ok((await rulesOf(others.toSpliced(index, 0, statement).join(';\n'))).includes(rule))
      },
    ),
    { seed: 7, numRuns: 50 },
  )
})

test('a sentence says what is wrong and how to mend it; what cannot be read is one, too', async () => {
  assert.deepEqual(await checkMigration('0002-next.sql', 'ALTER TABLE orders DROP COLUMN name', earlier), [
    '0002-next.sql: DROP COLUMN of orders.name (removes). The version before still uses it. Stop using it in one release and remove it in the next, in a file that begins with "-- migrate: contract after NNNN-name.sql": the migration that came with the code that stopped.',
  ])
  assert.match((await rulesOf('ALTER TABEL orders')).join(), /0002-next\.sql: syntax error at or near "TABEL"/)
  assert.match((await rulesOf('-- migrate: quickly\nSELECT 1')).join(), /first line of 0002-next\.sql is none of/)
})
