import { sql } from 'drizzle-orm'
import type { nameUses } from '#contract/vehicles.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { groupByFamily, type ModelsOfFamilies, type PlacedModel } from '#server/vehicles/place-fits.ts'
import type { FitAnswers } from '#server/vehicles/fits.ts'
import { indexVehicles, type OtherNames, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Holds what a text is read with. */
export interface Dictionary {
  names: VehicleNames
  /** What the seller answered, by phrase. */
  answers: FitAnswers
  models: ModelsOfFamilies
  /** The edition of vehicles, names and answers that it was made of. */
  edition: number
}

const known = new WeakMap<object, Dictionary>()

/** Returns the vehicles that the shop offers, their names and the seller's answers; they are read again only after a change, since that takes some 40 ms. */
export async function readDictionary(db: Database | Transaction): Promise<Dictionary> {
  const { rows } = await db.execute<{ names: string }>(sql`SELECT names FROM vehicle_editions`)
  const edition = Number(rows[0]?.names)
  const before = known.get(db)
  if (before?.edition === edition) return before
  const dictionary = { ...(await indexOffered(db)), edition }
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

async function indexOffered(db: Database | Transaction): Promise<Omit<Dictionary, 'edition'>> {
  const { rows: models } = await db.execute<PlacedModel & Record<string, unknown>>(sql`
    SELECT vehicle_models.id, name AS make, family, generation, year_from AS "from", year_to AS "to"
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
    WHERE vehicle_makes.is_offered AND vehicle_models.is_offered ORDER BY vehicle_models.id`)
  const { rows: names } = await db.execute<NameRow>(sql`
    SELECT vehicle_names.name, vehicle_makes.name AS make, family, model_id AS model, counts
    FROM vehicle_names JOIN vehicle_makes ON vehicle_makes.id = make_id WHERE is_offered ORDER BY vehicle_names.id`)
  const ofModel = Map.groupBy(names, ({ model }) => model)
  const counting = (use: NameRow['counts']) => names.flatMap(({ counts, name }) => (counts === use ? name : []))
  // A make may be called like what every object has.
  const makes = Object.create(null) as Record<string, string[]>
  const families = Object.create(null) as Record<string, Record<string, string[]>>
  for (const { name, make, family } of ofModel.get(null) ?? []) {
    if (family === null) (makes[make] ??= []).push(name)
    else if (name !== family)
      ((families[make] ??= Object.create(null) as Record<string, string[]>)[family] ??= []).push(name)
  }
  const other: OtherNames = {
    makes,
    families,
    distinct: counting('alone'),
    besideYears: counting('beside-years'),
    bodies: counting('body'),
  }
  const { rows: decided } = await db.execute<{ key: string; modelIds: number[]; isCondition: boolean }>(
    sql`SELECT key, model_ids AS "modelIds", is_condition AS "isCondition" FROM fits_phrases WHERE model_ids IS NOT NULL`,
  )
  const byId = new Map(models.map((model) => [model.id, model]))
  return {
    names: indexVehicles(
      models.map((model) => ({ ...model, names: (ofModel.get(model.id) ?? []).map(({ name }) => name) })),
      other,
    ),
    answers: new Map(
      decided.map(({ key, modelIds, isCondition }) => [
        key,
        { fits: modelIds.flatMap((id) => byId.get(id) ?? []).map(namesOf), origin: 'answer', isCondition },
      ]),
    ),
    models: groupByFamily(models),
  }
}

const namesOf = ({ make, family, generation }: PlacedModel) => ({ make, family, generation })
