import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSeedNames, readVehicleSeed } from '#database/vehicles/read-seed.ts'
import type { FitAnswers } from '#server/vehicles/fits.ts'
import { groupByFamily } from '#server/vehicles/place-fits.ts'
import { readAll, readText } from '#server/vehicles/read-texts.ts'
import { proposeModels } from '#server/vehicles/propose-models.ts'
import { mayNameVehicle } from '#server/vehicles/fit-text.ts'
import { nameKey, textKey } from '#server/vehicles/vehicle-names.ts'
import { readFits } from '#server/vehicles/read-fits.ts'

const names = readSeedNames()
const models = readVehicleSeed().vehicles.map((vehicle, id) => ({ ...vehicle, id }))
const byFamily = groupByFamily(models)

/** Returns the vehicles and what is left over of a text, with answers by phrase that name one vehicle each. */
const readWith = (text: string, answers: Readonly<Record<string, readonly [string, string, string | null]>> = {}) => {
  const { rows, leftover } = readText(text, {
    names,
    models: byFamily,
    answers: new Map(
      Object.entries(answers).map(([key, [make, family, generation]]) => [
        key,
        { fits: [{ make, family, generation }], origin: 'answer' },
      ]),
    ),
    edition: 1,
  })
  const title = ({ make, family, generation }: (typeof models)[number]) =>
    [make, family, generation].filter(Boolean).join(' ')
  return [
    ...rows.map(({ modelId, yearFrom, yearTo }) =>
      [title(models[modelId] as (typeof models)[number]), yearFrom, yearTo].filter(Boolean).join(' '),
    ),
    ...leftover.map((phrase) => `? ${phrase}`),
  ]
}

test('a name that another car had in America is asked without years, and is that of its years', () => {
  const cases: Record<string, string[]> = {
    'Filter VW Fox': ['? Volkswagen Fox'],
    'Filter VW Fox 2006-2010': ['Volkswagen Fox 5Z 2006 2010'],
    'Filter VW Fox 1990': ['Volkswagen Fox 1990 1990'],
    'Filter Suzuki Vitara': ['? Suzuki Vitara'],
    'Filter Fiat Brava': ['? Fiat Brava'],
    'Filter Fiat Brava 1998': ['Fiat Brava I 1998 1998'],
    'Filter Fiat Strada 1.3 JTD': ['? Fiat Strada'],
    'Filter Nissan Pulsar': ['? Nissan Pulsar'],
    'Filter Nissan Pulsar 2015': ['Nissan Pulsar C13 2015 2015'],
    'Filter Toyota Starlet': ['? Toyota Starlet'],
    'Filter Toyota Starlet EP91': ['Toyota Starlet P90'],
    'Filter Toyota Previa': ['? Toyota Previa'],
    'Filter Mazda 323': ['? Mazda 323'],
    'Filter Lancia Thema': ['? Lancia Thema'],
    'Filter Ford Courier': ['? Ford Courier'],
    'Filter Honda HR-V 1999-2005': ['Honda HR-V I 1999 2005'],
    'Filter Audi 100': ['? Audi 100'],
    'Filter Audi RS4': ['? Audi RS 4'],
    'Filter Mitsubishi Space Wagon': ['? Mitsubishi Space Wagon'],
    // What the register has from its first year on may be older, and years in which a car was not built are those of another.
    'Filter Mercedes 280': ['? Mercedes-Benz 280'],
    'Filter Ford Maverick 2003-2005': ['Ford Maverick II 2003 2005'],
  }
  assert.deepEqual(Object.fromEntries(Object.keys(cases).map((text) => [text, readWith(text)])), cases)
})

test('a word that is answered with the only model of a family is not asked again as this family', () => {
  const only = { id: 7, make: 'Ford', family: 'Maverick', generation: null, from: 1990, to: null }
  const read = (text: string, answers: FitAnswers) =>
    readText(text, { names, models: groupByFamily([only]), answers, edition: 1 })
  assert.deepEqual(read('Filter Ford Maverick', new Map()).leftover, ['Ford Maverick'])
  const answered = read('Filter Zonk', new Map([['ZONK', { fits: [only], origin: 'answer' }]]))
  assert.deepEqual([answered.rows.map(({ modelId }) => modelId), answered.leftover], [[7], []])
})

