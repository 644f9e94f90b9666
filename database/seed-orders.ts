import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { storeDay } from '#contract/time-zone.ts'
import { placeDemoOrders } from '#database/demo/orders.ts'
import type { Database } from '#server/platform/database/database.ts'
import { holdTransaction } from '#server/platform/database/hold-transaction.ts'
import { moveTime } from '#server/platform/database/move-time.ts'
import { type DemoPeople, findDemoPeople, recordDemoOrders } from '#server/setup/demo-orders.ts'

interface SeedOrdersOptions {
  databaseUrl: string
  /** Serves the calls of the shop on a database and by a clock, without mails. */
  openApp: (db: Database, now: () => Date) => Promise<DemoApp>
  now: () => Date
}

/** The server that the orders are placed at. */
export interface DemoApp {
  app: FastifyInstance
  /** Runs a step as work for the store. */
  inStore: <Result>(work: () => Promise<Result>) => Promise<Result>
  signToken: (person: DemoPeople['customer']) => Promise<string>
  /** Runs the jobs that are due. */
  runJobs: () => Promise<void>
}

const dayMs = 86_400_000

/** Of the orders of the demo; those of the seller begin with 1001. */
const firstNumber = 101

interface Charges {
  tax: boolean
  shipping: boolean
  transferDays: number
  bankDetails: string
}

/**
 * Places the orders of the demo for its customer, all or nothing, in a shop that has no orders; returns whether it did. They are placed in
 * the past, with numbers below those of the seller, and nobody is told of them.
 */
export async function seedOrders(db: Database, options: SeedOrdersOptions): Promise<boolean> {
  if (!(await findDemoPeople(db))) return false
  return holdTransaction(options.databaseUrl, async (held) => {
    await held.execute(sql`LOCK TABLE orders IN ACCESS EXCLUSIVE MODE`)
    // Another process may have been faster.
    const people = await findDemoPeople(held)
    if (!people) return false
    const time = await moveTime(
      held,
      sql`
      SELECT conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'orders'::regclass
      UNION SELECT unnest('{orders,audit_events,customer_terms}'::regclass[])`,
    )
    await held.execute(sql`CREATE SEQUENCE moved_time.numbers START ${sql.raw(String(firstNumber))}`)
    await held.execute(sql`ALTER TABLE orders ALTER COLUMN number SET DEFAULT nextval('moved_time.numbers')`)
    const stopCharging = await charge(held)
    await placeOrders(held, people, time.set, options)
    // Nobody is told of them.
    await held.execute(sql`DELETE FROM order_confirmations`)
    await held.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
    await moveOpeningStock(held)
    await stopCharging()
    await held.execute(sql`ALTER TABLE orders ALTER COLUMN number SET DEFAULT nextval('order_numbers')`)
    await time.end()
    await recordDemoOrders(held)
    return true
  })
}

/** Dates the opening stock of what was ordered to the day before the first order, so that the history of a product reads in order. */
async function moveOpeningStock(db: Database): Promise<void> {
  await db.execute(sql`ALTER TABLE stock_movements DISABLE TRIGGER stock_movements_stay`)
  await db.execute(sql`
    UPDATE stock_movements SET moved_at = (SELECT min(placed_at) FROM orders) - interval '1 day'
    WHERE kind = 'opening' AND product_id IN (SELECT product_id FROM order_lines)`)
  await db.execute(sql`ALTER TABLE stock_movements ENABLE TRIGGER stock_movements_stay`)
}

/** Offers in this transaction what the demo's shop has not switched on: tax, delivery and bank transfers; returns what ends that. */
async function charge(db: Database): Promise<() => Promise<void>> {
  const { rows } = await db.execute<Charges & Record<string, unknown>>(sql`
    SELECT tax.enabled AS tax, shipping.enabled AS shipping, transfer_days AS "transferDays", bank_details AS "bankDetails"
    FROM tax_settings tax, shipping_settings shipping, store`)
  const [before] = rows
  if (!before) throw new Error('The shop has no settings.')
  const set = async ({ tax, shipping, transferDays, bankDetails }: Charges) => {
    await db.execute(sql`UPDATE tax_settings SET enabled = ${tax}`)
    await db.execute(sql`UPDATE shipping_settings SET enabled = ${shipping}`)
    await db.execute(sql`UPDATE store SET transfer_days = ${transferDays}, bank_details = ${bankDetails}`)
  }
  await set({ tax: true, shipping: true, transferDays: 30, bankDetails: 'Demo Bank · account 000 000 000' })
  return () => set(before)
}

async function placeOrders(
  db: Database,
  people: DemoPeople,
  setTime: (time: Date) => Promise<void>,
  { openApp, now }: SeedOrdersOptions,
): Promise<void> {
  const start = now()
  let time = start
  const { app, inStore, signToken, runJobs } = await openApp(db, () => time)
  const { rows } = await db.execute<{ id: string; sku: string }>(
    sql`SELECT id, sku FROM products WHERE sku IS NOT NULL`,
  )
  const [{ country } = { country: '' }] = (await db.execute<{ country: string }>(sql`SELECT country FROM tax_settings`))
    .rows
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]))
  const callAs =
    (person: DemoPeople['customer']) =>
    async <Answer>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) => {
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${await signToken(person)}` },
        ...(body && { payload: body }),
      })
      if (answer.statusCode !== 200) throw new Error(`${method} ${url} of the demo was refused: ${answer.body}`)
      return answer.json<Answer>()
    }
  try {
    await inStore(() =>
      placeDemoOrders({
        async at(daysAgo) {
          time = new Date(start.getTime() - daysAgo * dayMs)
          await setTime(time)
          await runJobs()
        },
        asBuyer: callAs(people.customer),
        asStaff: callAs(people.admin),
        customerId: people.customer.userId,
        country: country === 'DE' ? 'DE' : 'US',
        productId: (sku) => ids.get(sku) ?? sku,
        today: () => storeDay(time),
      }),
    )
  } finally {
    await app.close()
  }
}
