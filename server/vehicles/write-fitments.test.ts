import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { FitmentInput, StoredFitments } from '#contract/fitments.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
let token: string
before(async () => {
  shop = await openTestShop()
  token = shop.admin.token
})
after(() => shop[Symbol.asyncDispose]())

const stored = async (id: string) =>
  (await shop.call<StoredFitments>('GET', `/all-tools/${id}/fitments`, { token })).body

/** Writes rows over those that are there. */
async function put(id: string, fitments: FitmentInput[], more: object = {}) {
  const { seen } = await stored(id)
  return shop.call<ProblemBody & { outsideYears: number }>('PUT', `/tools/${id}/fitments`, {
    token,
    body: { kind: 'vehicles', isComplete: false, fitments, seen, ...more },
  })
}

const golf = (more: Partial<FitmentInput> = {}): FitmentInput => ({
  make: 'VW',
  family: 'Golf',
  generation: '5',
  ...more,
})

test('a seller writes what a part fits by the names that people use, and it is on record', async () => {
  const { _id } = await shop.addProduct({ name: 'Wheel bearing 1' })
  const rows = [
    golf({ from: 2005, position: 'front', condition: 'with ABS' }),
    { make: 'Skoda', family: 'Octavia II', note: 'Both sides' },
  ]
  const answer = await put(_id, rows, { isComplete: true })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const after = await stored(_id)
  assert.deepEqual(
    after.fitments.map(({ make, family, generation, from, position, condition, note, origin }) =>
      [make, family, generation, from, position, condition, note, origin].filter(Boolean).join(' '),
    ),
    ['Volkswagen Golf V 2005 front with ABS hand', 'Škoda Octavia II Both sides hand'],
  )
  assert.deepEqual([after.kind, after.isComplete], ['vehicles', true])
  // What was read can be written as it is, and changes nothing.
  const same = await put(
    _id,
    after.fitments.map(({ modelFrom: _, modelTo: __, origin: ___, ...row }) => row),
    { isComplete: true },
  )
  assert.equal(same.status, 200, JSON.stringify(same.body))
  await put(_id, [golf({ from: 2005, position: 'front', condition: 'with ABS' })])
  const { body: events } = await shop.call<AuditEvent[]>('GET', '/audit-log?kind=fitments-changed', { token })
  assert.deepEqual(
    events.map(({ before: was, after: is }) => [was, is]),
    [
      [
        { fitComplete: true, fits: ['Škoda Octavia II 2004–2013 · Both sides'] },
        { fitComplete: false, fits: [] },
      ],
      [
        { fitKind: 'none', fitComplete: false, fits: [] },
        {
          fitKind: 'vehicles',
          fitComplete: true,
          fits: ['Volkswagen Golf V 2005–2009 · front · with ABS', 'Škoda Octavia II 2004–2013 · Both sides'],
        },
      ],
    ],
  )
})

test('a row without a generation is stored for each one that was built in its years', async () => {
  const { _id } = await shop.addProduct({ name: 'Wheel bearing 2' })
  await put(_id, [golf({ generation: '', from: 2005, to: 2010 })])
  assert.deepEqual(
    (await stored(_id)).fitments.map(({ generation, from, to }) => [generation, from, to]),
    [
      ['VI', 2008, 2010],
      ['V', 2005, 2009],
    ].toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  )
})

test('rows that name what the shop does not have, or say the same twice, are refused together, each with its reason', async () => {
  const { _id } = await shop.addProduct({ name: 'Wheel bearing 3' })
  const answer = await put(_id, [
    { make: 'Volkswagn', family: 'Golf' },
    { make: 'VW', family: 'Gulf' },
    golf({ generation: 'XX' }),
    golf({ from: 2007, to: 2005 }),
    golf({ engine: '9.9 XYZ' }),
    golf({ generation: '', from: 1950, to: 1951 }),
    golf({ from: 2006, note: 'a' }),
    golf({ to: 2006, note: 'a' }),
    golf({ to: 2006, note: 'a' }),
  ])
  assert.equal(answer.body.code, 'fitments-refused')
  assert.deepEqual(
    answer.body.errors?.map(({ field, code }) => `${field} ${code}`),
    [
      '/fitments/0/make make-unknown',
      '/fitments/1/family family-unknown',
      '/fitments/2/generation generation-unknown',
      '/fitments/3/to before-start',
      '/fitments/5/generation generation-needed',
      '/fitments/4/engine engine-unknown',
      '/fitments/7/from row-overlaps',
      '/fitments/8/from row-overlaps',
      '/fitments/8/make row-again',
    ],
  )
  assert.deepEqual((await stored(_id)).fitments, [])
  // Years in which the model was not built are only said.
  const outside = await put(_id, [golf({ from: 1990, to: 2008 })])
  assert.deepEqual([outside.status, outside.body.outsideYears], [200, 1])
  const engine = await put(_id, [golf({ engine: '1.9 TDI' })], { addsEngines: true })
  assert.equal(engine.status, 200, JSON.stringify(engine.body))
  assert.equal((await put(_id, [golf({ engine: '1.9 tdi' })])).status, 200)
  assert.equal((await put(_id, [golf()], { kind: 'universal' })).body.code, 'fitments-without-kind')
  assert.equal((await put(_id, [], { kind: 'universal' })).status, 200)
})

test('of two admins who change the vehicles of a part at once, one is refused', async () => {
  const { _id } = await shop.addProduct({ name: 'Wheel bearing 4' })
  const { seen } = await stored(_id)
  const answers = await Promise.all(
    ['front', 'rear'].map((position) =>
      shop.call<ProblemBody>('PUT', `/tools/${_id}/fitments`, {
        token,
        body: { kind: 'vehicles', isComplete: false, fitments: [golf({ position: position as 'front' })], seen },
      }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'fitments-changed')
  assert.equal((await stored(_id)).fitments.length, 1)
})

test('a pasted text gives rows, and the words that nobody has read', async () => {
  const { body } = await shop.call<{ fitments: FitmentInput[]; leftover: string[] }>('POST', '/fits-readings', {
    token,
    body: { text: 'VW Golf V 2003-2008 front; Skoda Kwyjibo' },
  })
  assert.deepEqual(body.fitments, [
    { make: 'Volkswagen', family: 'Golf', generation: 'V', from: 2003, to: 2008, position: 'front' },
  ])
  assert.deepEqual(body.leftover, ['Skoda Kwyjibo'])
  const months = await shop.call<{ fitments: FitmentInput[] }>('POST', '/fits-readings', {
    token,
    body: { text: 'VW Golf V bis 05/2006' },
  })
  assert.deepEqual(months.body.fitments, [
    { make: 'Volkswagen', family: 'Golf', generation: 'V', to: 2006, builtTo: '2006-05-31' },
  ])
})