test('a word that means a family is that of the answer for its whole name, whichever is given first', () => {
  const whole = ['LANDROVERDEFENDER', ['Land Rover', 'Defender', 'L663']] as const
  const word = ['DEFENDER', ['Land Rover', 'Defender', null]] as const
  const text = 'Seat cover, Defender'
  assert.deepEqual(readWith(text), ['? Defender'])
  assert.deepEqual(readWith(text, Object.fromEntries([word])), ['? Land Rover Defender'])
  for (const answers of [
    [word, whole],
    [whole, word],
  ])
    assert.deepEqual(readWith(text, Object.fromEntries(answers)), ['Land Rover Defender L663'])
})

test('what a phrase says behind a family stays a condition of an answer for all of it, and is the code of one generation', () => {
  const read = (
    text: string,
    phrase: string,
    generations: readonly (string | null)[],
    [make, family] = ['Lamborghini', 'Gallardo'],
  ) => {
    const fits = generations.map((generation) => ({ make: make ?? '', family: family ?? '', generation }))
    const answers = new Map([[nameKey(phrase), { fits, origin: 'answer' }]])
    return readText(text, { names, models: byFamily, answers, edition: 1 }).rows.map(({ condition }) => condition)
  }
  assert.deepEqual(read('Pad Lamborghini Gallardo LP550', 'Lamborghini Gallardo LP550', [null]), ['LP550'])
  assert.deepEqual(read('Pad Renault Twingo Zx9', 'Renault Twingo Zx9', ['I', 'II'], ['Renault', 'Twingo']), [
    'Zx9',
    'Zx9',
  ])
  assert.deepEqual(read('Pad Renault Twingo Zx9', 'Renault Twingo Zx9', ['II'], ['Renault', 'Twingo']), [null])
  assert.deepEqual(read('Pad Zonkmobil', 'Zonkmobil', [null]), [null])
})

test('years that the answer for a family does not allow are a question of their own, whose answer keeps them', () => {
  const family = { FORDMAVERICK: ['Ford', 'Maverick', null] } as const
  assert.deepEqual(readWith('Filter Ford Maverick 2023', family), ['Ford Maverick 2023 2023'])
  assert.deepEqual(readWith('Filter Ford Maverick 2010', family), ['? Ford Maverick 2010-2010'])
  const ofYears = { ...family, FORDMAVERICK20102010: ['Ford', 'Escape', null] } as const
  assert.deepEqual(readWith('Filter Ford Maverick 2010', ofYears), ['Ford Escape 2010 2010'])
  assert.deepEqual(readWith('Ford Maverick 2010-2010', ofYears), ['Ford Escape 2010 2010'])
  const outside = { ...family, FORDMAVERICK20102010: ['Ford', 'Maverick', null] } as const
  assert.deepEqual(readWith('Filter Ford Maverick 2010', outside), ['Ford Maverick 2010 2010'])
})

test('a class of load without years is asked with its family, whose answer means that class alone', () => {
  const text = 'Caliper Chevy Silverado 1500'
  assert.deepEqual(readWith(text), ['? Chevrolet Silverado'])
  const answer = (generation: string) => ({ CHEVROLETSILVERADO: ['Chevrolet', 'Silverado', generation] }) as const
  assert.deepEqual(readWith(text, answer('1500')), ['Chevrolet Silverado 1500'])
  assert.deepEqual(readWith(text, answer('2500')), ['? Chevrolet Silverado'])
  assert.deepEqual(readWith('Caliper Chevy Silverado 1500 2001', answer('2500')), [
    'Chevrolet Silverado 1500 2001 2001',
  ])
  assert.deepEqual(readWith('Rotor Dodge Ram 2500 3500'), ['? Dodge Ram'])
  assert.deepEqual(readWith('Rotor Chevy Express 3500'), ['? Chevrolet Express'])
})

test('requests are let in between long texts', async () => {
  let turns = 0
  let next = setImmediate(() => undefined)
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  turn()
  let read = 0
  const texts = Array.from({ length: 12 }, () => ({ text: 'zonk '.repeat(1000) }))
  await readAll(texts, { names, answers: new Map(), models: new Map(), edition: 1 }, () => (read += 1))
  clearImmediate(next)
  assert.equal(read, texts.length)
  assert.ok(turns >= texts.length, `${turns} turns of the event loop for ${texts.length} texts`)
})

test('a list of more vehicles than any shop writes is left to a person', () => {
  assert.deepEqual(readFits('Audi A3 A4 '.repeat(100), names).leftover, [])
  assert.notDeepEqual(readFits('Audi A3 A4 '.repeat(200), names).leftover, [])
})

