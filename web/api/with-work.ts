import { ApiProblem } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'

/** Tries a call; if the shop asks for a proof of work, this browser does it and tries once more, without a word. */
export async function withWork<Result>(attempt: (proof: { proof?: string }) => Promise<Result>): Promise<Result> {
  try {
    return await attempt({})
  } catch (error) {
    const proof = await proofFor(error)
    if (proof === undefined) throw error
    return attempt({ proof })
  }
}

/** Returns the proof of work; undefined where none can be made: browsers hash on secure connections only. */
async function proofFor(error: unknown): Promise<string | undefined> {
  const challenge = error instanceof ApiProblem && error.code === 'work-required' && error.facts['challenge']
  if (typeof challenge !== 'string' || !globalThis.isSecureContext) return undefined
  const { solveWork } = await loadChunk(() => import('#web/api/solve-work.ts'))
  return solveWork(JSON.parse(challenge))
}
