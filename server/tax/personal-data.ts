import { sql } from 'drizzle-orm'

/** Selects the tax numbers and certificates of a customer. */
export const taxData = {
  taxNumbers: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(tax_ids) - '{id,user_id}'::text[] AS row FROM tax_ids WHERE user_id = ${id} ORDER BY created_at`,
  certificates: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(exemption_certificates) - '{id,user_id,verified_by}'::text[] AS row
    FROM exemption_certificates WHERE user_id = ${id} ORDER BY created_at`,
}
