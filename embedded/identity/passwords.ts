import { isCommonPassword } from './common-passwords.ts'
import { openHashingThread } from './hashing-thread.ts'
import type { HashingCost, HashingJob, HashingThread } from './hashing-thread.ts'
import { WireError } from './wire-error.ts'

export const passwordMinLength = 8
export const passwordMaxBytes = 4096

/** Sets the cost of passwords in production. */
export const defaultHashingCost: HashingCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** Sets the cost in tests. */
export const testHashingCost: HashingCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

// Argon2id is the library's own default; its Algorithm is a const enum, which cannot be imported here.
const parametersOf = (cost: HashingCost) =>
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Hashes passwords in threads of low priority, so that sign-ins do not slow down other requests. */
export interface PasswordHasher {
  /** Returns the PHC string; throws what `inTurn` throws. */
  hash(password: string): Promise<string>
  /** Returns false for an account without a password, after the same time as for a wrong one. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
  /** Whether a hash was made at another cost. */
  isOutdated(passwordHash: string): boolean
}

/** Holds the threads of this process that wait for a password. They keep no process alive; the first password starts one. */
const idle: HashingThread[] = []

/** `inTurn` runs each hashing when it may. */
export function passwordHasher({
  cost = defaultHashingCost,
  inTurn = (work) => work(),
}: {
  cost?: HashingCost | undefined
  inTurn?: (work: () => Promise<string | boolean>) => Promise<string | boolean>
} = {}): PasswordHasher {
  const currentParameters = parametersOf(cost)
  // Fits no password. Verified for unknown accounts, so that they take as long as known ones.
  const dummyHash = `${currentParameters}Ym9sdHlhcmQtbm9ib2R5cw$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`

  return {
    async hash(password) {
      return String(await inTurn(() => runJob({ password: normalise(password), cost })))
    },
    async verify(passwordHash, password) {
      if (Buffer.byteLength(password) > passwordMaxBytes) return false
      const matches = await inTurn(() =>
        runJob({ password: normalise(password), passwordHash: passwordHash ?? dummyHash }),
      )
      return matches === true && typeof passwordHash === 'string'
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(currentParameters),
  }
}

async function runJob(job: HashingJob): Promise<string | boolean> {
  const thread = idle.pop() ?? openHashingThread()
  try {
    const result = await thread.run(job)
    idle.push(thread)
    return result
  } catch (thrown) {
    await thread.close()
    throw thrown
  }
}

/** Throws unless a stranger would need luck to guess it; each reason has a code of its own. */
export function assertAcceptablePassword(password: string, email: string | null | undefined): void {
  if (normalise(password).length < passwordMinLength) {
    throw new WireError('WEAK_PASSWORD', `Password should be at least ${passwordMinLength} characters`)
  }
  if (Buffer.byteLength(password) > passwordMaxBytes) {
    throw new WireError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'The password is too long')
  }
  const folded = password.toLowerCase()
  // Not one of Google's rules: its codes cover only length and character classes.
  if (isCommonPassword(folded)) {
    throw new WireError('PASSWORD_TOO_COMMON', 'This password is too common. Choose another one.')
  }
  if (folded === email || folded === email?.split('@')[0]) {
    throw new WireError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'The password must not be your e-mail address')
  }
}

// The same letter typed on two machines may come as different code points.
function normalise(password: string): string {
  return password.normalize('NFC')
}
