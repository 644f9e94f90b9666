import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { FitmentInput } from '#contract/fitments.ts'
import type { FitsPhrase, FitsPhrases, FoundModel } from '#contract/fits-phrases.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { readTexts } from '#server/vehicles/read-texts.ts'
import { textKey } from '#server/vehicles/vehicle-names.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

async function addTexts(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const { _id } = await shop.addProduct({ name: `Part ${crypto.randomUUID()}` })
    await shop.db.execute(sql`INSERT INTO fits_texts (product_id, text) VALUES (${_id}, ${text})`)
  }
}
const list = async () => {
  await readTexts(shop.db)
  const { status, body } = await shop.call<FitsPhrases>('GET', '/fits-phrases', { token: shop.admin.token })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const decide = async (key: string, modelIds: number[]) => {
  const path = `/fits-phrases/${encodeURIComponent(key)}`
  return shop.call('PUT', path, { token: shop.admin.token, body: { modelIds } })
}
const modelId = async (slug: string) => {
  const { rows } = await shop.db.execute<{ id: number }>(sql`SELECT id FROM vehicle_models WHERE slug = ${slug}`)
  return rows[0]?.id ?? 0
}

test('the generations of a family are proposed in the order of their years, the latest first, also those that a seller added', async () => {
  const call = async (path: string, body: object) =>
    (await shop.call<{ id: number }>('POST', path, { token: shop.admin.token, body })).body.id
  const make = await call('/vehicle-makes', { name: 'Zwummel' })
  for (const [generation, from] of [
    ['II', 2004],
    ['I', 1998],
    ['III', 2012],
  ] as const)
    await call(`/vehicle-makes/${make}/models`, { family: 'Brumfel', generation, from, to: from + 6 })
  await addTexts(['Brake disc Zwummel Brumfel', 'Brake disc Zwummel Brumfel', 'Zwamm disc Zwummel Brumfel 2004 Klamm'])
  const { phrases } = await list()
  const proposed = phrases.filter(({ text }) => text.includes('Zwummel Brumfel'))
  assert.ok(proposed.length > 1)
  for (const { text, models } of proposed)
    assert.deepEqual(
      models.map(({ generation }) => generation),
      ['III', 'II', 'I'],
      text,
    )
})

test('what only one text has is one question for the rest of it, which an answer completes and taking it back opens again', async () => {
  const token = shop.admin.token
  const [alone, other] = ['Klonk disc VW Golf V Trimf', 'Skoda Octavia Wumms lamp Brumf']
  await addTexts([alone, alone, other, 'Plonk VW Golf V', 'Plonk VW Golf IV', 'Plonk Krawumm VW Golf IV'])
  const before = await list()
  const find = ({ phrases }: FitsPhrases, text: string) => phrases.find((one) => one.text === text)
  const [text, family] = [find(before, alone), find(before, other)]
  assert.deepEqual(
    [text?.parts, text?.isText, text?.rest, text?.read?.map(({ model }) => model.generation), text?.models],
    [2, true, ['Klonk', 'Trimf'], ['V'], []],
  )
  // The family that it leaves open belongs to the same question; what stands in many texts does not, and one word stays a word.
  assert.ok(family?.isFamily && family.models.length > 1 && family.rest?.join() === 'Wumms,Brumf')
  assert.deepEqual([find(before, 'Plonk')?.parts, find(before, 'Krawumm')?.parts], [3, 1])
  for (const word of ['Klonk', 'Trimf', 'Wumms', 'Škoda Octavia']) assert.equal(find(before, word), undefined, word)
  const answer = async (phrase: FitsPhrase | undefined, body: object) => {
    const path = `/fits-phrases/${encodeURIComponent(phrase?.key ?? '')}`
    assert.equal((await shop.call('PUT', path, { token, body: { ...body, text: phrase?.text } })).status, 200)
    const { body: read } = await shop.call<{ fitments: FitmentInput[] }>('POST', '/fits-readings', {
      token,
      body: { text: phrase?.text },
    })
    return read.fitments.map(({ generation, condition }) => [generation, condition].join())
  }
  const golf = await modelId('volkswagen-golf-v')
  assert.deepEqual(await answer(text, { modelIds: [golf] }), ['V,'])
  // Also while the table still has what was left over before.
  await list()
  await shop.db.execute(sql`UPDATE fits_texts SET leftover = '{KLONK,TRIMF}' WHERE text = ${alone}`)
  const { body: unread } = await shop.call<FitsPhrases>('GET', '/fits-phrases', { token })
  assert.equal(find(unread, alone), undefined)
  await shop.db.execute(sql`UPDATE fits_texts SET edition = -1`)
  assert.deepEqual(await answer(text, { modelIds: [golf], isCondition: true }), ['V,Klonk, Trimf'])
  const second = family.models.find(({ generation }) => generation === 'II')
  assert.deepEqual(await answer(family, { modelIds: [second?.id] }), ['II,'])
  const answered = await list()
  assert.equal(answered.counts.complete, before.counts.complete + 3)
  for (const one of answered.phrases) assert.ok(one.text !== alone && one.text !== other, one.text)
  for (const phrase of (await list()).answered)
    assert.equal((await shop.call('DELETE', `/fits-phrases/${encodeURIComponent(phrase.key)}`, { token })).status, 200)
  assert.deepEqual(
    (await list()).phrases.map(({ key }) => key),
    before.phrases.map(({ key }) => key),
  )
  await shop.db.execute(sql`DELETE FROM fits_texts`)
})

test('questions come first whose answer completes the most parts, and words of texts without a vehicle come last', async () => {
  const ofMany = ['Zackmobil lamp', 'Zackmobil disc', 'Zackmobil pad']
  await addTexts([...ofMany, 'Disc VW Golf V Trompf', 'Bremf lamp VW Golf IV, Seat Leon', 'Lamp Seat Leon', 'Lamp VW'])
  const order = async () => (await list()).phrases.map(({ key }) => key)
  assert.deepEqual(await order(), ['SEATLEON', 'TROMPF', 'ZACKMOBIL', 'BREMF', 'VW'])
  // What many parts have and nobody knows may be a vehicle.
  await addTexts(['Zackmobil pump', 'Zackmobil hose', 'Zackmobil', 'Zackmobil pad', 'Zackmobil belt'])
  assert.deepEqual((await order()).slice(0, 2), ['ZACKMOBIL', 'SEATLEON'])
  // A text shows once where the words stand, and only if it has more.
  assert.deepEqual((await list()).phrases[0]?.examples, ['Zackmobil pad', 'Zackmobil belt', 'Zackmobil disc'])
  await shop.db.execute(sql`DELETE FROM fits_texts`)
})

test('one answer reads all texts again, and taking it back opens them again', async () => {
  await addTexts(['VW Golf V 2003-2008', 'Zonkmobil 2005-2007', 'Zonkmobil front', 'Zonkmobil blorp'])
  const open = await list()
  assert.deepEqual(open.counts, { texts: 4, complete: 1, waiting: 0, fromNames: 0, ready: 1, applied: 0 })
  assert.deepEqual(
    open.phrases.map(({ key, parts }) => [key, parts]),
    [
      ['ZONKMOBIL', 3],
      ['BLORP', 1],
    ],
  )
  assert.deepEqual(open.phrases[0]?.examples, ['Zonkmobil blorp', 'Zonkmobil front', 'Zonkmobil 2005-2007'])
  assert.equal((await decide('ZONKMOBIL', [await modelId('volkswagen-golf-v')])).status, 200)
  const answered = await list()
  assert.deepEqual(answered.counts, { texts: 4, complete: 3, waiting: 0, fromNames: 0, ready: 3, applied: 0 })
  assert.deepEqual(
    answered.phrases.map(({ key }) => key),
    ['BLORP'],
  )
  assert.equal((await decide('BLORP', [])).status, 200)
  assert.deepEqual((await list()).counts, { texts: 4, complete: 4, waiting: 0, fromNames: 0, ready: 4, applied: 0 })
  const decided = (await list()).answered
  assert.deepEqual(
    decided.map(({ key, models }) => [key, models.map(({ slug }) => slug)]),
    [
      ['BLORP', []],
      ['ZONKMOBIL', ['volkswagen-golf-v']],
    ],
  )
  const reopened = await shop.call('DELETE', '/fits-phrases/ZONKMOBIL', { token: shop.admin.token })
  assert.equal(reopened.status, 200)
  assert.equal((await list()).counts.complete, 1)
})

test('of two answers at once one holds, and the other is told which, and can follow once that is taken back', async () => {
  await addTexts(['Glimpfo 2005', 'Glumpfo 2006'])
  await list()
  const token = shop.admin.token
  const ids = [await modelId('volkswagen-golf-iv'), await modelId('volkswagen-golf-v')]
  const put = (key: string, body: object) =>
    shop.call<{ code?: string; message?: string }>('PUT', `/fits-phrases/${key}`, {
      token,
      body: { ...body, onlyIfOpen: true },
    })
  const both = await Promise.all(ids.map((id) => put('GLIMPFO', { modelIds: [id] })))
  const held = both.findIndex(({ status }) => status === 200)
  const refused = both[1 - held]
  assert.deepEqual([refused?.status, refused?.body.code], [409, 'fits-phrase-answered'])
  assert.match(refused?.body.message ?? '', held === 0 ? /: Volkswagen Golf IV\./ : /: Volkswagen Golf V\./)
  assert.equal((await put('GLIMPFO', { modelIds: [], isCondition: true })).body.code, 'fits-phrase-answered')
  // The same answer again is none.
  assert.equal((await put('GLIMPFO', { modelIds: [ids[held]] })).status, 200)
  assert.equal((await shop.call('DELETE', '/fits-phrases/GLIMPFO', { token })).status, 200)
  assert.equal((await put('GLIMPFO', { modelIds: [ids[1 - held]] })).status, 200)
  assert.equal((await put('GLUMPFO', { modelIds: [] })).status, 200)
  assert.equal((await put('GLUMPFO', { modelIds: [ids[0]] })).body.code, 'fits-phrase-answered-none')
  await shop.db.execute(sql`DELETE FROM fits_texts`)
})

test('an answer that words are a condition restricts the parts of their texts, and is taken back', async () => {
  const token = shop.admin.token
  const answer = (key: string, body: object) => shop.call('PUT', `/fits-phrases/${key}`, { token, body })
  const read = async (text: string) => {
    const { body } = await shop.call<{ fitments: FitmentInput[]; leftover: string[] }>('POST', '/fits-readings', {
      token,
      body: { text },
    })
    return [body.fitments.map(({ generation, condition }) => [generation, condition].join()), body.leftover]
  }
  await addTexts(['Disc VW Golf V Quadrifogly'])
  await list()
  assert.equal((await answer('QUADRIFOGLY', { modelIds: [], isCondition: true })).status, 200)
  assert.deepEqual(await read('Disc VW Golf V, Golf IV Quadrifogly'), [['V,Quadrifogly', 'IV,Quadrifogly'], []])
  assert.deepEqual(await read('VW Golf V only with ABS Quadrifogly'), [['V,only with ABS Quadrifogly'], []])
  const decided = (await list()).answered.find(({ key }) => key === 'QUADRIFOGLY')
  assert.deepEqual([decided?.isCondition, decided?.models], [true, []])
  // A vehicle is no condition, and the bulk answer for words takes no condition back.
  const golf = await modelId('volkswagen-golf-v')
  const refused = await answer('QUADRIFOGLY', { modelIds: [golf], isCondition: true })
  assert.equal(refused.body.code, 'fits-phrase-condition')
  const words = { token, body: { keys: ['QUADRIFOGLY'], reopens: true } }
  assert.equal((await shop.call<{ words: number }>('POST', '/fits-words', words)).body.words, 0)
  assert.equal((await answer('QUADRIFOGLY', { modelIds: [] })).status, 200)
  assert.deepEqual(await read('Disc VW Golf V Quadrifogly'), [['V,'], []])
  assert.equal((await shop.call('DELETE', '/fits-phrases/QUADRIFOGLY', { token })).status, 200)
  assert.deepEqual((await read('Disc VW Golf V Quadrifogly'))[1], ['Quadrifogly'])
  const { body: log } = await shop.call<{ kind: string }[]>('GET', '/audit-log', { token })
  assert.ok(log.some(({ kind }) => kind === 'fits-phrase-condition'))
})

test('words that may be several generations are left over, with what they may mean', async () => {
  await addTexts(['Brake disc VW Golf'])
  const found = (await list()).phrases.find(({ key }) => key === 'VOLKSWAGENGOLF')
  assert.ok(found, 'the vehicle without generation and years is a question')
  assert.ok(found.models.some(({ slug }) => slug === 'volkswagen-golf-v'))
})

test('a family without generation is one question in all its spellings, and its answer is for texts that say no more', async () => {
  await addTexts(['Filter VW Passat', 'Filter Passat hinten', 'Filter Volkswagen Passat B5', 'VW Passat B6 filter'])
  const before = await list()
  assert.deepEqual(
    before.phrases.flatMap(({ key, parts }) => (key.includes('PASSAT') ? [[key, parts]] : [])),
    [['VOLKSWAGENPASSAT', 2]],
  )
  const answer = await Promise.all(['volkswagen-passat-b5', 'volkswagen-passat-b6'].map(modelId))
  assert.equal((await decide('VOLKSWAGENPASSAT', answer)).status, 200)
  assert.equal((await list()).counts.complete, before.counts.complete + 2)
})

test('a family means other generations in each text, and the answer for one text stays until it is taken back', async () => {
  const token = shop.admin.token
  const texts = [
    'Disc Seat Leon vorne',
    'Pad Seat Leon hinten',
    'Seat Leon, VW Bora Fensterheber',
    'Seat Leon 2012 Fensterheber links',
  ]
  await addTexts(texts)
  const before = await list()
  assert.equal(before.phrases.find(({ key }) => key === 'SEATLEON')?.mayDiffer, true)
  const { body: open } = await shop.call<FitsPhrase[]>('GET', '/fits-phrases/SEATLEON/texts', { token })
  assert.deepEqual(
    open.map(({ text }) => text),
    texts,
  )
  // Other families of a text are asked with it.
  const [first, second] = open[0]?.models ?? []
  assert.ok(first && second && open[0]?.models.every(({ family }) => family === 'Leon'))
  const answer = (text: string, modelIds: number[]) => {
    const key = open.find((one) => one.text === text)?.key ?? textKey(text)
    const path = `/fits-phrases/${encodeURIComponent(key)}`
    return shop.call('PUT', path, { token, body: { text, modelIds } })
  }
  assert.equal((await answer('Seat Leon of nobody', [first.id])).body.code, 'fits-phrase-not-found')
  assert.equal((await answer(texts[0] ?? '', [first.id])).status, 200)
  assert.equal((await list()).counts.complete, before.counts.complete + 1)
  // An answer for all other texts does not change it.
  assert.equal((await decide('SEATLEON', [second.id])).status, 200)
  await list()
  const read = async (text: string) => {
    const { body } = await shop.call<{ fitments: FitmentInput[] }>('POST', '/fits-readings', { token, body: { text } })
    return body.fitments.map(({ generation }) => generation)
  }
  assert.deepEqual(await read(texts[0] ?? ''), [first.generation])
  assert.deepEqual(await read(texts[1] ?? ''), [second.generation])
  const answered = (await list()).answered.find(({ isText }) => isText)
  assert.deepEqual([answered?.text, answered?.models.map(({ id }) => id)], [texts[0], [first.id]])
  const ofText = `/fits-phrases/${encodeURIComponent(answered?.key ?? '')}`
  const condition = { token, body: { modelIds: [], isCondition: true } }
  assert.equal((await shop.call('PUT', ofText, condition)).body.code, 'fits-phrase-condition')
  assert.equal((await shop.call('DELETE', ofText, { token })).status, 200)
  assert.deepEqual(await read(texts[0] ?? ''), [second.generation])
  assert.equal((await shop.call('DELETE', '/fits-phrases/SEATLEON', { token })).status, 200)
})

test('families without a generation mean all of them by one answer of a person, narrowed by years, and are taken back', async () => {
  const token = shop.admin.token
  const families = async () => (await shop.call<FitsPhrases>('GET', '/fits-phrases', { token })).body.families
  const answer = (keys: readonly string[]) =>
    shop.call<{ families: number; code: string }>('POST', '/fits-families', { token, body: { keys } })
  await addTexts([
    'Disc Opel Astra',
    'Disc VW Polo, Opel Astra',
    'Ford Fiesta Disc only GT 1990-2003',
    'Opel Astra GRMPF',
    'Filter Ford F-600',
  ])
  const before = await list()
  assert.ok(before.phrases.find(({ key }) => key === 'OPELASTRA')?.isFamily, 'it is asked, and never applied unasked')
  const open = await families()
  const astra = open.families.find(({ key }) => key === 'OPELASTRA')
  assert.deepEqual([astra?.make, astra?.family, astra?.parts], ['Opel', 'Astra', 3])
  assert.ok((astra?.generations ?? 0) >= 5)
  assert.ok(astra?.examples.includes('Disc Opel Astra'))
  // Two people at once: each family is answered once.
  // A model without generations that is still built is asked, too: its only row is all of them.
  assert.equal(open.families.find(({ key }) => key === 'FORDF600')?.generations, 1)
  assert.equal(before.phrases.find(({ key }) => key === 'FORDF600')?.mayDiffer, undefined)
  const keys = ['OPELASTRA', 'VOLKSWAGENPOLO', 'FORDF600']
  const both = await Promise.all([answer(keys), answer(keys.toReversed())])
  assert.deepEqual(new Set(both.map(({ body }) => body.families)), new Set([0, 3]))
  const after = await list()
  assert.equal(after.counts.complete, before.counts.complete + 3, 'GRMPF is still a question')
  const done = await families()
  assert.ok(!done.families.some(({ key }) => keys.includes(key)))
  assert.equal(done.counts.answered, 3)
  // Years narrow the generations, and conditions stay.
  const { body: reading } = await shop.call<{ fitments: FitmentInput[]; leftover: string[] }>(
    'POST',
    '/fits-readings',
    {
      token,
      body: { text: 'Disc Opel Astra 2004 with sport suspension' },
    },
  )
  assert.deepEqual(reading.leftover, [])
  assert.deepEqual(
    new Set(reading.fitments.map((one) => [one.generation, one.from, one.to, one.condition].join())),
    new Set(['G,2004,2004,with sport suspension', 'H,2004,2004,with sport suspension']),
  )
  // What is no family, and what nobody asks, is refused as a whole.
  assert.equal((await answer(['ZONKMOBIL'])).body.code, 'fits-phrase-not-found')
  assert.equal((await answer(['FORDFIESTA', 'VOLKSWAGENNOSUCH'])).body.code, 'fits-phrase-not-found')
  // The answer of a person for some of the generations is not taken back with the others.
  assert.equal((await decide('VOLKSWAGENPOLO', [await modelId('volkswagen-polo-v')])).status, 200)
  const reopened = await shop.call<{ families: number }>('DELETE', '/fits-families', { token })
  assert.equal(reopened.body.families, 2)
  assert.equal((await list()).counts.complete, before.counts.complete)
  const { body: log } = await shop.call<{ kind: string }[]>('GET', '/audit-log', { token })
  const kinds = log.map(({ kind }) => kind)
  assert.ok(kinds.includes('fits-families-answered') && kinds.includes('fits-families-reopened'), kinds.join())
})

test('families without a generation say check for all of them by one answer, until a person says more', async () => {
  const token = shop.admin.token
  const answer = (keys: readonly string[], isCondition?: boolean) =>
    shop.call<{ families: number }>('POST', '/fits-families', { token, body: { keys, isCondition } })
  const read = async (text: string) => {
    const { body } = await shop.call<{ fitments: FitmentInput[]; leftover: string[] }>('POST', '/fits-readings', {
      token,
      body: { text },
    })
    const rows = body.fitments.map(({ generation, from, condition }) => [generation, from, condition].join())
    return [...rows.toSorted(), ...body.leftover]
  }
  await addTexts(['Disc Peugeot 3008', 'Disc diesel Peugeot 3008', 'Disc Honda Jazz', 'Lamp Honda Jazz II'])
  const before = await list()
  assert.equal((await answer(['PEUGEOT3008', 'HONDAJAZZ'], true)).body.families, 2)
  const after = await list()
  assert.equal(after.counts.complete, before.counts.complete + 3)
  assert.deepEqual([after.families.counts.answered, after.families.counts.checked], [2, 2])
  const unknown = 'exact version not stated'
  assert.deepEqual(await read('Disc Peugeot 3008'), [`I,,${unknown}`, `II,,${unknown}`, `III,,${unknown}`])
  assert.deepEqual((await read('Disc diesel Peugeot 3008'))[0], `I,,diesel, ${unknown}`)
  // A generation, or years that only one has, says which it is.
  assert.deepEqual(await read('Lamp Honda Jazz II'), ['II,,'])
  assert.deepEqual(await read('Lamp Peugeot 3008 2018'), ['II,2018,'])
  // So does the rest of a text that is answered.
  const rest = 'Klonk Honda Jazz Trimf'
  await addTexts([rest])
  const ofRest = (await list()).phrases.find(({ text }) => text === rest)
  const nothing = { modelIds: ofRest?.read?.map(({ model }) => model.id) ?? [], text: rest }
  assert.equal(
    (await shop.call('PUT', `/fits-phrases/${encodeURIComponent(ofRest?.key ?? '')}`, { token, body: nothing })).status,
    200,
  )
  assert.ok((await read(rest)).every((one) => one.endsWith(unknown)) && nothing.modelIds.length > 1)
  // The answer of a person takes its place, for one family as for all, and it is taken back with the others.
  assert.equal((await decide('PEUGEOT3008', [await modelId('peugeot-3008-ii')])).status, 200)
  assert.deepEqual(await read('Disc Peugeot 3008'), ['II,,'])
  const some = [await modelId('honda-jazz-i'), await modelId('honda-jazz-ii')]
  const one = { token, body: { modelIds: some, isCondition: true } }
  assert.equal((await shop.call('PUT', '/fits-phrases/HONDAJAZZ', one)).status, 200)
  assert.deepEqual(await read('Disc Honda Jazz'), [`I,,${unknown}`, `II,,${unknown}`])
  const none = { token, body: { modelIds: [], isCondition: true } }
  assert.equal((await shop.call('PUT', '/fits-phrases/HONDAJAZZ', none)).body.code, 'fits-phrase-condition')
  assert.equal((await shop.call('DELETE', '/fits-phrases/HONDAJAZZ', { token })).status, 200)
  assert.equal((await answer(['HONDAJAZZ'], true)).body.families, 1)
  const reopened = await shop.call<{ families: number }>('DELETE', '/fits-families', { token })
  assert.equal(reopened.body.families, 1)
  assert.deepEqual(await read('Disc Honda Jazz'), ['Honda Jazz'])
  assert.equal((await shop.call('DELETE', '/fits-phrases/PEUGEOT3008', { token })).status, 200)
  const { body: log } = await shop.call<{ kind: string }[]>('GET', '/audit-log', { token })
  assert.ok(log.some(({ kind }) => kind === 'fits-families-checked'))
})

test('words that look like no vehicle are answered at once, but not those beside a name, and are taken back', async () => {
  const token = shop.admin.token
  const words = async () => (await shop.call<FitsPhrases>('GET', '/fits-phrases', { token })).body.words
  const answer = (keys: readonly string[], reopens?: boolean) =>
    shop.call<{ words: number; code: string }>('POST', '/fits-words', { token, body: { keys, reopens } })
  await addTexts([
    'Blortnik VW Golf V',
    'Velkostni blortnik VW Golf V',
    'Disc Ford Fokus',
    'Disc Zonk9 VW Golf V',
    'Velkostni Opel Astra',
  ])
  const before = await list()
  const open = await words()
  const keys = open.words
    .map(({ key }) => key)
    .filter((key) => ['BLORTNIK', 'VELKOSTNI', 'FOKUS', 'ZONK9'].includes(key))
  assert.deepEqual(keys, ['BLORTNIK', 'VELKOSTNI'], 'Fokus may be a Focus, and Zonk9 is no word')
  const velkostni = open.words.find(({ key }) => key === 'VELKOSTNI')
  assert.deepEqual([velkostni?.parts, velkostni?.examples.length], [2, 2])
  // Two people at once: each word is answered once.
  const both = await Promise.all([answer(keys), answer(keys.toReversed())])
  assert.deepEqual(new Set(both.map(({ body }) => body.words)), new Set([0, 2]))
  assert.equal((await list()).counts.complete, before.counts.complete + 2, 'the Astra waits for its generation')
  assert.ok(!(await words()).words.some(({ key }) => keys.includes(key)))
  assert.equal((await answer(['BLORTNIK', 'NOSUCHWORD'])).body.code, 'fits-phrase-not-found')
  // What somebody has decided in another way meanwhile stays.
  assert.equal((await decide('VELKOSTNI', [await modelId('volkswagen-polo-v')])).status, 200)
  assert.equal((await answer(keys, true)).body.words, 1)
  await list()
  assert.ok((await words()).words.some(({ key }) => key === 'BLORTNIK'))
  const { body: log } = await shop.call<{ kind: string }[]>('GET', '/audit-log', { token })
  const kinds = log.map(({ kind }) => kind)
  assert.ok(kinds.includes('fits-words-answered') && kinds.includes('fits-words-reopened'), kinds.join())
})

test('a text with an exact code is read by it, also once the bare name before it is answered', async () => {
  await addTexts(['Wentylator Sprinter VW LT 95-06'])
  assert.ok((await list()).phrases.some(({ key }) => key === 'SPRINTER'))
  const all = ['w901', 'w906', 'w907'].map((code) => modelId(`mercedes-benz-sprinter-${code}`))
  assert.equal((await decide('SPRINTER', await Promise.all(all))).status, 200)
  for (const text of ['Bremsscheibe Mercedes Sprinter (907)', 'Bremsscheibe Sprinter W907']) {
    const { body } = await shop.call<{ fitments: FitmentInput[]; leftover: string[] }>('POST', '/fits-readings', {
      token: shop.admin.token,
      body: { text },
    })
    assert.deepEqual([body.fitments.map(({ generation }) => generation), body.leftover], [['W907'], []], text)
  }
})

test('a family with a code that it lacks is one question, and stays one when the other words are answered', async () => {
  await addTexts(['Blimf Ford Focus MK8', 'VW Touareg 4M Blimf', 'Blimf'])
  const asked = (await list()).phrases.map(({ key }) => key)
  for (const key of ['BLIMF', 'FORDFOCUSMK8', 'VWTOUAREG4M'])
    assert.ok(asked.includes(key), `${key} of ${asked.join()}`)
  const { complete } = (await list()).counts
  assert.equal((await decide('BLIMF', [])).status, 200)
  assert.equal((await list()).counts.complete, complete)
  assert.equal((await decide('FORDFOCUSMK8', [await modelId('ford-focus-iii')])).status, 200)
  assert.equal((await list()).counts.complete, complete + 1)
})

test('numbers, units, single letters and negations are no questions; what a part does not fit is one phrase', async () => {
  await addTexts(['5V 2A V belt 2006 L 4', 'Lamp 12 V, 5 l', 'nie pasuje do VW Golf V', 'passt nicht für Golf VI'])
  const { phrases } = await list()
  const asked = phrases.map(({ key }) => key)
  for (const key of ['V', 'L', '4', '5', '12', '2006', 'NICHT', 'NIE', 'GOLF', 'VI', '2A', '5V'])
    assert.ok(!asked.includes(key), `${key} of ${asked.join()}`)
  const restOf = (text: string) => phrases.find((one) => one.text === text)?.rest
  assert.ok(restOf('nie pasuje do VW Golf V')?.includes('VW Golf V'), asked.join())
  assert.ok(restOf('passt nicht für Golf VI')?.includes('Golf VI'), asked.join())
})

test('an answer names known words and vehicles', async () => {
  await addTexts(['Zebulnik 2005'])
  await list()
  assert.equal((await decide('NEVERSEEN', [])).body.code, 'fits-phrase-not-found')
  assert.equal((await decide('ZEBULNIK', [2_000_000_000])).body.code, 'vehicle-not-found')
})

test('texts are read the same in any order of rows and answers', async () => {
  const before = await shop.db.execute(
    sql`SELECT product_id, leftover, is_complete FROM fits_texts ORDER BY product_id`,
  )
  await shop.db.execute(sql`UPDATE fits_texts SET edition = -1, leftover = '{}', is_complete = false`)
  await readTexts(shop.db)
  const again = await shop.db.execute(sql`SELECT product_id, leftover, is_complete FROM fits_texts ORDER BY product_id`)
  assert.deepEqual(again.rows, before.rows)
})

test('names of parts are read as texts, but not those of universal parts or parts with vehicles, and taken out again', async () => {
  const [named, universal, fitting, told] = await Promise.all(
    ['Blorpmobil brake disc', 'Blorpmobil mat', 'Blorpmobil pad', 'Blorpmobil hose'].map((name) =>
      shop.addProduct({ name }),
    ),
  )
  await shop.db.execute(sql`UPDATE products SET fit_kind = 'universal' WHERE id = ${universal?._id}`)
  await shop.db.execute(sql`
    INSERT INTO fitments (product_id, model_id, origin) VALUES (${fitting?._id}, ${await modelId('volkswagen-golf-v')}, 'hand')`)
  await shop.db.execute(sql`INSERT INTO fits_texts (product_id, text) VALUES (${told?._id}, 'VW Golf V')`)
  const token = shop.admin.token
  const texts = async () => {
    const ids = [named, universal, fitting, told].map((one) => one?._id)
    const { rows } = await shop.db.execute<{ id: string; text: string }>(
      sql`SELECT product_id AS id, text FROM fits_texts WHERE product_id = ANY (${sql.param(ids)}::uuid[])`,
    )
    return new Map(rows.map(({ id, text }) => [id, text]))
  }
  // Two presses at once take each name once.
  const taken = await Promise.all(
    [1, 2].map(() => shop.call<{ parts: number }>('POST', '/fits-texts', { token, body: { descriptions: false } })),
  )
  assert.deepEqual(
    taken.map(({ status }) => status),
    [200, 200],
  )
  const { counts } = await list()
  assert.equal(Math.max(...taken.map(({ body }) => body.parts)), counts.fromNames)
  assert.deepEqual(
    await texts(),
    new Map([
      [named?._id, 'Blorpmobil brake disc'],
      [told?._id, 'VW Golf V'],
    ]),
  )
  assert.ok((await list()).phrases.some(({ key }) => key === 'BLORPMOBIL'))
  const again = await shop.call<{ parts: number }>('POST', '/fits-texts', { token, body: {} })
  assert.equal(again.body.parts, 0)
  const dropped = await shop.call<{ parts: number }>('DELETE', '/fits-texts', { token })
  assert.equal(dropped.body.parts, counts.fromNames)
  assert.deepEqual(await texts(), new Map([[told?._id, 'VW Golf V']]))
})

test('models are found by beginnings of their names and a year, hidden ones marked', async () => {
  await shop.db.execute(sql`UPDATE vehicle_models SET is_offered = false WHERE slug = 'volkswagen-golf-iv'`)
  const find = async (q: string) => {
    const path = `/vehicle-models?q=${encodeURIComponent(q)}`
    const { body } = await shop.call<FoundModel[]>('GET', path, { token: shop.admin.token })
    return body.map(({ slug, isHidden }) => (isHidden ? `${slug} hidden` : slug))
  }
  assert.equal((await find('golf 5'))[0], 'volkswagen-golf-v')
  assert.ok((await find('vw gol')).includes('volkswagen-golf-v'))
  assert.ok((await find('VW Golf iv')).includes('volkswagen-golf-iv hidden'))
  const in1995 = await find('vw golf 1995')
  assert.ok(in1995.includes('volkswagen-golf-iii') && !in1995.includes('volkswagen-golf-v'), String(in1995))
  assert.deepEqual(await find('no such thing'), [])
  await shop.db.execute(sql`UPDATE vehicle_models SET is_offered = true WHERE slug = 'volkswagen-golf-iv'`)
})

test('an answered word can become a name of the family, which is read without the answer, too', async () => {
  await addTexts(['Quimbus 2005-2007'])
  await list()
  const golfs = await Promise.all(['volkswagen-golf-v', 'volkswagen-golf-iv'].map(modelId))
  const token = shop.admin.token
  const other = await modelId('volkswagen-polo-iv')
  assert.notEqual(other, 0)
  const refused = await shop.call('PUT', '/fits-phrases/QUIMBUS', {
    token,
    body: { modelIds: [...golfs, other], addsName: true },
  })
  assert.equal(refused.body.code, 'fits-phrase-of-families')
  const answer = { token, body: { modelIds: golfs, addsName: true } }
  assert.equal((await shop.call('PUT', '/fits-phrases/QUIMBUS', answer)).status, 200)
  assert.equal((await shop.call('DELETE', '/fits-phrases/QUIMBUS', { token })).status, 200)
  assert.ok(!(await list()).phrases.some(({ key }) => key === 'QUIMBUS'))
})

test('a text with a word that is too long for a question is asked as a whole and stops no other', async () => {
  const chinese = (length: number, seed: number) =>
    Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * at + seed * at) % 20_011))).join('')
  const [longest, long, longer] = [
    chinese(200, 7919),
    `VW Golf V ${chinese(201, 7877)}`,
    `VW Golf V ${chinese(4000, 7867)}`,
  ]
  await addTexts([`VW Golf V ${longest}`, long, longer, 'Krambamm VW Golf V'])
  const { phrases } = await list()
  const golf = await modelId('volkswagen-golf-v')
  for (const [text, modelIds] of [
    ['Krambamm', []],
    [longest, []],
    [long, [golf]],
    [longer, [golf]],
  ] as const) {
    const phrase = phrases.find((one) => one.text === text)
    assert.equal((await decide(phrase?.key ?? '', [...modelIds])).status, 200, text)
  }
  await readTexts(shop.db)
  const { rows } = await shop.db.execute<{ isComplete: boolean }>(sql`
    SELECT is_complete AS "isComplete" FROM fits_texts WHERE text IN (${`VW Golf V ${longest}`}, ${long}, ${longer}, 'Krambamm VW Golf V')`)
  assert.deepEqual(
    rows.map(({ isComplete }) => isComplete),
    [true, true, true, true],
  )
})
