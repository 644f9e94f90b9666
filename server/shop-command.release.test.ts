import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
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
  const noShop = join(shop.dataDirectory, 'no-shop')
  const notAFolder = join(import.meta.dirname, 'composition/cli.ts')
  for (const [args, env, message] of [
    [['toString'], {}, /^Usage: npm run shop/],
    [['make-admin', 'a@b.test', 'c@d.test'], {}, /^Name the user/],
    [['migrate', '--dry'], {}, /^Usage: npm run shop -- migrate \[--dry-run\]/],
    [['import'], {}, /^Usage: npm run shop -- import FILE/],
    [['import', 'a.csv', '--kind', 'orders'], {}, /^Usage: npm run shop -- import FILE/],
    [['import', 'a.csv', '--kind', 'prices'], {}, /^A file of prices is imported as products: leave --kind out/],
    [['import', 'nothing.csv'], {}, /nothing\.csv cannot be read/],
    [['export', 'products', 'a.pdf'], {}, /^Usage: npm run shop -- export/],
    [['audit', 'everything'], {}, /^audit takes nothing else/],
    [['generate', '--products'], {}, /^Usage: npm run shop -- generate/],
    [['generate', '--foo', '1'], {}, /^Usage: npm run shop -- generate/],
    ...['audit', 'check-stock', 'make-admin', 'export', 'import', 'backup', 'account'].map((name) => [
      [
        name,
        ...({
          'make-admin': ['a@b.test'],
          export: ['products', 'a.csv'],
          import: ['a.csv'],
          backup: ['a'],
          account: ['a@b.test'],
        }[name] ?? []),
      ],
      { DATABASE_URL: '', DATA_DIR: noShop },
      /^There is no shop in .+no-shop\. Correct DATA_DIR, or start the shop once\.$/m,
    ]),
    [
      ['audit'],
      { DATABASE_URL: shop.databaseUrl.replace(/[^/]+$/, 'postgres') },
      /^There is no shop in the database of DATABASE_URL\./,
    ],
    [['audit'], { DATABASE_URL: '', DATA_DIR: notAFolder }, /^DATA_DIR is .+, which cannot be used: /],
  ] as [string[], Record<string, string>, RegExp][]) {
    const { code, stdout, stderr } = await run(args, env)
    assert.equal(code, 1, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /^ +at /m)
  }
  assert.equal(existsSync(noShop), false)
})

test('a misspelled setting is refused in production; restoring and verifying a backup only warn', async () => {
  const misspelled = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.test', SMTP_URI: 'smtp://mail.test' }
  const refused = await run(['audit'], misspelled)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(
    refused.stderr,
    /^SMTP_URI is no setting .* Is SMTP_URL meant\? In production, remove it or mend its name\.$/m,
  )
  for (const args of [
    ['verify', 'nothing.backup'],
    ['restore', 'nothing.backup'],
  ]) {
    const { stderr } = await run(args, misspelled)
    assert.match(stderr, /^SMTP_URI is no setting .* Is SMTP_URL meant\?$/m)
    assert.match(stderr, /nothing\.backup/)
  }
})

