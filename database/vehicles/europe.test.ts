import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readVehicleSeed } from '#database/vehicles/read-seed.ts'

interface Row {
  make: string
  family: string
  generation: string | null
  from: number
  to: number | null
  kind: string
  names: string[]
  source: string
}
/** Describes a family that was built before the American register begins. */
interface Early {
  make: string
  family: string
  from: number
  to?: number
  kind?: string
  source: string
}
interface Names {
  makes: Record<string, string[]>
  families: Record<string, Record<string, string[]>>
  classes: Record<string, Record<string, string[]>>
  called: Record<string, Record<string, string>>
  /** Names that several families or generations of a make share. */
  ambiguous: Record<string, string[]>
}

const read = <Data>(name: string): Data => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Data
const { vehicles, britishNumbers } = read<{ vehicles: Row[]; britishNumbers: Record<string, string> }>('europe.json')
const names = read<Names>('names.json')
const { families: early } = read<{ families: Early[] }>('before-1981.json')
const register = readFileSync(join(import.meta.dirname, 'vpic.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as { name: string; models: [string, string, number, number | null][] })
const firstYearOfRegister = 1981
const hasSource = (source: string) => /^(?:[\w.-]+\/[\w.-]+:\S+|https?:\/\/\S+)$/.test(source)

const title = ({ make, family, generation }: Row) => [make, family, generation].filter(Boolean).join(' ')
const key = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}+]/gu, '')
    .toUpperCase()
const byFamily = Map.groupBy(vehicles, ({ make, family }) => `${make} ${family}`)

/** Returns the keys that occur more than once. */
const repeated = (keys: string[]) => [...new Set(keys.filter((one, index) => keys.indexOf(one) !== index))]

test('every European generation has a source, a kind and years in order', () => {
  assert.ok(vehicles.length >= 250)
  const latest = new Date().getFullYear()
  const wrong = vehicles.filter(
    ({ from, to, kind, source }) =>
      !hasSource(source) ||
      !['car', 'van', 'truck'].includes(kind) ||
      !Number.isInteger(from) ||
      from < 1930 ||
      from > latest ||
      (to !== null && (!Number.isInteger(to) || to < from || to > latest)),
  )
  assert.deepEqual(wrong.map(title), [])
})

test('no European generation is there twice, also under another spelling', () => {
  assert.deepEqual(repeated(vehicles.map((row) => key(title(row)))), [])
})

/** Names the families that were not built for some years. */
const paused = new Set([
  'Acura Integra',
  'Alfa Romeo Giulia',
  'Audi RS 4',
  'Audi RS 6',
  'Audi S8',
  'BMW 6 Series',
  'BMW 8 Series',
  'Fiat Bravo',
  'Fiat Croma',
  'Fiat Fiorino',
  'Fiat Scudo',
  'Fiat Talento',
  'Fiat Tipo',
  'Fiat Ulysse',
  'Ford Puma',
  'Honda HR-V',
  'Honda Insight',
  'Lancia Delta',
  'Lancia Thema',
  'Nissan GT-R',
  'Nissan Primastar',
  'SsangYong Korando',
  'Suzuki Baleno',
  'Suzuki Ignis',
  'Suzuki Vitara',
  'Toyota Supra',
  'Volkswagen Beetle',
  'Volkswagen Scirocco',
  'Volvo V40',
])

/** Names the families of which several generations are built side by side. */
const parallel = new Set(['BMW 2 Series', 'Mercedes-Benz G-Class', 'Nissan Patrol', 'Toyota Land Cruiser'])

test('the generations of a family begin one after the other and leave no hole', () => {
  const wrong = [...byFamily].flatMap(([name, rows]) => {
    const sorted = rows.toSorted((a, b) => a.from - b.from)
    return sorted.flatMap((row, index) => {
      const next = sorted[index + 1]
      if (!next) return []
      // Old generations are sold for years beside the new one as the cheap car: a long overlap is real, a long hole is a forgotten generation.
      const isHole = next.from - (row.to ?? Infinity) > 3 && !paused.has(name)
      const isOverlap = !parallel.has(name) && (row.to === null || row.to - next.from > 7)
      const isNamed = row.generation !== null && next.generation !== null
      return isHole || isOverlap || !isNamed || next.from === row.from
        ? [`${title(row)} ${row.from}-${row.to}, ${title(next)} ${next.from}`]
        : []
    })
  })
  assert.deepEqual(wrong, [])
})

