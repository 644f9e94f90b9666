import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { GivenPermission } from '#contract/permissions.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  /** SHA-256 of the secret, hexadecimal. */
  hash: text('hash').notNull(),
  scopes: text('scopes').array().$type<GivenPermission[]>().notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at'),
  lastUsedAt: timestamptz('last_used_at'),
  revokedAt: timestamptz('revoked_at'),
})
