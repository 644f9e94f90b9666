import { isCommonPassword } from './common-passwords.ts'
import { openHashingThread } from './hashing-thread.ts'
import type { HashingCost, HashingJob, HashingThread } from './hashing-thread.ts'
import { tooManyAttempts, WireError } from './wire-error.ts'

export const shortestPassword = 8
export const longestPasswordBytes = 4096

/** What a password costs wherever people have one. */
export const fullCost: HashingCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** What it costs in tests, which make passwords by the thousand. */
export const leastCost: HashingCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

// Argon2id is the library's own default; its Algorithm is a const enum, which cannot be imported here.
const parametersOf = (cost: HashingCost) =>
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Hashes in threads of its own, few at a time and at a low priority, so that sign-ins cannot starve everything else. */
export interface PasswordHasher {
  /** The PHC string; throws TOO_MANY_ATTEMPTS_TRY_LATER when too many are waiting. */
  hash(password: string): Promise<string>
  /** False for an account without a password, after the same time as for a wrong one. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
  /** True when a stored hash was made at another cost than today's. */
  isOutdated(passwordHash: string): boolean
  /** Ends the threads; they start with the first password. */
  close(): Promise<void>
}

export function passwordHasher({ cost = fullCost, atOnce = 2, waiting = 64 } = {}): PasswordHasher {
  const currentParameters = parametersOf(cost)
  // Fits no password. Verified for unknown accounts, so that they take as long as known ones.
  const dummyHash = `${currentParameters}Ym9sdHlhcmQtbm9ib2R5cw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`
  const queue: (() => void)[] = []
  const idle: HashingThread[] = []
  let running = 0

  async function inTurn(job: HashingJob): Promise<string | boolean> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw tooManyAttempts(5)
      await new Promise<void>((start) => queue.push(start))
    } else {
      running += 1
    }
    const thread = idle.pop() ?? openHashingThread()
    try {
      const result = await thread.run(job)
      idle.push(thread)
      return result
    } catch (thrown) {
      await thread.close()
      throw thrown
    } finally {
      // the place goes straight to the next in line
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    async hash(password) {
      return String(await inTurn({ password: normalise(password), cost }))
    },
    async verify(passwordHash, password) {
      if (Buffer.byteLength(password) > longestPasswordBytes) return false
      const matches = await inTurn({ password: normalise(password), passwordHash: passwordHash ?? dummyHash })
      return matches === true && typeof passwordHash === 'string'
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(currentParameters),
    async close() {
      await Promise.all(idle.splice(0).map((thread) => thread.close()))
    },
  }
}

/** Throws WEAK_PASSWORD unless a stranger would need luck to guess it. */
export function assertAcceptablePassword(password: string, email: string | null | undefined): void {
  if (normalise(password).length < shortestPassword) {
    throw new WireError('WEAK_PASSWORD', `Password should be at least ${shortestPassword} characters`)
  }
  if (Buffer.byteLength(password) > longestPasswordBytes) {
    throw new WireError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'The password is too long')
  }
  const folded = password.toLowerCase()
  if (isCommonPassword(folded) || folded === email || folded === email?.split('@')[0]) {
    throw new WireError('WEAK_PASSWORD', 'This password is too easy to guess. Choose another one')
  }
}

// The same letter typed on two machines may come as different code points.
function normalise(password: string): string {
  return password.normalize('NFC')
}