/** Answers each phrase of a text in turn, with its first proposal or as no vehicle; returns what stays left over with no phrase to answer. */
function answerAll(text: string, isVehicle: (at: number) => boolean): string[] {
  const answers = new Map<string, { fits: (typeof models)[number][]; origin: string }>()
  for (let at = 0; at < 60; at++) {
    const { leftover, isAskedWhole } = readText(text, { names, answers, models: byFamily, edition: 1 })
    if (isAskedWhole) {
      assert.ok(!answers.has(textKey(text)), text)
    } else if (leftover.every((one) => !mayNameVehicle(one))) return []
    const asked = isAskedWhole ? [[textKey(text), text] as const] : leftover.map((one) => [nameKey(one), one] as const)
    const open = asked.filter(([key, one]) => !answers.has(key) && (isAskedWhole || mayNameVehicle(one)))
    const [first] = open
    if (!first) return leftover
    const ids = isVehicle(at) ? proposeModels(first[1], { names, models: byFamily }).slice(0, 1) : []
    answers.set(first[0], { fits: ids.flatMap((id) => models[id] ?? []), origin: 'answer' })
  }
  return ['asks for ever']
}

test('each text that is not read to the end has a phrase to answer, until it is', () => {
  const texts = [
    'TYLNA KLAPA SKODA OCTAVIA KOMBI BEZ RDZY 04-13 LAK LA7W 8E8E 9156',
    'CZUJNIK TEMP. SPALIN VW POLO 1,2-1,6 TDI 09-',
    'Tarcze Hamulcowe Ford Fokus Mk1 1.8 Tddi',
    'Volkswagen Golf VII, Audi A3 2013-2020, Skoda Octavia',
  ]
  for (const text of texts)
    for (const isVehicle of [true, false])
      assert.deepEqual(
        answerAll(text, () => isVehicle),
        [],
        text,
      )
  const words = fc.constantFrom(...texts.join(' ').split(' '), '9', 'nicht', '2.0', '(', 'M', '2010', 'B8')
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), fc.array(fc.boolean()), (some, choices) => {
      assert.deepEqual(
        answerAll(some.join(' '), (at) => choices[at % choices.length] ?? false),
        [],
      )
    }),
    { numRuns: 40 },
  )
})

test('engines that are not understood are asked, and restrictions are conditions, neither taken for part numbers', () => {
  assert.deepEqual(readFits('Land Rover Discovery 1 350TDI', names).leftover, ['350TDI'])
  const conditions = (text: string) => readFits(text, names).readings.map(({ condition }) => condition)
  assert.deepEqual(conditions('Clutch Honda CR-V II for manual vehicles'), ['for manual vehicles'])
  assert.deepEqual(conditions('Brake disc Ford Focus II 1.6-2.0'), ['1.6-2.0'])
  assert.deepEqual(readFits('Brake pad VW Golf V 1K0698151A', names).leftover, [])
  assert.deepEqual(conditions('Diesel fuel filter Ford Focus II'), ['Diesel'])
  assert.deepEqual(conditions('Automatic gearbox mount VW Passat B6'), ['Automatic gearbox'])
  assert.deepEqual(conditions('Wire harness 2009 2010 ACURA TSX AUTOMATIC'), ['AUTOMATIC'])
  assert.deepEqual(conditions('Mount Honda Accord 2013-2015 6 speed manual'), ['6 speed manual'])
  assert.deepEqual(conditions('Filter Peugeot 207 1,4 8 valvulas'), ['8 valvulas'])
  assert.deepEqual(conditions('Turbo Opel Vectra C 1.9 CDTI 120 PS'), ['120 PS'])
  assert.deepEqual(conditions('Federbein VW Transporter T5 langer Radstand'), ['langer Radstand'])
  assert.deepEqual(conditions('Grille BMW 3 Series E46 pre-facelift'), ['pre-facelift'])
  assert.deepEqual(conditions('Grille BMW E90 pre LCI'), ['pre LCI'])
  assert.deepEqual(conditions('Grille BMW E90 LCI'), ['LCI'])
  assert.deepEqual(conditions('Repair manual VW Golf IV'), [null])
  assert.deepEqual(conditions('Automatikgetriebe Filter VW Passat B6'), ['Automatikgetriebe'])
  assert.deepEqual(conditions('Automatic belt tensioner VW Passat B6'), [null])
})

