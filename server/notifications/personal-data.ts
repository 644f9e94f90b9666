import { sql } from 'drizzle-orm'

/** Selects which messages went to a person. Their texts stay out: some open an account. */
export const messageData = {
  messagesSent: ({ email }: { email: string | null }) => sql`
    SELECT jsonb_build_object('channel', channel, 'kind', kind, 'subject', subject, 'written_at', written_at, 'sent_at', sent_at) AS row
    FROM outbox WHERE recipient = ${email} ORDER BY written_at`,
}
