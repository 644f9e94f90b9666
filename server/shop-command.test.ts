import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { runShopCommand } from '#server/testing/run-shop-command.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const run = (args: string[], env: Record<string, string> = {}) =>
  runShopCommand(args, { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDirectory, ...env })

test('make-admin says what to do for unknown, removed, locked and unverified people', async () => {
  const [removed, locked, unverified] = [
    await shop.signUp('removed'),
    await shop.signUp('locked'),
    await shop.signUp('new'),
  ]
  await shop.db.execute(sql`UPDATE users SET removed_at = now() WHERE email = ${removed.email}`)
  await shop.db.execute(sql`UPDATE users SET disabled_at = now() WHERE email = ${locked.email}`)
  const output = async (email: string) => {
    const { code, stdout, stderr } = await run(['make-admin', email])
    return `${code} ${stdout}${stderr}`
  }
  assert.match(
    await output('nobody@customer.test'),
    /^1 This shop has no user nobody@customer\.test\. Let them sign up/,
  )
  assert.match(await output(removed.email), /^1 removed@customer\.test was removed from this shop/)
  assert.match(
    await output(locked.email),
    /^1 locked@customer\.test is locked out\. .*account locked@customer\.test enable/,
  )
  assert.match(await output(unverified.email), /^0 new@customer\.test is an admin as soon as this address is verified/)
  assert.match(await output(shop.admin.email), /^0 \S+ is an admin\.$/m)
})

test('a command that is mistyped says so in one sentence, without a stack, and does nothing', async () => {
  const notAFolder = join(import.meta.dirname, 'composition/cli.ts')
  for (const [args, env, message] of [
    [['toString'], {}, /^Usage: npm run shop/],
    [['make-admin', 'a@b.test', 'c@d.test'], {}, /^Name the user/],
    [['migrate', '--dry'], {}, /^Usage: npm run shop -- migrate \[--dry-run\]/],
    [['audit', 'everything'], {}, /^audit takes nothing else/],
    [['generate', '--products'], {}, /^Usage: npm run shop -- generate/],
    [['generate', '--foo', '1'], {}, /^Usage: npm run shop -- generate/],
    [['audit'], { DATABASE_URL: '', DATA_DIR: notAFolder }, /^DATA_DIR is .+, which cannot be used: /],
  ] as [string[], Record<string, string>, RegExp][]) {
    const { code, stdout, stderr } = await run(args, env)
    assert.equal(code, 1, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /^ +at /m)
  }
})
