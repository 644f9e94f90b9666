import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { TestIdentity } from './start-identity.ts'

/** Solves a challenge as a browser would, for tests. */
export async function solveCaptcha(identity: Pick<TestIdentity, 'call'>): Promise<string> {
  const { body } = await identity.call('/v2/captchaChallenge')
  // the service has just made it
  const challenge = body as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