test('no year of a family is both that of a generation and of the rest without one', () => {
  const { vehicles: seed } = readVehicleSeed()
  const twice = [...Map.groupBy(seed, ({ make, family }) => `${make} ${family}`)].flatMap(([name, rows]) => {
    const rests = rows.filter(({ generation }) => generation === null)
    const overlapping = rests.flatMap((rest) =>
      rows.filter(
        (row) =>
          row.generation !== null &&
          (row.from ?? 0) <= (rest.to ?? Infinity) &&
          (rest.from ?? 0) <= (row.to ?? Infinity),
      ),
    )
    return overlapping.map(({ generation }) => `${name} ${generation}`)
  })
  assert.deepEqual(twice, [])
  const restsOf = (name: string) =>
    seed.flatMap(({ make, family, generation, from, to }) =>
      `${make} ${family}` === name && generation === null ? [[from, to]] : [],
    )
  assert.deepEqual(restsOf('Toyota Supra'), [[1981, 1985]], 'none was built between two generations')
  assert.deepEqual(restsOf('Honda Civic'), [[1972, 1986]])
})

test('a name says one generation of its make, or is listed as ambiguous', () => {
  const makes = Map.groupBy(vehicles, ({ make }) => make)
  const found = [...makes].flatMap(([make, rows]) => {
    const families = new Set(rows.map(({ family }) => key(family)))
    const own = rows.flatMap((row) => row.names.map(key))
    const others = Object.values(names.families[make] ?? {}).flatMap((list) => list.map(key))
    const shared = new Set([...repeated([...own, ...others]), ...own.filter((name) => families.has(name))])
    return [...shared].map((name) => `${make} ${name}`)
  })
  const listed = Object.entries(names.ambiguous).flatMap(([make, list]) => list.map((name) => `${make} ${key(name)}`))
  assert.deepEqual(found.toSorted(), listed.toSorted())
})

test('other names and load classes belong to makes and families that are there, and repeat none of them', () => {
  const { vehicles: seed } = readVehicleSeed()
  const known = new Set(seed.map(({ make }) => make))
  const families = new Set(seed.map(({ make, family }) => `${make} ${family}`))
  assert.deepEqual(
    [names.families, names.classes].flatMap((list) =>
      Object.entries(list).flatMap(([make, own]) =>
        Object.keys(own).filter((family) => !families.has(`${make} ${family}`)),
      ),
    ),
    [],
  )
  const makes = [...new Set([...known, ...Object.keys(names.makes)])]
  assert.deepEqual(repeated([...makes, ...Object.values(names.makes).flat()]), [])
})

test('numbers that Britain counts otherwise have a source', () => {
  const counted = vehicles.filter((row) => row.names.some((name) => /^Mk\d/.test(name) && name !== 'MK8'))
  assert.deepEqual(
    [...new Set(counted.map(({ make, family }) => `${make} ${family}`))].filter((name) => !britishNumbers[name]),
    [],
  )
})

test('a family from before the register has a source, years before it, and an end and a kind of its own if the register lacks it', () => {
  const inRegister = new Map<string, number | null>(
    register.flatMap(({ name: make, models }) =>
      models.map(([family, , , to]) => [`${make} ${names.called[make]?.[family] ?? family}`, to] as const),
    ),
  )
  const name = ({ make, family }: Early) => `${make} ${family}`
  const wrong = early.filter((row) => {
    const isLacking = !inRegister.has(name(row))
    const last = row.to ?? inRegister.get(name(row)) ?? null
    return (
      !hasSource(row.source) ||
      row.from < 1930 ||
      row.from >= firstYearOfRegister ||
      (last !== null && last < row.from) ||
      isLacking !== (row.kind !== undefined) ||
      (isLacking && row.to === undefined)
    )
  })
  assert.deepEqual(wrong.map(name), [])
  assert.deepEqual(repeated(early.map((row) => key(name(row)))), [])
  const { makes, vehicles: seed } = readVehicleSeed()
  const rowsOf = (of: string) => seed.flatMap((row) => (`${row.make} ${row.family}` === of ? [[row.from, row.to]] : []))
  assert.deepEqual(rowsOf('Chevrolet Chevelle'), [[1964, 1977]])
  assert.deepEqual(rowsOf('Pontiac GTO'), [[1964, 2006]])
  assert.deepEqual(rowsOf('Chevrolet Camaro'), [[1967, null]])
  assert.deepEqual(rowsOf('Ford Mustang').slice(0, 2), [
    [1964, 1978],
    [1979, 1993],
  ])
  assert.ok(makes.find(({ name: make }) => make === 'Datsun')?.isOffered)
})

test('a family that the register writes otherwise is there once, as sellers call it', () => {
  const { vehicles: seed } = readVehicleSeed()
  const models = new Map(register.map(({ name, models: all }) => [name, new Set(all.map(([family]) => family))]))
  const unknown = Object.entries(names.called).flatMap(([make, all]) =>
    Object.keys(all).flatMap((family) => (models.get(make)?.has(family) ? [] : `${make} ${family}`)),
  )
  assert.deepEqual(unknown, [])
  const ofSubaru = seed.filter(({ make, family }) => make === 'Subaru' && /tribeca|crosstrek/i.test(family))
  assert.deepEqual(
    ofSubaru.map(({ family, from, to }) => [family, from, to]),
    [
      ['Tribeca', 2006, 2014],
      ['Crosstrek', 2012, null],
    ],
  )
})
