import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { pendingProfiles } from './identity.tables.ts'
import type { ProviderProfile } from './provider-profile.ts'
import { sha256 } from './sessions.ts'
import { WireError } from './wire-error.ts'

const pendingMs = 5 * 60_000

/** Keeps a profile for five minutes under a new token, stored hashed; with a session id it is worth nothing alone. */
export async function keepProfile(
  db: Database | Tx,
  profile: ProviderProfile,
  sessionHash: Buffer | null,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + pendingMs)
  await db.insert(pendingProfiles).values({ tokenHash: sha256(token), sessionHash, profile, expiresAt })
  return token
}

/** Uses the token up, whatever comes of it: of two callers at once only one gets the profile. */
export async function redeemProfile(
  db: Database | Tx,
  token: string,
  sessionId: string | undefined,
  now: Date,
): Promise<ProviderProfile> {
  const [found] = await db
    .delete(pendingProfiles)
    .where(eq(pendingProfiles.tokenHash, sha256(token)))
    .returning()
  if (!found || found.expiresAt <= now) throw new WireError('INVALID_PENDING_TOKEN', 'This sign-in has run out.')
  if (found.sessionHash && !(sessionId && sha256(sessionId).equals(found.sessionHash))) {
    throw new WireError('INVALID_PENDING_TOKEN', 'This sign-in was begun elsewhere.')
  }
  return found.profile
}
