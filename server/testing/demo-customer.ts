import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { signAccessToken } from '#server/identity/access-token.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** Signs the demo customer in. */
export async function signInDemoCustomer(shop: TestShop): Promise<{ token: string }> {
  const { rows } = await shop.db.execute<{ userId: string; version: number }>(sql`
    SELECT id AS "userId", token_version AS version FROM users WHERE id = (SELECT value::uuid FROM shop_facts WHERE name = 'demo-customer')`)
  const [claims] = rows
  assert.ok(claims)
  return { token: await signAccessToken(shop.secrets.accessTokenKey, claims, new Date()) }
}