test('a word that nobody knows is asked wherever it stands, since it may be a version of the vehicle', () => {
  for (const [text, word] of [
    ['Zorblax brake disc Alfa Romeo Giulia 2016-2020', 'Zorblax'],
    ['Raptor shock absorber Ford F-150 2017-2020', 'Raptor'],
    ['Cross rear bumper VW Polo V', 'Cross'],
  ] as const)
    assert.deepEqual(readFits(text, names).leftover, [word], text)
})

test('a generation whose years are those of another one is a question of its own, which an answer for these years settles', () => {
  const model = { make: 'Ford', family: 'Fiesta', generation: 'VI', from: 2008, to: 2017 }
  const before = { ...model, id: 5, generation: 'V', from: 2002, to: 2008 }
  const dictionary = { names, models: groupByFamily([before, { ...model, id: 6 }]), edition: 1 }
  const text = 'Brake disc Ford Fiesta VI 2002-2008'
  const asked = readText(text, { ...dictionary, answers: new Map() })
  assert.deepEqual([asked.leftover, asked.rows, asked.isComplete], [['Ford Fiesta VI 2002-2008'], [], false])
  const { make, family } = before
  const answer = { fits: [{ make, family, generation: 'V' }], origin: 'answer' as const }
  const answered = readText(text, { ...dictionary, answers: new Map([[nameKey('Ford Fiesta VI 2002-2008'), answer]]) })
  assert.deepEqual([answered.rows.map(({ modelId }) => modelId), answered.isComplete], [[5], true])
})

test('an answer for a whole text means it only, keeps its years and engines, and survives answers for its words', () => {
  const b8 = ['Audi', 'A4', 'B8'] as const
  const ofText = { [textKey('Disc  AUDI A4, front')]: b8 }
  assert.deepEqual(readWith('Disc Audi A4, front', ofText), ['Audi A4 B8'])
  assert.deepEqual(readWith('Disc Audi A4 front', ofText), ['? Audi A4'])
  assert.deepEqual(readWith('Disc Audi A4, front', { ...ofText, AUDIA4: ['Audi', 'A4', 'B5'] }), ['Audi A4 B8'])
  // What the text says of another vehicle stays; a family that the answer leaves out is none of it.
  assert.deepEqual(readWith('Disc VW Golf IV, Audi A4', { [textKey('Disc VW Golf IV, Audi A4')]: b8 }), [
    'Volkswagen Golf IV',
    'Audi A4 B8',
  ])
  assert.deepEqual(readWith('Disc Audi A4, VW Golf', { [textKey('Disc Audi A4, VW Golf')]: b8 }), ['Audi A4 B8'])
})

test('an answer for a text decides its other words, and never widens what they narrow', () => {
  const golf = { make: 'Volkswagen', family: 'Golf', generation: 'V' }
  const read = (text: string, isCondition: boolean, fits: readonly (typeof golf)[] = [golf]) => {
    const answers = new Map([[textKey(text), { fits, origin: 'answer', isCondition }]])
    const { rows, leftover, isComplete } = readText(text, { names, models: byFamily, answers, edition: 1 })
    assert.deepEqual([leftover, isComplete], [[], rows.length > 0], text)
    return rows.map(({ yearFrom, yearTo, engine, condition }) =>
      [yearFrom, yearTo, engine, condition].filter(Boolean).join(' '),
    )
  }
  assert.deepEqual(read('Filter VW Golf V Zonk Blimf', false), [''])
  assert.deepEqual(read('Filter VW Golf V Zonk Blimf', true), ['Zonk, Blimf'])
  // More words than a condition may have.
  assert.deepEqual(read(`Filter VW Golf V ${'濾芯'.repeat(101)}`, true), ['exact version not stated'])
  // What no vehicle was read beside: years, engines and a version of one letter stay.
  assert.deepEqual(read('2005-2007 1.9L Zonkstroke filter', false), ['2005 2007 1.9L'])
  assert.deepEqual(read('05-07 1.9L Zonkstroke filter', false), ['2005 2007 1.9L'])
  assert.deepEqual(read('Renault 1.5 dCi filter Zonk', false), ['Renault 1.5 dCi'])
  assert.deepEqual(read('Exhaust Golf V R Zonk', false), ['R'])
  assert.deepEqual(read('Filter Mini S', false, [{ make: 'MINI', family: 'Cooper', generation: 'R50' }]), ['Mini S'])
  // Years that the generation in the text contradicts are those of what is meant.
  const fiesta = { make: 'Ford', family: 'Fiesta', generation: 'VI' }
  assert.deepEqual(read('Lamp Ford Fiesta III Zonk (2014-2016) 1.5 TDCi', false, [fiesta]), ['2014 2016 1.5 TDCi'])
  // The name of what is meant is no condition of it.
  assert.deepEqual(read('Zonk filter for Golf', true), ['Zonk'])
  assert.deepEqual(read('Zonk filter VW Golf V', false, []), [])
})

