import { sql } from 'drizzle-orm'

/** Selects the papers that were issued to a buyer, as they stand. */
export const documentData = {
  documents: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(paper) - '{id,schema}'::text[] AS row
    FROM issued_documents paper JOIN orders ON orders.id = order_id WHERE buyer_id = ${id} ORDER BY issued_on, paper.name`,
}
