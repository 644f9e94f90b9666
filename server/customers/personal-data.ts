import { sql } from 'drizzle-orm'

/** Selects the terms of a customer. */
export const customerData = {
  terms: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(customer_terms) - '{user_id,set_by}'::text[] AS row FROM customer_terms WHERE user_id = ${id}`,
}

/** Selects what staff noted on a customer, which only they see. */
export const staffCustomerData = {
  notes: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('note', note, 'written_at', written_at) AS row
    FROM customer_notes WHERE user_id = ${id} ORDER BY written_at`,
  tags: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('tag', name, 'tagged_at', tagged_at) AS row
    FROM customer_tags JOIN tags ON tags.id = tag_id WHERE user_id = ${id} ORDER BY tagged_at`,
}
