import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { addProduct } from '#server/catalog/add-product.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import type { Command } from './commands.ts'
import { findViolations } from './invariants.ts'
import type { Model } from './model.ts'
import { performCommand, priceCents } from './perform-command.ts'
import { agePayments, passTimeAtProvider, repeatEvents } from './provider-events.ts'
import { retry, type ShopProcesses } from './shop-processes.ts'

/** Performs the commands for a new buyer and product, lets everything come to rest, and asserts the invariants. */
export async function runScenario(shop: ShopProcesses, commands: readonly Command[]): Promise<void> {
  const model = await begin(shop)
  for (const command of commands) await performCommand(shop, model, command)
  assert.deepEqual(await comeToRest(shop, model), [])
}

async function begin(shop: ShopProcesses): Promise<Model> {
  const number = await shop.beginScenario()
  const product = {
    name: `Part ${number} ${crypto.randomUUID()}`,
    description: 'Made for a test.',
    imageUrl: '/media/test/960.webp',
    priceCents,
    minimumQuantity: 1,
    availableQuantity: 4,
  }
  const buyer = await retry(() => createCustomer(shop.first, `buyer-${number}`))
  const { id: productId } = await retry(() => addProduct(shop.first.db, product, undefined))
  return { buyer, productId, orders: [] }
}

/** Lets an hour pass with retries and reconciliation, until no invariant is violated; returns those that stay so. */
async function comeToRest(shop: ShopProcesses, model: Model): Promise<string[]> {
  for (const order of model.orders) await passTimeAtProvider(shop, order)
  let violations: string[] = []
  for (let round = 0; round < 6; round += 1) {
    // Payments without events are found by reconciliation; the provider retries its own events.
    for (const order of model.orders) await repeatEvents(shop, order)
    await agePayments(shop, model)
    await shop.runJob(reconcilePayments)
    violations = await findViolations(shop.pool, model)
    if (violations.length === 0) break
    await delay(30 * 2 ** round)
  }
  return violations
}
