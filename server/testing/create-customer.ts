import { upsertUser } from '#server/accounts/upsert-user.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** Creates a customer without an account at the identity provider, which saves the password hashing. */
export async function createCustomer(shop: TestShop, name: string, { emailVerified = true } = {}) {
  const email = `${name}@crowd.test`
  const user = await upsertUser(shop.db, { uid: `uid-${name}`, email, emailVerified, name, photoUrl: '' })
  const claims = { userId: user.id, version: user.tokenVersion }
  return { id: user.id, email, token: await signAccessToken(shop.secrets.accessTokenKey, claims, new Date()) }
}
