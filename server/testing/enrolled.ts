import { enrolUser } from '#server/accounts/enrol-user.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** A customer without an account at the identity provider: as many as a test needs, at no cost of password hashing. */
export async function enrolled(shop: TestShop, name: string) {
  const email = `${name}@crowd.test`
  const user = await enrolUser(shop.db, { uid: `uid-${name}`, email, emailVerified: true, name, photoUrl: '' })
  const claims = { userId: user.id, version: user.tokenVersion }
  return { id: user.id, email, token: await signAccessToken(shop.secrets.accessTokenKey, claims, new Date()) }
}
