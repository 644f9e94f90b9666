import { sql } from 'drizzle-orm'

/** Selects what a person did, and what was done with the account. */
export const auditData = {
  acts: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('kind', kind, 'happened_at', happened_at, 'from_address', CASE WHEN actor_id = ${id} THEN from_address END) AS row
    FROM audit_events WHERE actor_id = ${id} OR (subject_type = 'user' AND subject_id = ${id}::text) ORDER BY audit_events.id`,
}
