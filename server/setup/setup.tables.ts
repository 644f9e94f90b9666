import { bigint, boolean, pgTable } from 'drizzle-orm/pg-core'

/** Stores in one row what the switch of selling has switched on. */
export const sellingSwitch = pgTable('selling_switch', {
  id: boolean('id').primaryKey().default(true),
  isOn: boolean('is_on').notNull().default(false),
  setTax: boolean('set_tax').notNull().default(false),
  setShipping: boolean('set_shipping').notNull().default(false),
  priceListIds: bigint('price_list_ids', { mode: 'number' }).array().notNull().default([]),
})
