import { seed } from '#database/seed.ts'
import { assertAcceptablePassword } from '#embedded/identity/passwords.ts'
import { WireError } from '#embedded/identity/wire-error.ts'
import { isDemoRemoved } from '#server/setup/remove-demo-setup.ts'
import { upsertUser } from '#server/accounts/upsert-user.ts'
import { findInitialUser, type InitialUser, recordInitialUser } from '#server/accounts/initial-users.ts'
import { makeFirstAdmin } from '#server/accounts/make-admin.ts'
import type { CreateAccount } from '#server/composition/create-identity.ts'
import type { Shop } from '#server/composition/create-shop.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { Problem } from '#server/platform/http/problem.ts'

/** Describes the sign-in of an initial user, for the start message. */
export type InitialSignIn =
  /** Created by this start; `password` is undefined if it is ADMIN_PASSWORD. */
  | { state: 'created'; email: string; password: string | undefined }
  /** Created by an earlier start; `email` is undefined if that user was removed or lost the role. */
  | { state: 'known'; email: string | undefined }
  /** There is an account with this address that this start must leave alone: of someone else, disabled or removed. */
  | { state: 'taken'; email: string }
  /** None exists, and none is created without settings. */
  | { state: 'unset' }

/** Creates what a shop needs before it opens: for a look around the demo catalog and a customer, and once an admin. */
export async function prepareShop(shop: Shop, config: Config, report: (done: number, of: number) => void) {
  const { createAccount } = shop
  if (createAccount) await assertAdminPassword(shop, config)
  // Before the accounts: their passwords are printed by the start that creates them, which can be stopped while this takes its time.
  if (config.demo && !(await isDemoRemoved(shop.db)))
    await shop.inStore(() => seed(shop.db, { pictures: shop.pictures, report }))
  // In Firebase mode, the user with ADMIN_EMAIL becomes the first admin by signing in.
  const admin = createAccount && (await createFirstAdmin({ ...shop, createAccount }, config))
  const customer =
    createAccount && config.demo && !config.production
      ? await createInitialUser({ ...shop, createAccount }, 'demo-customer', {
          email: 'customer@boltyard.test',
          password: undefined,
          displayName: 'Demo Customer',
        })
      : undefined
  return { admin, customer }
}

/** Refuses an ADMIN_PASSWORD that strangers would try where an account gets it; logs a warning where one may have it already. */
async function assertAdminPassword({ db, app }: Shop, { adminEmail, adminPassword }: Config): Promise<void> {
  if (adminPassword === undefined) return
  const fault = findPasswordFault(adminPassword, adminEmail)
  if (fault === undefined) return
  if (!(await findInitialUser(db, 'first-admin')))
    throw new ConfigError(`ADMIN_PASSWORD is refused, since strangers would guess it: ${fault}`)
  app.log.warn(
    `Strangers would guess ADMIN_PASSWORD: ${fault} If the admin signs in with it, change that password in the shop.`,
  )
}

/** Returns what is wrong with a password, by the rule for all accounts. */
function findPasswordFault(password: string, email: string | undefined): string | undefined {
  try {
    assertAcceptablePassword(password, email)
    return undefined
  } catch (error) {
    if (error instanceof WireError) return error.message.replace(`${error.code} : `, '').replace(/[^.]$/, '$&.')
    throw error
  }
}

/** Creates the first admin. In production no address or password is generated, since it would be logged. */
async function createFirstAdmin(
  shop: Shop & { createAccount: CreateAccount },
  { adminEmail, adminPassword, production }: Config,
): Promise<InitialSignIn> {
  const isSet = adminEmail !== undefined && adminPassword !== undefined
  if (production && !isSet) {
    const known = await findInitialUser(shop.db, 'first-admin')
    return known ? { state: 'known', email: known.email } : { state: 'unset' }
  }
  const email = adminEmail ?? 'admin@boltyard.test'
  return createInitialUser(shop, 'first-admin', { email, password: adminPassword, displayName: 'Shop Admin' })
}

async function createInitialUser(
  shop: Shop & { createAccount: CreateAccount },
  kind: InitialUser,
  { email, password, displayName }: { email: string; password: string | undefined; displayName: string },
): Promise<InitialSignIn> {
  const { db } = shop
  const known = await findInitialUser(db, kind)
  if (known) return { state: 'known', email: known.email }

  const secret = password ?? shop.firstPassword(email)
  const account = await shop.createAccount({ email, password: secret, displayName })
  // An interrupted start may have created the account with this password; an account of another person has another one.
  if (!account.created && !(await isPasswordOf(shop, email, secret))) return { state: 'taken', email }
  const person = { uid: account.localId, email, emailVerified: true, name: displayName, photoUrl: '' }
  const user = await upsertUser(db, person).catch(leaveAlone)
  if (!user) return { state: 'taken', email }
  const isFirst =
    kind === 'first-admin'
      ? await makeFirstAdmin(db, email)
      : await db.transaction((tx) => recordInitialUser(tx, kind, user.id))
  if (!isFirst) return { state: 'known', email }
  return { state: 'created', email, password: password === undefined ? secret : undefined }
}

/** Ignores a user of this address who was removed or disabled: the shop starts all the same. */
function leaveAlone(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

async function isPasswordOf({ app }: Shop, email: string, password: string): Promise<boolean> {
  const response = await app.inject({
    method: 'POST',
    url: '/v1/accounts:signInWithPassword?key=boltyard',
    payload: { email, password, returnSecureToken: true },
  })
  return response.statusCode === 200
}
