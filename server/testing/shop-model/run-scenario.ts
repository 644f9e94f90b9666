import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { createCustomer } from '#server/testing/create-customer.ts'
import { people, settle, type Step } from './commands.ts'
import { assertEqualsModel } from './invariants.ts'
import { apply, type Command, type Model, type Outcome, tradeBuyer } from './model.ts'
import { performCommand } from './perform-command.ts'
import type { ScenarioState, ShopPair } from './shop-pair.ts'

/** Performs a scenario; throws where the shop answers or shows anything but what the model expects. */
export async function runScenario(shop: ShopPair, steps: readonly Step[]): Promise<void> {
  const state = await begin(shop)
  for (const step of steps) await runStep(shop, state, step)
  await assertEqualsModel(shop, state)
}

async function begin(shop: ShopPair): Promise<ScenarioState> {
  const model: Model = { charged: shop.charged, people: {}, products: {}, orders: {}, parcels: {}, reviews: {} }
  const state: ScenarioState = { models: [model], people: {}, ids: {}, commands: 0, everAdmin: new Set(['Cem']) }
  for (const name of people) {
    const { id, email } = await createCustomer(shop.first, `${name.toLowerCase()}-${crypto.randomUUID()}`)
    const role = name === 'Cem' ? 'admin' : 'customer'
    if (role === 'admin') await shop.first.db.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${id}`)
    if (name === tradeBuyer) await shop.addToTrade(id)
    state.people[name] = { id, email, token: '', secret: `secret-of-${crypto.randomUUID()}` }
    state.models[0]!.people[name] = { role, access: 'signed-out' }
    await runStep(shop, state, [{ who: name, do: 'sign-in' }])
  }
  await runStep(shop, state, [{ who: 'Cem', do: 'add-product', available: 6, minimum: 1, cents: 500 }])
  return state
}

/** Runs a step; two concurrent commands must have the result of one of their orders. */
async function runStep(shop: ShopPair, state: ScenarioState, step: Step): Promise<void> {
  const commands = step.flatMap((plan) => settle(plan, state.models[0]!, `thing-${++state.commands}`) ?? [])
  for (const command of commands) if (command.do === 'make-admin') state.everAdmin.add(command.whom)
  const found = (await Promise.all(commands.map((command) => performCommand(shop, state, command)))).join(', ')
  const expected = state.models.flatMap((model) => inEveryOrder(commands).map((order) => applyAll(model, order)))
  const wanted = expected.map(({ outcomes }) => commands.map((command) => outcomes.get(command)).join(', '))
  const fitting = expected.filter((_, index) => wanted[index] === found)
  assert.ok(fitting.length > 0, `${JSON.stringify(commands)} came to ${found}, not to ${wanted.join(' or ')}`)
  state.models = [...new Map(fitting.map(({ model }) => [serialize(model), model])).values()]
}

/** Serializes a model; equal for equal states, whatever their history. */
function serialize(model: Model): string {
  const { charged: _, ...all } = model
  const lines = Object.values(all).map((things) =>
    Object.entries(things)
      .map((entry) => JSON.stringify(entry))
      .sort(),
  )
  return JSON.stringify(lines)
}

function inEveryOrder(commands: readonly Command[]): (readonly Command[])[] {
  return commands.length < 2 ? [commands] : [commands, commands.toReversed()]
}

/** Applies commands one after the other. */
function applyAll(start: Model, commands: readonly Command[]): { outcomes: Map<Command, Outcome>; model: Model } {
  let model = start
  const outcomes = new Map<Command, Outcome>()
  for (const command of commands) {
    const { outcome, after } = apply(model, command)
    outcomes.set(command, outcome)
    model = after
  }
  return { outcomes, model }
}
