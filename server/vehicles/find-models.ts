import { sql } from 'drizzle-orm'
import { type FoundModel, maxFoundModels } from '#contract/fits-phrases.ts'
import type { Database } from '#server/platform/database/database.ts'
import { nameKey, namesOfFamily, namesOfGeneration, plainText } from '#server/vehicles/vehicle-names.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

interface NamedModel extends Record<string, unknown> {
  make: string
  family: string
  generation: string | null
  from: number | null
  to: number | null
  isHidden: boolean
  makeNames: string[] | null
  familyNames: string[] | null
  modelNames: string[] | null
}

/**
 * Returns models whose names have words that begin with all of these, in any order; of numbers with four digits, one may be a year.
 * Whole words come first, then what buyers see.
 */
export async function findModels(db: Database, q: string): Promise<FoundModel[]> {
  const asked = wordsOf(q)
  if (asked.length === 0) return []
  const { rows } = await db.execute<NamedModel>(sql`
    WITH of_make AS (SELECT make_id, array_agg(name) AS names FROM vehicle_names WHERE family IS NULL GROUP BY 1),
      of_family AS (SELECT make_id, family, array_agg(name) AS names FROM vehicle_names WHERE family IS NOT NULL AND model_id IS NULL GROUP BY 1, 2),
      of_model AS (SELECT model_id, array_agg(name) AS names FROM vehicle_names WHERE model_id IS NOT NULL GROUP BY 1)
    SELECT vehicle_models.id, vehicle_models.make_id AS "makeId", vehicle_makes.name AS make, vehicle_models.family, generation, slug, kind,
      year_from AS "from", year_to AS "to", NOT (vehicle_models.is_offered AND vehicle_makes.is_offered) AS "isHidden",
      of_make.names AS "makeNames", of_family.names AS "familyNames", of_model.names AS "modelNames"
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = vehicle_models.make_id
      LEFT JOIN of_make ON of_make.make_id = vehicle_models.make_id
      LEFT JOIN of_family ON of_family.make_id = vehicle_models.make_id AND of_family.family = vehicle_models.family
      LEFT JOIN of_model ON of_model.model_id = vehicle_models.id
    ORDER BY lower(vehicle_makes.name), lower(vehicle_models.family), year_from NULLS FIRST, generation NULLS FIRST, vehicle_models.id`)
  const ranked = rows.flatMap((row) => {
    const words = new Set(wordsOf(namesOf(row).join(' ')))
    const whole = asked.filter((word) => words.has(word) || isYearOf(row, word))
    const begun = asked.filter((word) => !whole.includes(word) && [...words].some((one) => one.startsWith(word)))
    return whole.length + begun.length === asked.length ? [{ row, rank: begun.length + (row.isHidden ? 0.5 : 0) }] : []
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxFoundModels)
    .map(({ row: { makeNames: _, familyNames: _of, modelNames: _names, isHidden, ...model } }) => ({
      ...withoutNulls<FoundModel>(model),
      ...(isHidden && { isHidden: true as const }),
    }))
}

/** Returns what a model is called: words as they are written, and in one, such as `CR-V` and `CRV`. */
function namesOf({ make, family, generation, makeNames, familyNames, modelNames }: NamedModel): string[] {
  const names = [
    make,
    ...(makeNames ?? []),
    ...namesOfFamily(family, familyNames ?? []),
    ...(generation === null ? [] : namesOfGeneration(generation, modelNames ?? [])),
  ]
  return [...names, ...names.map(nameKey)]
}

const wordsOf = (text: string) =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const isYearOf = ({ from, to }: NamedModel, word: string) =>
  /^(?:19|20)\d\d$/.test(word) &&
  (from !== null || to !== null) &&
  (from ?? 0) <= Number(word) &&
  Number(word) <= (to ?? 9999)
