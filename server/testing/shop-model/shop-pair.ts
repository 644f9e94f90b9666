import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Order } from '#contract/orders.ts'
import { chargeOrders } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { assertPrivate } from './invariants.ts'
import type { Model, Outcome } from './model.ts'

interface Person {
  id: string
  email: string
  token: string
  /** Occurs only in what this person and admins may read. */
  secret: string
}

/** Holds the state of a scenario, and the ids of the model's objects. */
export interface ScenarioState {
  /** The possible states: several if concurrent commands can have run in either order. */
  models: Model[]
  people: Record<string, Person>
  ids: Record<string, string>
  commands: number
  /** Anyone who was an admin at some time may have read the data of others. */
  everAdmin: Set<string>
}

export interface ApiResponse {
  status: number
  body: { code?: Outcome; _id?: string; order?: Order; shipment?: { _id: string }; clientSecret?: string }
}

/** Runs two processes of a shop on one database, which take turns. */
export class ShopPair {
  readonly first: TestShop
  readonly #second: TestShop
  readonly charged: boolean
  /** An admin outside of all scenarios. */
  readonly onlooker: { token: string }
  #calls = 0

  /** Opens a shop that charges nothing but its prices; `charged` gives it own prices, a discount, shipping and tax. */
  static async open({ charged = false } = {}): Promise<ShopPair> {
    const env = {
      // The provider sends no events, so that every effect has a command.
      SANDBOX_EVENTS: 'drop',
      // Only accounts of an outside identity provider are deleted by a call of the shop.
      FIREBASE_API_KEY: 'AIza-test',
      FIREBASE_AUTH_DOMAIN: 'model.firebaseapp.test',
      FIREBASE_PROJECT_ID: 'model',
    }
    // Prints the error behind a 500.
    const log = pino({ level: 'error' }, pino.destination(2))
    const first = await openTestShop({ env, log })
    const onlooker = await createCustomer(first, 'onlooker')
    await first.db.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${onlooker.id}`)
    if (charged) await chargeEverything(first, onlooker)
    return new ShopPair(first, await openTestShop({ env, log, sharing: first }), onlooker, charged)
  }

  private constructor(first: TestShop, second: TestShop, onlooker: { token: string }, charged: boolean) {
    this.first = first
    this.charged = charged
    this.#second = second
    this.onlooker = onlooker
  }

  async close(): Promise<void> {
    await this.#second[Symbol.asyncDispose]()
    await this.first[Symbol.asyncDispose]()
  }

  /** Gives a customer the own prices of a shop that charges. */
  async addToTrade(userId: string): Promise<void> {
    await this.first.db.execute(
      sql`INSERT INTO group_members (group_id, user_id) SELECT id, ${userId} FROM customer_groups`,
    )
  }

  /** Returns the process whose turn it is. */
  next(): TestShop {
    this.#calls += 1
    return this.#calls % 2 === 0 ? this.first : this.#second
  }

  /** Calls the shop as a person of the scenario; throws if the response shows what belongs to another. */
  async call(
    state: ScenarioState,
    who: string,
    { method, path, body, headers = {} }: CallOptions,
  ): Promise<ApiResponse> {
    const { token } = state.people[who]!
    const response = await this.next().call<ApiResponse['body']>(method, path, { token, body, headers })
    assert.ok(response.status < 500, `${method} ${path} answered ${response.status} ${JSON.stringify(response.body)}`)
    assertPrivate(state, who, JSON.stringify(response.body), path)
    return response
  }
}

async function chargeEverything(shop: TestShop, { token }: { token: string }): Promise<void> {
  await chargeOrders(shop)
  await shop.db.execute(sql`
    WITH trade AS (INSERT INTO customer_groups (name) VALUES ('Trade') RETURNING id)
    INSERT INTO price_lists (name, group_id, active, adjust_percent) SELECT 'Trade prices', id, true, -10 FROM trade`)
  const body = { name: 'A tenth', kind: 'percent', value: 10, minimum: 20 }
  const { status } = await shop.call('POST', '/discounts', { token, body })
  assert.equal(status, 200)
}

interface CallOptions {
  method: string
  path: string
  body?: object | undefined
  headers?: Record<string, string> | undefined
}
