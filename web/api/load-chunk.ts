import { networkError } from '#web/api/api-problem.ts'

/** Loads a part that a page does not need at first. Throws ApiProblem when the shop cannot be reached. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    console.error(error)
    throw networkError()
  }
}