test('a text whose words are all answered is asked as a whole, whose answer is restricted by what is left over', () => {
  const text = 'Disc Zonk Blimf 1.25 front'
  const golf = { fits: [{ make: 'Volkswagen', family: 'Golf', generation: 'V' }], origin: 'answer' as const }
  const read = (answers: Map<string, { fits: (typeof golf)['fits']; origin: 'answer' }>, of = text) =>
    readText(of, { names, models: byFamily, answers, edition: 1 })
  assert.equal(read(new Map()).isAskedWhole, false)
  // Numbers beside a vehicle are asked with all of the text, and restrict nothing of what was read.
  const numbered = 'Filter Golf V 1'
  assert.deepEqual([read(new Map(), numbered).isAskedWhole, read(new Map(), numbered).isComplete], [true, false])
  const answered = read(new Map([[textKey(numbered), golf]]), numbered)
  assert.deepEqual([answered.rows.map(({ condition }) => condition), answered.isComplete], [[null], true])
  const none = read(new Map([[textKey(numbered), { ...golf, fits: [] }]]), numbered)
  assert.deepEqual([none.rows, none.leftover, none.isComplete], [[], [], false])
  // An R or S behind it is a version.
  const version = 'Exhaust VW Golf V R'
  assert.deepEqual(
    read(new Map([[textKey(version), golf]]), version).rows.map(({ condition }) => condition),
    ['R'],
  )
  // What no vehicle was read beside restricts the one that a person names.
  const words = new Map([
    ['ZONK', { ...golf, fits: [] }],
    ['BLIMF', { ...golf, fits: [] }],
    [textKey(text), golf],
  ])
  const restricted = read(words)
  assert.deepEqual([restricted.rows.map(({ condition }) => condition), restricted.isComplete], [['1.25'], true])
  // A single year is that of the vehicle; of two it is not said what they are.
  const ofYears = (end: string) => {
    const answers = new Map([
      ['ZONK', { ...golf, fits: [] }],
      [textKey(`Disc Zonk ${end}`), golf],
    ])
    return read(answers, `Disc Zonk ${end}`).rows.map((row) => [row.yearFrom, row.yearTo, row.condition])
  }
  assert.deepEqual(ofYears('2005'), [[2005, 2005, null]])
  assert.deepEqual(ofYears('2005 2007'), [[null, null, '2005 2007']])
  assert.deepEqual(ofYears('(2004-2007) 1.25'), [[2004, 2007, '1.25']])
  assert.deepEqual(ofYears('2004-2007 2006'), [[null, null, '2004-2007 2006']])
  assert.deepEqual(ofYears('2004.5-2007'), [[2004, 2007, null]])
  assert.deepEqual(ofYears('05-07'), [[2005, 2007, null]])
  assert.deepEqual(ofYears('05-17'), [[null, null, '05-17']])
  assert.deepEqual(ofYears('2004-2007 2005 2006'), [[2004, 2007, null]])
  assert.deepEqual(ofYears('2003, 2005'), [
    [2003, 2003, null],
    [2005, 2005, null],
  ])
  // Also where years leave out all that an answer means.
  assert.equal(read(new Map([['ZONK', golf]]), 'Disc Zonk 1955').isAskedWhole, true)
  // A text of numbers names no vehicle.
  assert.equal(read(new Map(), 'Lamp 12 V, 5 l').isAskedWhole, false)
})

test('a vehicle or years that were answered to be none of the part are not read of it', () => {
  const read = (text: string) => {
    const { leftover } = readFits(text, names)
    const answers: FitAnswers = new Map(leftover.map((one) => [nameKey(one), { fits: [], origin: one }]))
    const reading = readFits(text, names, answers)
    return [...reading.readings.map(({ generation, from }) => generation ?? from), reading.isComplete]
  }
  assert.deepEqual(read('Mirror Nissan Micra K12 replaces K11 mirror'), ['K12', true])
  assert.deepEqual(read('Honda Accord 2008-2012 lamp replaces 2003-2007 lamp'), [2008, true])
})
