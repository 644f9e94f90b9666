import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { foldText } from '#contract/fold-text.ts'
import type { FoundTool, Suggestions } from '#contract/search.ts'
import { foldSizes } from '#server/platform/database/fold-sizes.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const names = async (q: string) =>
  (await shop.call<{ products: FoundTool[] }>('GET', `/search?q=${encodeURIComponent(q)}`)).body.products.map(
    ({ name }) => name,
  )

/** Adds a product for each of these names of one thing, and searches for it by each of them. */
async function findEachOther(mark: string, writings: readonly string[]) {
  const all = writings.map((writing, at) => `${writing} ${mark} n${at}`)
  for (const name of all) await shop.addProduct({ name })
  for (const writing of writings)
    assert.deepEqual((await names(`${writing} ${mark}`)).toSorted(), all.toSorted(), `“${writing}”`)
}

test('signs of phones, programs and papers are those of a keyboard', async () => {
  await findEachOther('qsa', ['Ratchet 3/8" drive', 'ratchet 3/8” drive', 'Ratchet 3/8″ drive', 'RATCHET ³/₈ “drive”'])
  await findEachOther('qsb', ['12-point socket', '12\u2011point socket', '12 – point socket', '１２ point Socket'])
  await findEachOther('qsc', ['Łożysko koła', 'lozysko kola', 'Łoz\u0307ysko koła'])
  await findEachOther('qsd', ['Türgriff außen', 'Tu\u0308rgriff aussen'])
  assert.equal((await names('so\u00adcket qsb')).length, 4)
  await findEachOther('qse', ['Œillet d’arrêt', "oeillet d'arret", 'Oeillet d`arre\u0302t'])
  await findEachOther('qsf', ['Bræmse þjöl Ðor ıŞık', 'braemse thjöl dor ISIK'])
})

test('umlauts are found with them, without them and as two letters, and a decomposed one is one', async () => {
  await shop.addProduct({ name: 'Kühlerschlauch qua' })
  for (const q of ['kühlerschlauch', 'ku\u0308hlers', 'kuehlersch', 'kuhlersch', 'KÜHLER'])
    assert.deepEqual(await names(`${q} qua`), ['Kühlerschlauch qua'], q)
  await shop.addProduct({ name: 'Kuhlmittel qub' })
  assert.deepEqual(await names('kühlmittel qub'), ['Kuhlmittel qub'])
  // A beginning with an umlaut is none without it: oil is not old.
  await shop.addProduct({ name: 'Oldtimer quc' })
  assert.deepEqual(await names('öl quc'), [])
})

test('sizes find each other in any writing', async () => {
  await findEachOther('qta', [
    '205/55R16',
    '205 55 16',
    '205/55 R 16',
    '205/55 R16',
    '205/55ZR16',
    '205-55-R16',
    '205/55/16',
    '205/55 r‑16',
  ])
  for (const written of ['2055516', '20555R16', '20555ZR16', 'P2055516', 'P205/55R16', 'p 205/55 r16', 'LT205/55R16'])
    assert.equal((await names(`${written} qta`)).length, 8, written)
  await shop.addProduct({ name: 'Tire P225/45R17 qtz' })
  for (const written of ['P225/45R17', '225/45 R17', '22545R17'])
    assert.equal((await names(`${written} qtz`)).length, 1, written)
  await findEachOther('qtb', ['280x22', '280 × 22 mm', '280 x 22', '280 mm x 22 mm', '280*22', '280×22mm', '280 X 22'])
  await findEachOther('qtc', ['M16x1.5', 'M16×1,5', 'M 16 x 1.5', 'm16 x 1,50'])
  await findEachOther('qtd', ['3/8"', '3/8 in', '3/8 inch', '3/8”', '3/8 Zoll', "3/8''", '⅜"'])
  await findEachOther('qte', ['5W-30', '5w30', '5W 30', '5W/30'])
  await findEachOther('qtf', ['155R13', '155 R 13', '155 R-13'])
  await findEachOther('qtg', ['10x20x30 mm', '10 × 20 × 30', '10mm x 20mm x 30mm'])
  await findEachOther('qth', ['M8', 'm 8'])
  await findEachOther('qti', ['22mm', '22 mm'])
  await findEachOther('qtj', ['5x112', '5 × 112', '5/112', '5-112', '5X112 mm'])
  await findEachOther('qtk', ['5/114.3', '5x114,3', '5-114.30'])
})

test('other sizes stay other sizes, and parts of one still find it', async () => {
  const tire = 'Tire 205/55 R16 91V qva'
  const thread = 'Bolt M16x1.5 qva'
  await shop.addProduct({ name: tire })
  await shop.addProduct({ name: thread })
  for (const q of ['205', '205/55', '205/55R', '205/55 r1', 'r16 tire', 'tire 205 16', '205/55R1', '55 16', '91v'])
    assert.deepEqual(await names(`${q} qva`), [tire], q)
  for (const q of ['205/55R17', '205/50R16', '215/55R16', '205x16']) assert.deepEqual(await names(`${q} qva`), [], q)
  for (const q of ['m16', 'M16x', 'm16x1', 'bolt m 16', '1.5']) assert.deepEqual(await names(`${q} qva`), [thread], q)
  for (const q of ['M16x2', 'M1.6x15', 'M6x1.5']) assert.deepEqual(await names(`${q} qva`), [], q)
})

