import { type SQL, sql } from 'drizzle-orm'
import type { taxDays } from '#contract/documents.ts'
import { isVoid } from '#server/documents/list-ledger.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Holds what invoices less credit notes come to at one place, rate and reason, in cents. */
export interface TaxSum extends Record<string, unknown> {
  country: string
  region: string
  name: string
  /** A fraction, such as `0.0825`. */
  rate: string
  /** `untaxed` where the order has no tax. */
  reason: string
  currency: string
  taxableCents: number
  exemptCents: number
  taxCents: number
}

/** Selects days of the store, and by which day of its order an invoice counts. */
export interface TaxQuery {
  from?: string | undefined
  to?: string | undefined
  by?: (typeof taxDays)[number] | undefined
}

/** Selects invoices and credit notes of days with their taxes; one without any has a group `untaxed`. Throws `dates-reversed`. */
export function taxedPapers({ from, to, by = 'issued' }: TaxQuery): SQL {
  if (from !== undefined && to !== undefined && from > to) throw problem('dates-reversed')
  const day = { issued: sql`d.issued_on`, ordered: sql`store_day(o.placed_at)`, paid: sql`store_day(o.paid_at)` }[by]
  return sql`(
      SELECT d.currency, d.facts, d.issued_on, CASE d.kind WHEN 'invoice' THEN 1 ELSE -1 END AS sign,
        CASE WHEN jsonb_array_length(d.facts #> '{amounts,taxes}') > 0 THEN d.facts #> '{amounts,taxes}'
          ELSE jsonb_build_array(jsonb_build_object('country', coalesce(o.delivery ->> 'country', ''), 'region', coalesce(o.delivery ->> 'region', ''),
            'name', '', 'rate', '0', 'reason', 'untaxed', 'taxableCents', d.net_cents, 'taxCents', d.tax_cents)) END AS taxes
      FROM issued_documents d JOIN orders o ON o.id = d.order_id LEFT JOIN refunds r ON r.id = d.refund_id
      WHERE NOT ${isVoid} AND ${day} IS NOT NULL
        AND CASE d.kind WHEN 'invoice' THEN ${day} ELSE d.issued_on END
          BETWEEN coalesce(${from ?? null}::date, '-infinity') AND coalesce(${to ?? null}::date, 'infinity')) papers
      CROSS JOIN LATERAL jsonb_array_elements(taxes) tax`
}

/** Returns the taxes of days of the store, by the day of the invoice, of its order or of its payment; credit notes count on their own. Throws `dates-reversed`. */
export async function readTaxes(db: Database, query: TaxQuery): Promise<TaxSum[]> {
  const { rows } = await db.execute<TaxSum>(sql`
    SELECT tax ->> 'country' AS country, tax ->> 'region' AS region, tax ->> 'name' AS name, tax ->> 'rate' AS rate, tax ->> 'reason' AS reason,
      currency,
      coalesce(sum(sign * (tax ->> 'taxableCents')::bigint) FILTER (WHERE (tax ->> 'rate')::numeric > 0), 0)::double precision AS "taxableCents",
      coalesce(sum(sign * (tax ->> 'taxableCents')::bigint) FILTER (WHERE (tax ->> 'rate')::numeric = 0), 0)::double precision AS "exemptCents",
      sum(sign * (tax ->> 'taxCents')::bigint)::double precision AS "taxCents"
    FROM ${taxedPapers(query)}
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(sign * (tax ->> 'taxableCents')::bigint) <> 0 OR sum(sign * (tax ->> 'taxCents')::bigint) <> 0
    ORDER BY 6, 1, 2, (tax ->> 'rate')::numeric DESC, 5, 3`)
  return rows
}
