import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import { createAccountAccess } from '#server/composition/account-access.ts'
import { runAccountCommand } from '#server/accounts/account-command.ts'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

/** Runs the command and returns its output; `answers` are typed at the prompts. */
async function run(args: string[], responses?: string[], env: Record<string, string> = {}): Promise<string> {
  const output: string[] = []
  const config = readConfig({ DATA_DIR: shop.dataDirectory, ...env })
  const ask =
    responses &&
    ((question: string) => {
      output.push(question)
      return Promise.resolve(responses.shift() ?? '')
    })
  const print = (message: string) => void output.push(message)
  const accounts = createAccountAccess(shop.db, config, print)
  await runAccountCommand(args, { db: shop.db, print, prompt: ask, accounts })
  return output.join('\n')
}

const look = async ({ email, token }: { email: string; token: string }) =>
  (await shop.call('GET', `/user?email=${email}`, { token })).status

test('an account is shown, and changed after a confirmation; tokens are revoked at once and the log names the command line', async () => {
  const ann = await shop.signUp('ann')
  assert.match(
    await run([ann.email]),
    /E-mail: +ann@customer\.test, not verified\n[^]*Ways in: +password \(ann@customer\.test\)/,
  )
  assert.match(await run([ann.email, 'disable'], ['no']), /Lock ann@customer\.test out\?[^]*Nothing was changed/)
  assert.equal(await look(ann), 200)
  assert.match(await run([ann.email, 'disable'], ['yes']), /ann@customer\.test is locked out/)
  assert.equal(await look(ann), 401)
  assert.match(await run([ann.email]), /Disabled: +since 20/)
  await run([ann.email, 'enable', '--yes'])
  const again = await shop.signIn(ann)
  await run([ann.email, 'sign-out', '--yes'])
  assert.equal(await look(again), 401)
  assert.match(await run([ann.email, 'reset-password', '--yes']), /it is in the outbox/)

  const { body } = await shop.call<AuditEvent[]>('GET', `/audit-log?q=${ann.email}`, { token: shop.admin.token })
  assert.deepEqual(
    body.map(({ kind, by, from }) => [kind, by, from]).slice(0, 4),
    ['password-reset-sent', 'signed-out-by-admin', 'account-enabled', 'account-disabled'].map((kind) => [
      kind,
      undefined,
      undefined,
    ]),
  )
})

test('a mail is left to the jobs of the shop where a mail server is set', async () => {
  const bob = await shop.signUp('bob')
  await run([bob.email, 'reset-password', '--yes'], undefined, { SMTP_URL: 'smtp://127.0.0.1:9' })
  const { rows } = await shop.db.execute(sql`
    SELECT queued_at IS NOT NULL AS queued FROM outbox WHERE recipient = ${bob.email} AND kind = 'reset-password'`)
  assert.deepEqual(rows, [{ queued: true }])
})

test('a mail of the command has the links to the legal texts, as all others', async () => {
  const eve = await shop.signUp('eve')
  const headers = { token: shop.admin.token }
  const path = '/legal-drafts/privacy/en'
  const saved = await shop.call<{ revision: number }>('PUT', path, {
    ...headers,
    body: { text: 'We keep little.', revision: 0 },
  })
  const published = await shop.call('POST', `${path}/publish`, { ...headers, body: { revision: saved.body.revision } })
  assert.equal(published.status, 200)
  await run([eve.email, 'reset-password', '--yes'])
  const { rows } = await shop.db.execute<{ mail: string }>(sql`
    SELECT outbox::text AS mail FROM outbox WHERE recipient = ${eve.email} AND kind = 'reset-password'`)
  assert.match(rows[0]?.mail ?? '', /\/legal\/privacy/)
})

test('an account that never entered the shop is found, too', async () => {
  const email = 'half@customer.test'
  const { status } = await shop.call('POST', '/v1/accounts:signUp?key=boltyard', {
    body: { email, password: 'torque wrench 42' },
  })
  assert.equal(status, 200)
  assert.match(
    await run([email]),
    /User: +none: the account never entered the shop[^]*Ways in: +password \(half@customer\.test\)/,
  )
  await run([email, 'disable', '--yes'])
  assert.match(await run([email]), /Disabled: +since 20[^]*Sessions: +0/)
  await run([email, 'enable', '--yes'])
  assert.match(await run([email, 'reset-password', '--yes']), /it is in the outbox/)
  await assert.rejects(run([email, 'free-phone', '--yes']), /has nothing to change/)
})

test('the only second factor needs no id, and of several the command asks which', async () => {
  const cem = await shop.signUp('cem')
  const add = (id: string, number: string) =>
    shop.db.execute(sql`
      INSERT INTO identity.second_factors (enrollment_id, local_id, kind, phone_number, enrolled_at)
      VALUES (${id}, ${cem.uid}, 'phone', ${number}, now())`)
  await add('first', '+15555550100')
  await add('second', '+15555550101')
  await assert.rejects(run([cem.email, 'remove-second-factor', '--yes']), /Say which: first, second/)
  await run([cem.email, 'remove-second-factor', 'first', '--yes'])
  await run([cem.email, 'remove-second-factor', '--yes'])
  await assert.rejects(run([cem.email, 'remove-second-factor', '--yes']), { code: 'second-factor-not-found' })
})

test('an impossible action prints an error message', async () => {
  await assert.rejects(run([]), ConfigError)
  await assert.rejects(run(['nobody@customer.test']), { code: 'user-not-found' })
  await assert.rejects(run([shop.admin.email, 'explode']), ConfigError)
  await assert.rejects(run([shop.admin.email, '--force']), ConfigError)
  await assert.rejects(run([shop.admin.email, 'disable']), /add --yes/)
  await assert.rejects(run([shop.admin.email, 'disable', '--yes']), { code: 'last-admin' })
  await assert.rejects(run([shop.admin.email, 'free-phone', '--yes']), { code: 'no-phone-number' })
  const firebase = { FIREBASE_API_KEY: 'key', FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com', FIREBASE_PROJECT_ID: 'x' }
  await assert.rejects(run([shop.admin.email, 'sign-out', '--yes'], undefined, firebase), { code: 'account-elsewhere' })
  assert.match(
    await run([shop.admin.email], undefined, firebase),
    /in a Firebase project: manage it in the Firebase console/,
  )
})
