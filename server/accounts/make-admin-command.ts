import { findUsersByEmail } from '#server/accounts/find-users-by-email.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import { ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Makes a user an admin and returns what to print; throws a sentence with the next step if the user cannot be one yet. */
export async function runMakeAdminCommand(db: Database, [email, ...more]: string[]): Promise<string> {
  if (!email || more.length > 0) throw new ConfigError('Name the user: npm run shop -- make-admin EMAIL')
  const known = await findUsersByEmail(db, email)
  const user = known.find(({ removedAt }) => removedAt === null)
  if (!user && known.length > 0) throw new ConfigError(`${email} was removed from this shop. Name another user.`)
  if (!user)
    throw new ConfigError(`This shop has no user ${email}. Let them sign up there first, then use this command again.`)
  if (user.disabledAt)
    throw new ConfigError(`${email} is locked out. Let them in first: npm run shop -- account ${email} enable`)
  await makeAdmin(db, email, undefined)
  return user.emailVerifiedAt
    ? `${email} is an admin.`
    : `${email} is an admin as soon as this address is verified: by the link in the mail that the shop has sent, or by a new one from the profile page.`
}
