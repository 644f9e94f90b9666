import type { BulkResult } from '#contract/bulk.ts'
import { Problem } from '#server/platform/http/problem.ts'

/** Runs a bulk action row by row, each in its own transaction: `work` answers whether the row was changed. A refused row leaves the others. */
export async function runBulk(
  ids: readonly string[],
  work: (id: string) => Promise<'done' | 'unchanged'>,
  findNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<BulkResult> {
  const result: BulkResult = { success: true, done: [], unchanged: [], refused: [] }
  for (const id of ids) {
    try {
      result[await work(id)].push(id)
    } catch (error) {
      if (!(error instanceof Problem) || error.statusCode >= 500) throw error
      const { code, message, facts } = error
      result.refused.push({ _id: id, code, message, ...(facts && { facts }) })
    }
  }
  const names = result.refused.length > 0 ? await findNames(result.refused.map(({ _id }) => _id)) : new Map()
  for (const refused of result.refused) {
    const name = names.get(refused._id.toLowerCase())
    if (name !== undefined) refused.name = name
  }
  return result
}
