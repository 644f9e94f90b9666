import { sql } from 'drizzle-orm'

/** Selects the reviews of a person. */
export const reviewData = {
  reviews: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(reviews) - '{id,author_id,hidden_by,words}'::text[] AS row FROM reviews WHERE author_id = ${id} ORDER BY published_at`,
}