test('import compares and applies a file, export writes it, and importing that changes nothing', async () => {
  const file = (name: string) => join(shop.dataDirectory, name)
  const product = await shop.addProduct({ name: 'By command', sku: '00123', price: 5 })
  const priceNow = async () => {
    const { rows } = await shop.db.execute(sql`SELECT price_cents AS cents FROM products WHERE id = ${product._id}`)
    return rows[0]?.['cents']
  }
  await writeFile(file('prices.csv'), 'Part number;Price;Colour\n00123;6,50;x\n00124;seven;y\n')
  const dry = await run(['import', file('prices.csv'), '--dry-run', '--language', 'de'])
  assert.match(dry.stdout, /^Read as: products\.$/m)
  assert.match(dry.stdout, /“Colour” is left out/)
  await writeFile(file('unclear.csv'), 'One,Two\n1,2\n')
  const unclear = await run(['import', file('unclear.csv')])
  assert.match(unclear.stderr, /Say it with --kind, one of: products, stock, vehicles/)
  assert.equal(await priceNow(), 500)
  assert.match(dry.stdout, /New: 0, changed: 1, the same: 0, wrong: 1\./)
  assert.match(dry.stdout, /Wrong in 1 rows, Preis:\n {2}Line 3: „seven“ ist keine Zahl/)
  assert.equal(dry.code, 1)
  await writeFile(
    file('taxes.csv'),
    ['Part number,Name,Price,Tax class', ...Array.from({ length: 9 }, (_, i) => `TAX-${i},T ${i},5,Regelsteuer`)].join(
      '\n',
    ),
  )
  const taxes = await run(['import', file('taxes.csv'), '--dry-run'])
  assert.match(
    taxes.stdout,
    /Wrong in 9 rows, [^\n]+:\n(?: {2}Line \d: [^\n]+\n){3} {2}…\n {2}Say .* --value "Tax class:Regelsteuer=TEXT"/,
  )
  const left = await shop.db.execute(
    sql`SELECT file_name FROM imports WHERE state IN ('uploaded', 'mapped', 'checked')`,
  )
  assert.deepEqual(left.rows, [])
  const applied = await run(['import', file('prices.csv'), '--skip-errors'])
  assert.deepEqual([applied.code, await priceNow()], [0, 650], applied.stderr)
  const id = /--undo (\S+)/.exec(applied.stdout)?.[1] ?? ''
  for (const name of ['products.xlsx']) {
    assert.equal((await run(['export', 'products', file(name)])).code, 0)
    const again = await run(['import', file(name)])
    assert.match(
      again.stdout,
      /New: 0, changed: 0, the same: 1, wrong: 0\.\nThere is nothing to change\./,
      again.stderr,
    )
  }
  const nowhere = await run(['export', 'products', file('no/folder/products.csv')])
  assert.deepEqual(
    [nowhere.code, nowhere.stderr.split(': ')[1]],
    [1, `there is no folder ${file('no/folder')}. Create it first.\n`],
  )
  assert.match(nowhere.stderr, /products\.csv cannot be written/)
  assert.match(
    (await run(['import', '--undo', id])).stdout,
    /Taken back: 1; left, because they were changed since: 0\./,
  )
  assert.equal(await priceNow(), 500)
  await writeFile(
    file('titles.csv'),
    Buffer.from('x\nPart number|Name|Price|Weight\n00125|Bremskl\u00f6tze|5|5,916\n', 'latin1'),
  )
  const titled = ['import', file('titles.csv'), '--dry-run']
  const open = await run(titled)
  assert.match(open.stderr, /Weight.*Say it with --decimals "Weight=comma"/)
  assert.match((await run([...titled, '--decimals', 'Mass=comma'])).stderr, /no column “Mass”\. It has: Part number/)
  assert.match((await run([...titled, '--encoding', 'latin9'])).stderr, /^--encoding is one of utf-8, /)
  const read = ['--encoding', 'windows-1252', '--delimiter', '|', '--header-line', '2', '--decimals', 'Weight=comma']
  const said = await run([...titled, ...read])
  assert.match(said.stdout, /New: 1, changed: 0/, said.stderr)
  await writeFile(
    file('sales.csv'),
    'Part number,Name,Price,Sale price,Sale from,State\n00126,Disc,5,4,03/04/2026,Ja\n',
  )
  const sales = ['import', file('sales.csv'), '--dry-run']
  const openDays = await run(sales)
  assert.match(openDays.stderr, /Say it with --days "Sale from=day-first" or "Sale from=month-first"/)
  assert.match((await run([...sales, '--value', 'Zustand:Ja=active'])).stderr, /no column “Zustand”/)
  const answered = await run([...sales, '--days', 'Sale from=day-first', '--value', 'State:Ja=active'])
  assert.match(answered.stdout, /New: 1, changed: 0, the same: 0, wrong: 0/, answered.stderr)
})

test('import changes many prices by a great factor only once it is told to', async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => `GREAT-${index}`)
  for (const sku of numbers) await shop.addProduct({ name: sku, sku, price: 500 })
  const file = join(shop.dataDirectory, 'great.csv')
  await writeFile(file, ['Part number,Price', ...numbers.map((number) => `${number},5.00`)].join('\n'))
  const changed = async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT count(*)::integer AS count FROM products WHERE sku LIKE 'GREAT-%' AND price_cents = 500`,
    )
    return rows[0]?.['count']
  }
  const asked = await run(['import', file])
  assert.deepEqual([asked.code, await changed()], [1, 0], asked.stdout)
  assert.match(
    asked.stdout,
    /In 12 rows a price falls by more than 80 %, in most of them to 1\/100 of before: GREAT-0 /,
  )
  assert.match(asked.stderr, /Say it with --accept-great-changes\./)
  const told = await run(['import', file, '--accept-great-changes'])
  assert.deepEqual([told.code, await changed()], [0, 12], told.stderr)
})
