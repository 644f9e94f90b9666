import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { GivenPermission } from '#contract/permissions.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const staffRoles = pgTable('staff_roles', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  permissions: text('permissions').array().$type<GivenPermission[]>().notNull(),
  /** Set for a role that comes with the shop and never changes. */
  builtIn: text('built_in', { enum: ['catalog', 'orders', 'support'] }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
