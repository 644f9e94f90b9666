import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { seed } from '#database/seed.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { enrolUser } from '#server/accounts/enrol-user.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import type { Shop } from '#server/open-shop.ts'
import type { Config } from '#server/platform/config.ts'

/** A way in, to be shown once to whoever started the shop; the password is undefined when its owner knows it. */
export interface Entrance {
  email: string
  password: string | undefined
}

/** What a shop needs before its doors open: an admin, and for a look around a customer and the demo catalogue. */
export async function prepareShop(shop: Shop, config: Config, report: (done: number, of: number) => void) {
  const admin = await openEntrance(shop, config.adminEmail ?? 'admin@boltyard.test', config.adminPassword, 'admin')
  const customer =
    config.demo && !config.production
      ? await openEntrance(shop, 'customer@boltyard.test', undefined, 'customer')
      : undefined
  if (config.demo) await seed(shop.db, { mediaDirectory: shop.mediaDirectory, report })
  return { admin, customer }
}

async function openEntrance(
  { app, db }: Shop,
  email: string,
  password: string | undefined,
  role: 'admin' | 'customer',
): Promise<Entrance> {
  const [existing] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.removedAt)))
  if (existing) {
    if (role === 'admin') await makeAdmin(db, email, undefined)
    return { email, password: undefined }
  }
  const secret = password ?? randomBytes(9).toString('base64url')
  const uid = await signUp(app, email, secret)
  const name = role === 'admin' ? 'Shop Admin' : 'Demo Customer'
  await enrolUser(db, { uid, email, emailVerified: true, name, photoUrl: '' })
  if (role === 'admin') await makeAdmin(db, email, undefined)
  return { email, password: password === undefined ? secret : undefined }
}

/** Opens the account at the identity provider over its wire, or proves that it is ours; answers its uid. */
async function signUp(app: FastifyInstance, email: string, password: string): Promise<string> {
  const ask = async (verb: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/accounts:${verb}?key=boltyard`,
      payload: { email, password, returnSecureToken: true },
    })
    return answer.json<{ localId?: string; error?: { message: string } }>()
  }
  const created = await ask('signUp')
  const account = created.error?.message === 'EMAIL_EXISTS' ? await ask('signInWithPassword') : created
  if (account.localId === undefined) {
    throw new Error(
      `The account of ${email} could not be opened (${account.error?.message ?? 'no answer'}). Check ADMIN_EMAIL and ADMIN_PASSWORD: if the account exists, the password must be its own.`,
    )
  }
  return account.localId
}
