import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import type { TestShop } from '#server/testing/open-test-shop.ts'

type IdentityResponse = Record<string, string> & { error?: { message: string } }

/** Calls a verb of the shop's identity service, whatever it answers. */
export const callIdentity = (shop: TestShop, verb: string, body: object) =>
  shop.call<IdentityResponse>('POST', `/v1/accounts:${verb}?key=boltyard`, { body })

/** Calls a verb of the shop's identity service; a refusal fails the test. */
export async function requestIdentity(shop: TestShop, verb: string, body: object): Promise<Record<string, string>> {
  const response = await callIdentity(shop, verb, body)
  assert.equal(response.status, 200, `${verb}: ${response.body.error?.message}`)
  return response.body
}

/** Returns the mails to an address, the newest first. */
export async function mailsTo(shop: TestShop, recipient: string): Promise<{ kind: string; text: string }[]> {
  const { rows } = await shop.db.execute<{ kind: string; text: string }>(sql`
    SELECT kind, text_body AS text FROM outbox WHERE recipient = ${recipient} ORDER BY id DESC`)
  return rows
}

/** Returns the code in the newest mail of a kind to an address. */
export async function mailedCode(shop: TestShop, kind: string, recipient: string): Promise<string> {
  const mail = (await mailsTo(shop, recipient)).find((one) => one.kind === kind)
  return /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Verifies the address of a signed-in user, by the mailed link. */
export async function verifyAddress(
  shop: TestShop,
  { idToken, email }: { idToken: string; email: string },
): Promise<void> {
  await requestIdentity(shop, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await requestIdentity(shop, 'update', { oobCode: await mailedCode(shop, 'verify-email', email) })
}

/** Moves an account to another address, by the mailed link. */
export async function changeEmailAddress(
  shop: TestShop,
  { idToken }: { idToken: string },
  newEmail: string,
): Promise<void> {
  await requestIdentity(shop, 'sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail })
  await requestIdentity(shop, 'update', { oobCode: await mailedCode(shop, 'change-email', newEmail) })
}
