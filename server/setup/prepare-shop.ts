import type { FastifyInstance } from 'fastify'
import { openInCountry } from '#server/setup/open-in-country.ts'
import { isDemoRemoved } from '#server/setup/demo-rows.ts'
import { upsertUser } from '#server/accounts/upsert-user.ts'
import { findInitialUser, type InitialUser, recordInitialUser } from '#server/accounts/initial-users.ts'
import { makeFirstAdmin } from '#server/accounts/make-admin.ts'
import type { InitialSignIn, InitialUsers } from '#server/setup/describe-initial-users.ts'
import type { InStore } from '#server/platform/current-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { Problem } from '#server/platform/http/problem.ts'

interface ShopToPrepare {
  app: FastifyInstance
  db: Database
  inStore: InStore
  /** Adds the makes and models with which a shop begins, unless it has some. */
  seedVehicles: () => Promise<void>
  /** Adds the demo catalog, unless it is there. */
  seedDemo: (report: (done: number, of: number) => void) => Promise<unknown>
  /** Adds the orders of the demo's customer to a shop that has none. */
  seedDemoOrders: () => Promise<unknown>
  firstPassword: (email: string) => string
  /** Undefined where a Firebase project has the accounts. */
  ownAccounts: OwnAccounts | undefined
}

/** Opens accounts without mail or waiting. */
export interface OwnAccounts {
  /** Creates an account; `created` is false if there was one with this e-mail. */
  create(
    this: void,
    person: { email: string; password: string; displayName: string },
  ): Promise<{ localId: string; created: boolean }>
  /** Returns what is wrong with a password, by the rule for all accounts. */
  findPasswordFault(this: void, password: string, email: string | undefined): string | undefined
}

type ShopWithAccounts = ShopToPrepare & { ownAccounts: OwnAccounts }

/** Creates what a shop needs before it opens: vehicles, for a look around the demo catalog and a customer, and once an admin. */
export async function prepareShop(
  shop: ShopToPrepare,
  config: Config,
  report: (done: number, of: number) => void,
): Promise<InitialUsers> {
  const { ownAccounts } = shop
  if (ownAccounts) await assertAdminPassword({ ...shop, ownAccounts }, config)
  await shop.seedVehicles()
  // Before the accounts: their passwords are printed by the start that creates them, which can be stopped while this takes its time.
  if (config.demo && !(await isDemoRemoved(shop.db))) await shop.inStore(() => shop.seedDemo(report))
  if (config.storeCountry !== undefined)
    await shop.inStore(() =>
      openInCountry(shop.db, { country: config.storeCountry ?? '', language: config.storeLanguage }),
    )
  // In Firebase mode, the user with ADMIN_EMAIL becomes the first admin by signing in.
  const admin = ownAccounts && (await createFirstAdmin({ ...shop, ownAccounts }, config))
  const customer =
    ownAccounts && config.demo && !config.production
      ? await createInitialUser({ ...shop, ownAccounts }, 'demo-customer', {
          email: 'customer@boltyard.test',
          password: undefined,
          displayName: 'Demo Customer',
        })
      : undefined
  // Without them, there is less to look at, but the shop works.
  if (customer)
    await shop
      .seedDemoOrders()
      .catch((error: unknown) => shop.app.log.warn(error, 'the demo has no orders: they could not be placed'))
  return { admin, customer }
}

/** Refuses an ADMIN_PASSWORD that strangers would try where an account gets it; logs a warning where one may have it already. */
async function assertAdminPassword(
  { db, app, ownAccounts }: ShopWithAccounts,
  { adminEmail, adminPassword }: Config,
): Promise<void> {
  if (adminPassword === undefined) return
  const fault = ownAccounts.findPasswordFault(adminPassword, adminEmail)
  if (fault === undefined) return
  if (!(await findInitialUser(db, 'first-admin')))
    throw new ConfigError(`ADMIN_PASSWORD is refused, since strangers would guess it: ${fault}`)
  app.log.warn(
    `Strangers would guess ADMIN_PASSWORD: ${fault} If the admin signs in with it, change that password in the shop.`,
  )
}

/** Creates the first admin. In production no address or password is generated, since it would be logged. */
async function createFirstAdmin(
  shop: ShopWithAccounts,
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
  shop: ShopWithAccounts,
  kind: InitialUser,
  { email, password, displayName }: { email: string; password: string | undefined; displayName: string },
): Promise<InitialSignIn> {
  const { db } = shop
  const known = await findInitialUser(db, kind)
  if (known) return { state: 'known', email: known.email }

  const secret = password ?? shop.firstPassword(email)
  const account = await shop.ownAccounts.create({ email, password: secret, displayName })
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

async function isPasswordOf({ app }: ShopToPrepare, email: string, password: string): Promise<boolean> {
  const response = await app.inject({
    method: 'POST',
    url: '/v1/accounts:signInWithPassword?key=boltyard',
    payload: { email, password, returnSecureToken: true },
  })
  return response.statusCode === 200
}
