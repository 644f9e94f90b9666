import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tool } from '#contract/catalog.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { maxWrongCodes } from '#server/pricing/discounts/limit-wrong-codes.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
let other: TestShop
let product: Tool
before(async () => {
  shop = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  // Another process on the same database.
  other = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }, sharing: shop })
  product = await shop.addProduct()
  const body = { name: 'Spring', kind: 'percent', value: 10, code: 'SPRING' }
  assert.equal((await shop.call('POST', '/discounts', { token: shop.admin.token, body })).status, 200)
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

interface Caller {
  token?: string
  ip: string
}

async function quote({ token, ip }: Caller, code: string | undefined, at = shop) {
  const lines = [{ productId: product._id, quantity: 1 }]
  const headers = { 'x-forwarded-for': ip }
  const {
    status,
    body,
    headers: answered,
  } = await at.call<ProblemBody>('POST', '/order-quote', {
    ...(token === undefined ? {} : { token }),
    headers,
    body: { lines, ...(code === undefined ? {} : { code }) },
  })
  return {
    outcome: status === 200 ? 'ok' : body.code,
    wait: Number(answered.get('retry-after')),
    message: body.message,
  }
}

/** Tries wrong codes, ten at once, at both processes in turn; returns how many of them were looked up. */
async function guess(count: number, callerOf: (index: number) => Caller): Promise<number> {
  let lookedUp = 0
  for (let from = 0; from < count; from += 10) {
    const tries = Array.from({ length: Math.min(10, count - from) }, (_, index) =>
      quote(callerOf(from + index), `GUESS${from + index}`, index % 2 ? other : shop),
    )
    for (const { outcome } of await Promise.all(tries)) {
      assert.match(outcome, /^discount-(code-unknown|too-many-codes)$/)
      if (outcome === 'discount-code-unknown') lookedUp += 1
    }
  }
  return lookedUp
}

// security 10
test('wrong discount codes of an account are counted by all processes, right ones are not', async () => {
  const { token } = await createCustomer(shop, 'guesser')
  const caller = { token, ip: '198.51.100.1' }
  for (let times = 0; times <= maxWrongCodes.account; times++)
    assert.equal((await quote(caller, ' spring ')).outcome, 'ok')
  assert.equal(await guess(maxWrongCodes.account + 10, () => caller), maxWrongCodes.account)

  const refused = await quote({ ...caller, ip: '198.51.100.2' }, 'SPRING')
  assert.equal(refused.outcome, 'discount-too-many-codes', 'a right code is not found by guesses above the limit')
  assert.match(refused.message, /^Too many discount codes were wrong\. Wait \d+ min to enter/)
  assert.ok(refused.wait > 0 && refused.wait <= 900)
  assert.equal((await quote(caller, undefined)).outcome, 'ok')
  const colleague = await createCustomer(shop, 'colleague')
  assert.equal((await quote({ token: colleague.token, ip: caller.ip }, 'SPRING')).outcome, 'ok')
})

// security 10
test('wrong discount codes of visitors are counted by their network', async () => {
  const caller = (index: number) => ({ ip: `2001:db8:7:7${(index % 10) + 10}::${index + 1}` })
  assert.equal(await guess(maxWrongCodes.network + 10, caller), maxWrongCodes.network)
  assert.equal((await quote({ ip: '2001:db8:7:7ff:1::1' }, 'SPRING')).outcome, 'discount-too-many-codes')
  assert.equal((await quote({ ip: '2001:db8:7:800::1' }, 'SPRING')).outcome, 'ok')

  const { token } = await createCustomer(shop, 'neighbor')
  const neighbor = { token, ip: '2001:db8:7:7ff:1::1' }
  assert.equal((await quote(neighbor, 'SPRING')).outcome, 'ok', 'wrong codes of visitors are not those of accounts')
})
