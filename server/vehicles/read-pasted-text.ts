import type { ResponseBody } from '#contract/endpoint.ts'
import type { FitmentInput, readFitsText } from '#contract/fitments.ts'
import type { Database } from '#server/platform/database/database.ts'
import { noGeneration } from '#server/vehicles/find-vehicles.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readText } from '#server/vehicles/read-texts.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Returns the rows that a text names, as a seller would write them, and the words that are left over. */
export async function readPastedText(db: Database, text: string): Promise<ResponseBody<typeof readFitsText>> {
  const dictionary = await readDictionary(db)
  const { rows, leftover } = readText(text, dictionary)
  const known = new Map(
    [...dictionary.models.values()].flatMap((family) => family.map((model) => [model.id, { model, family }])),
  )
  const fitments = rows.flatMap(({ modelId, yearFrom: from, yearTo: to, ...said }) => {
    const { model, family } = known.get(modelId) ?? {}
    if (!model || !family) return []
    const generation = model.generation ?? (family.length > 1 ? noGeneration : null)
    const row = { make: model.make, family: model.family, generation, from, to, ...said }
    return [withoutNulls<FitmentInput>(row)]
  })
  return { fitments, leftover }
}
