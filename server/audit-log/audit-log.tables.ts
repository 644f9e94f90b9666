import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditEvent, AuditKind } from '#contract/audit-log.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores audit events; a trigger rejects updates and deletes. */
export const auditEvents = pgTable('audit_events', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  happenedAt: timestamptz('happened_at').notNull().defaultNow(),
  actorId: uuid('actor_id'),
  /** The API key with which the actor did it. */
  apiKeyId: uuid('api_key_id'),
  fromAddress: text('from_address'),
  kind: text('kind').$type<AuditKind>().notNull(),
  subjectType: text('subject_type').$type<AuditEvent['subject']['type']>().notNull(),
  subjectId: text('subject_id').notNull(),
  before: jsonb('before').$type<Record<string, unknown>>(),
  after: jsonb('after').$type<Record<string, unknown>>(),
})
