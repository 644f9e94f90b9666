import { sql } from 'drizzle-orm'

/** Selects the newsletter that a person asked for. */
export const newsletterData = {
  newsletter: ({ email }: { email: string | null }) => sql`
    SELECT to_jsonb(newsletter_subscriptions) - '{id,token}'::text[] AS row
    FROM newsletter_subscriptions WHERE newsletter_subscriptions.email = ${email}`,
}
