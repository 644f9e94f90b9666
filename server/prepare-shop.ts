import type { FastifyInstance } from 'fastify'
import { seed } from '#database/seed.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { livingUser } from '#server/accounts/find-user.ts'
import { enrolUser } from '#server/accounts/enrol-user.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import type { OpenAccount } from '#server/open-identity.ts'
import type { Shop } from '#server/open-shop.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'

/** A way in, to be shown once to whoever started the shop; the password is undefined when its owner knows it. */
export interface Entrance {
  email: string
  password: string | undefined
}

/** What a shop needs before its doors open: an admin, and for a look around a customer and the demo catalogue. */
export async function prepareShop(shop: Shop, config: Config, report: (done: number, of: number) => void) {
  const { openAccount } = shop
  // Where accounts are not ours to open, ADMIN_EMAIL becomes the admin by signing in.
  const admin =
    openAccount &&
    (await openEntrance(
      { ...shop, openAccount },
      config.adminEmail ?? 'admin@boltyard.test',
      config.adminPassword,
      'admin',
    ))
  const customer =
    openAccount && config.demo && !config.production
      ? await openEntrance({ ...shop, openAccount }, 'customer@boltyard.test', undefined, 'customer')
      : undefined
  if (config.demo) await seed(shop.db, { pictures: shop.pictures, report })
  return { admin, customer }
}

async function openEntrance(
  shop: Shop & { openAccount: OpenAccount },
  email: string,
  password: string | undefined,
  role: 'admin' | 'customer',
): Promise<Entrance> {
  const { db } = shop
  const [existing] = await db.select().from(users).where(livingUser(email))
  if (existing && (role === 'customer' || existing.role === 'admin')) return { email, password: undefined }

  const secret = password ?? shop.firstPassword(email)
  const displayName = role === 'admin' ? 'Shop Admin' : 'Demo Customer'
  const account = await shop.openAccount({ email, password: secret, displayName })
  // Somebody else may have signed up with this address: whoever is to run the shop must know its password.
  if (!account.created) await provePassword(shop.app, email, secret)
  await enrolUser(db, { uid: account.localId, email, emailVerified: true, name: displayName, photoUrl: '' })
  if (role === 'admin') await makeAdmin(db, email, undefined)
  return { email, password: password === undefined ? secret : undefined }
}

async function provePassword(app: FastifyInstance, email: string, password: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/accounts:signInWithPassword?key=boltyard',
    payload: { email, password, returnSecureToken: true },
  })
  if (answer.statusCode === 200) return
  throw new ConfigError(
    `There is an account of ${email} already, and its password is another one. Set ADMIN_PASSWORD to it, or sign in as an admin and use: npm run shop -- make-admin ${email}`,
  )
}
