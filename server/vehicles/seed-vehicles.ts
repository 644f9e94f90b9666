import slugify from '@sindresorhus/slugify'
import { sql } from 'drizzle-orm'
import type { nameUses, vehicleKinds } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { familyKey, nameKey, type OtherNames, type Vehicle } from '#server/vehicles/vehicle-names.ts'

export interface SeedVehicle extends Vehicle {
  kind: (typeof vehicleKinds)[number]
}

/** Holds the vehicles with which a shop begins. */
export interface VehicleSeed {
  makes: readonly { name: string; isOffered: boolean }[]
  vehicles: readonly SeedVehicle[]
  other: OtherNames
}

/** Returns the words of a model's address, such as `volkswagen-golf-v`. */
export const modelSlug = (make: string, family: string, generation: string | null): string =>
  slugify([make, family, generation].filter(Boolean).join(' '), { decamelize: false })

/** Fills a shop without makes; one that has some stays as it is. Safe to repeat, and at the same time in several processes. */
export async function seedVehicles(db: Database, readSeed: () => VehicleSeed): Promise<void> {
  const hasMakes = async (from: Pick<Database, 'execute'>) =>
    (await from.execute(sql`SELECT FROM vehicle_makes LIMIT 1`)).rows.length > 0
  if (await hasMakes(db)) return
  const { makes, vehicles, other } = readSeed()
  const models = withSlugs(vehicles)
  await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE vehicle_makes IN SHARE ROW EXCLUSIVE MODE`)
    if (await hasMakes(tx)) return
    await tx.execute(sql`
      INSERT INTO vehicle_makes (name, is_offered)
      SELECT name, is_offered FROM jsonb_to_recordset(${JSON.stringify(makes.map(({ name, isOffered }) => ({ name, is_offered: isOffered })))}::jsonb)
        AS each (name text, is_offered boolean)`)
    await tx.execute(sql`
      INSERT INTO vehicle_models (make_id, family, generation, slug, kind, year_from, year_to)
      SELECT id, family, generation, slug, kind, "from", "to" FROM jsonb_to_recordset(${JSON.stringify(models)}::jsonb)
        AS each (make text, family text, generation text, slug text, kind text, "from" smallint, "to" smallint)
        JOIN vehicle_makes ON name = make`)
    await tx.execute(sql`
      INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
      SELECT key, each.name, vehicle_makes.id, each.family, vehicle_models.id, counts, 'seed'
      FROM jsonb_to_recordset(${JSON.stringify(listNames(models, other))}::jsonb)
        AS each (key text, name text, make text, family text, slug text, counts text)
        JOIN vehicle_makes ON vehicle_makes.name = make LEFT JOIN vehicle_models USING (slug)`)
  })
}

function withSlugs(vehicles: readonly SeedVehicle[]): (SeedVehicle & { slug: string })[] {
  const taken = new Set<string>()
  return vehicles.map((vehicle) => {
    const words = modelSlug(vehicle.make, vehicle.family, vehicle.generation)
    let slug = words
    for (let number = 2; taken.has(slug); number += 1) slug = `${words}-${number}`
    taken.add(slug)
    return { ...vehicle, slug }
  })
}

interface SeedName {
  key: string
  name: string
  make: string
  family: string | null
  slug: string | null
  counts: (typeof nameUses)[number]
}

/** Lists what is written for makes, families and generations, each once. */
function listNames(models: readonly (SeedVehicle & { slug: string })[], other: OtherNames): SeedName[] {
  const names = new Map<string, SeedName>()
  const add = (name: string, of: Omit<SeedName, 'key' | 'name'>) => {
    const key = nameKey(name)
    if (key !== '') names.set(`${key}|${of.make}|${of.family}|${of.slug}`, { key, name, ...of })
  }
  for (const [make, all] of Object.entries(other.makes))
    for (const name of all) add(name, { make, family: null, slug: null, counts: 'with-make' })
  const keys = (all: readonly string[]) => new Set(all.map(nameKey))
  const uses = [
    ['body', keys(other.bodies)],
    ['beside-years', keys(other.besideYears)],
    ['alone', keys(other.distinct)],
  ] as const
  const families = new Map(models.map(({ make, family }) => [familyKey(make, family), { make, family }]))
  for (const { make, family } of families.values()) {
    const others = other.families[make]?.[family] ?? []
    for (const name of [family, ...others]) {
      const counts = uses.find(([, all]) => all.has(nameKey(name)))?.[0]
      if (counts || name !== family) add(name, { make, family, slug: null, counts: counts ?? 'with-make' })
    }
  }
  for (const { make, family, slug, names: all } of models)
    for (const name of all) add(name, { make, family, slug, counts: 'with-make' })
  return [...names.values()]
}
