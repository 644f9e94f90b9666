import { sql } from 'drizzle-orm'
import type { nameUses } from '#contract/vehicles.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { indexVehicles, type OtherNames, type Vehicle, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Holds what a text is read with. */
export interface Dictionary {
  names: VehicleNames
  /** The edition of vehicles, names and answers that it was made of. */
  edition: number
}

const known = new WeakMap<object, Dictionary>()

/** Returns the names of the vehicles that the shop offers; they are read again only after a change, since that takes some 40 ms. */
export async function readDictionary(db: Database): Promise<Dictionary> {
  const { rows } = await db.execute<{ names: string }>(sql`SELECT names FROM vehicle_editions`)
  const edition = Number(rows[0]?.names)
  const before = known.get(db)
  if (before?.edition === edition) return before
  const dictionary = { names: await indexOffered(db), edition }
  known.set(db, dictionary)
  return dictionary
}

interface NameRow extends Record<string, unknown> {
  name: string
  make: string
  family: string | null
  model: number | null
  counts: (typeof nameUses)[number]
}

async function indexOffered(db: Database | Transaction): Promise<VehicleNames> {
  const { rows: models } = await db.execute<Omit<Vehicle, 'names'> & { id: number } & Record<string, unknown>>(sql`
    SELECT vehicle_models.id, name AS make, family, generation, year_from AS "from", year_to AS "to"
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
    WHERE vehicle_makes.is_offered AND vehicle_models.is_offered ORDER BY vehicle_models.id`)
  const { rows: names } = await db.execute<NameRow>(sql`
    SELECT vehicle_names.name, vehicle_makes.name AS make, family, model_id AS model, counts
    FROM vehicle_names JOIN vehicle_makes ON vehicle_makes.id = make_id WHERE is_offered ORDER BY vehicle_names.id`)
  const ofModel = Map.groupBy(names, ({ model }) => model)
  const counting = (use: NameRow['counts']) => names.flatMap(({ counts, name }) => (counts === use ? name : []))
  const makes: Record<string, string[]> = {}
  const families: Record<string, Record<string, string[]>> = {}
  for (const { name, make, family } of ofModel.get(null) ?? []) {
    if (family === null) (makes[make] ??= []).push(name)
    else if (name !== family) ((families[make] ??= {})[family] ??= []).push(name)
  }
  const other: OtherNames = {
    makes,
    families,
    distinct: counting('alone'),
    besideYears: counting('beside-years'),
    bodies: counting('body'),
  }
  return indexVehicles(
    models.map((model) => ({ ...model, names: (ofModel.get(model.id) ?? []).map(({ name }) => name) })),
    other,
  )
}