test('sizes that only attributes hold are found', async () => {
  const define = (name: string, more: object) =>
    shop.call('POST', '/attributes', {
      token: shop.admin.token,
      body: { names: { en: name }, kind: 'number', ...more },
    })
  await define('Bolt holes', { dimension: 'count' })
  await define('Bolt circle', { dimension: 'length', unit: 'mm' })
  await define('Rim width', { dimension: 'length', unit: 'in' })
  const add = (name: string, holes: string, circle: string, rim: string) =>
    shop.addProduct({ name, attributes: { 'bolt-holes': holes, 'bolt-circle': circle, 'rim-width': rim } })
  await add('Disc qxa', '5', '112 mm', '7 in')
  await add('Vented disc qxa', '5', '114.3 mm', '7.5 in')
  await add('Drum qxa', '5', '112 mm', '8 in')
  for (const q of ['disc 5x112', 'Disc 5 × 112', 'disc 5/112', 'disc 5-112', 'disc 7x112'])
    assert.deepEqual(await names(`${q} qxa`), ['Disc qxa'], q)
  assert.deepEqual(await names('disc 5x114,3 qxa'), ['Vented disc qxa'])
  assert.deepEqual(await names('disc 7,5x5 qxa'), ['Vented disc qxa'])
  for (const q of ['disc 4x112', 'disc 5x5', 'disc 112x114'])
    assert.ok(!(await names(`${q} qxa`)).includes('Vented disc qxa'), q)
})

test('suggestions read signs and sizes like the search', async () => {
  await shop.addProduct({ name: 'Disc 300×24 mm qwa' })
  const { body } = await shop.call<Suggestions>('GET', `/search/suggestions?q=${encodeURIComponent('300x24 qw')}`)
  assert.deepEqual(
    body.products.map(({ name }) => name),
    ['Disc 300×24 mm qwa'],
  )
})

/** Texts of what people write, each with the signs that the rules are about. */
const texts = fc.array(
  fc.oneof(
    fc.constantFrom(
      '205/55',
      '205/55R',
      '205/55 r1',
      'R16',
      'zr',
      '205 55 16',
      '280',
      ' x ',
      '×',
      '*',
      ',5',
      '.50',
      'm ',
      'M16',
      ' mm',
      '"',
      '″',
      ' in',
      ' inch',
      'Zoll',
      '5W-',
      '5/112',
      '-114.3',
      '30',
      ' ',
    ),
    fc.constantFrom(
      'ü',
      'U\u0308',
      'Ł',
      'ø 8',
      'ß',
      'Æ',
      'œ',
      'þ',
      'Ð',
      'ı',
      'İ',
      '½',
      '²',
      '\u2011',
      '’',
      '\u00ad',
      'µ',
      '°',
      'Ω',
      'ς',
      'й',
      'が',
      '한',
      '™',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.integer({ min: 0, max: 9999 }).map(String),
  ),
  { maxLength: 12 },
)
const text = texts.map((parts) => parts.join('').replaceAll('\0', '').toWellFormed())

test('the functions of the database fold as those of the server do', async () => {
  const letters = Array.from({ length: 0x2fff }, (_, at) => String.fromCodePoint(at + 1))
  const given = [
    ...letters,
    ...letters.map((letter) => `9${letter}9x`),
    ...fc.sample(text, { numRuns: 3000, seed: 41 }),
  ]
  const { rows } = await shop.db.execute<{ text: string; folded: string; sizes: string }>(sql`
    SELECT text, fold_text(text) AS folded, fold_sizes(fold_text(text)) AS sizes
    FROM unnest(${sql.param(given)}::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place`)
  const wrong = rows.filter((row) => row.folded !== foldText(row.text) || row.sizes !== foldSizes(foldText(row.text)))
  assert.deepEqual(
    wrong.slice(0, 5).map((row) => ({ ...row, here: foldText(row.text), sizesHere: foldSizes(foldText(row.text)) })),
    [],
  )
})

test('quick order offers a number that differs by such signs only, and never takes it', async () => {
  const { _id } = await shop.addProduct({ name: 'Odd sign', sku: 'QX-12×34' })
  const { _id: plain } = await shop.addProduct({ name: 'Plain sign', sku: 'QY-12x34' })
  const { token } = await shop.signUp('quick')
  const { status, body } = await shop.call<{ lines: { product?: unknown; suggestions?: { _id: string }[] }[] }>(
    'POST',
    '/price-lines',
    { token, body: { lines: [{ partNumber: 'QX-12x34' }, { partNumber: 'QY‑12×34' }] } },
  )
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.lines.map(({ product, suggestions = [] }) => [product ?? null, suggestions.map((tool) => tool._id)]),
    [
      [null, [_id]],
      [null, [plain]],
    ],
  )
})

test('lists of the admin find names in either spelling', async () => {
  const { token } = shop.admin
  await shop.db.execute(sql`UPDATE users SET display_name = 'Łukasz Þór' WHERE email = ${shop.admin.email}`)
  const { body } = await shop.call<{ email: string }[]>('GET', '/all-users?q=lukasz+thor', { token })
  assert.deepEqual(
    body.map(({ email }) => email),
    [shop.admin.email],
  )
})
