import { type SQL, sql } from 'drizzle-orm'
import type { ledgerKinds } from '#contract/documents.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TaxGroup } from '#server/tax/compute-tax.ts'

/** Holds a paper or a movement of money; what a buyer owes more is above zero. */
export interface LedgerRow extends Record<string, unknown> {
  key: string
  /** The day of the store. */
  day: string
  kind: (typeof ledgerKinds)[number]
  /** The number of the paper, or of the order that the money is for. */
  number: string
  orderId: string
  /** As the invoice names the buyer: the company, else the person, to whom it is addressed. */
  buyerName: string
  buyerEmail: string
  /** The number of the buyer on a paper because of which no tax is owed. */
  buyerTaxNumber: string | null
  currency: string
  cents: number
  method: string | null
  reference: string | null
  /** Of an invoice: the last day to pay it. */
  dueOn: string | null
  poNumber: string | null
  /** The following are of papers; credit notes are below zero. */
  netCents: number | null
  taxCents: number | null
  roundingCents: number | null
  taxes: TaxGroup[] | null
  /** The number of the invoice that a credit note corrects. */
  corrects: string | null
}

/** Selects papers whose refund failed: they do not count. */
export const isVoid = sql`r.state IS NOT DISTINCT FROM 'failed'`

/** Returns the name of the buyer in the facts of a paper: the company, else the person, to whom it is addressed. */
export function addresseeName(facts: SQL): SQL {
  const addressee = sql`coalesce(${facts} #> '{buyer,billing}', ${facts} #> '{delivery,address}')`
  return sql`coalesce(nullif(${addressee} ->> 'company', ''), nullif(${addressee} ->> 'recipient', ''), ${facts} #>> '{buyer,name}', '')`
}

/** Selects all invoices, credit notes, payments and refunds, the only truth of what happened on which day. */
const ledger = sql`(
  SELECT d.issued_on AS day, CASE d.kind WHEN 'invoice' THEN 1 ELSE 2 END AS rank, d.kind, d.name AS number, lpad(length(d.name)::text, 3, '0') || ' ' || d.name AS id, o.id AS order_id, d.id AS paper_id,
    CASE d.kind WHEN 'invoice' THEN invoiced_at(o) ELSE greatest(note.issued_at, invoiced_at(o)) END AS at, d.due_on, d.currency, CASE d.kind WHEN 'invoice' THEN d.gross_cents ELSE -d.gross_cents END AS cents, NULL AS method, NULL AS reference
  FROM issued_documents d JOIN orders o ON o.id = d.order_id LEFT JOIN refunds r ON r.id = d.refund_id
    LEFT JOIN credit_notes note ON note.refund_id = d.refund_id
  WHERE NOT ${isVoid}
  UNION ALL
  SELECT store_day(succeeded_at), 3, 'payment', NULL, intent_id, order_id, NULL, succeeded_at, NULL, received_currency, -received_cents, method, reference
  FROM payments WHERE succeeded_at IS NOT NULL
  UNION ALL
  SELECT store_day(canceled_at), 4, 'payment_taken_back', NULL, intent_id, order_id, NULL, canceled_at, NULL, received_currency, received_cents, method, reference
  FROM payments WHERE taken_back_by IS NOT NULL
  UNION ALL
  SELECT store_day(ended_at), 5, 'refund', NULL, r.id::text, r.order_id, NULL, ended_at, NULL, r.currency, r.amount_cents, p.method, r.reference
  FROM refunds r JOIN payments p USING (intent_id) WHERE r.state = 'succeeded')`

/** Sorts entries of a day by their time, and a payment not before the invoice that it is for, by which it may have been issued. */
const key = sql`(to_char(day, 'YYYY-MM-DD') || ' ' || to_char(coalesce(
  CASE entry.kind WHEN 'payment' THEN greatest(at, invoiced_at(o)) ELSE at END, day) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
  || ' ' || rank || ' ' || entry.id) COLLATE "C"`

/** Returns rows of the ledger by day and time that a condition on `entry` and its order `o` finds, behind the one with the key `after`. */
export async function listLedger(
  db: Database,
  condition: SQL,
  { after, limit }: { after?: string | undefined; limit?: number } = {},
): Promise<LedgerRow[]> {
  const { rows } = await db.execute<LedgerRow>(sql`
    SELECT ${key} AS key, to_char(day, 'YYYY-MM-DD') AS day, entry.kind,
      coalesce(entry.number, store.order_prefix || o.number) AS number, o.id AS "orderId", entry.currency,
      ${addresseeName(sql`parties`)} AS "buyerName",
      coalesce(parties #>> '{buyer,email}', '') AS "buyerEmail", paper.facts #>> '{buyer,taxNumber}' AS "buyerTaxNumber",
      cents::double precision AS cents, method, reference, to_char(entry.due_on, 'YYYY-MM-DD') AS "dueOn", o.po_number AS "poNumber",
      (sign * paper.net_cents)::double precision AS "netCents", (sign * paper.tax_cents)::double precision AS "taxCents",
      (sign * paper.rounding_cents)::double precision AS "roundingCents", paper.facts #> '{amounts,taxes}' AS taxes,
      paper.facts #>> '{references,invoice}' AS corrects
    FROM ${ledger} entry JOIN orders o ON o.id = entry.order_id CROSS JOIN store
      LEFT JOIN issued_documents paper ON paper.id = paper_id
      LEFT JOIN issued_documents invoice ON invoice.order_id = o.id AND invoice.kind = 'invoice'
      CROSS JOIN LATERAL (
        SELECT coalesce(paper.facts, invoice.facts, jsonb_strip_nulls(jsonb_build_object(
          'buyer', buyer_facts(o), 'delivery', jsonb_build_object('address', o.delivery)))) AS parties) known
      CROSS JOIN LATERAL (
        SELECT CASE paper.kind WHEN 'credit_note' THEN -1 ELSE 1 END AS sign) told
    WHERE ${condition} AND (${after ?? null}::text IS NULL
      OR ${key} > ${after ?? null}::text COLLATE "C")
    ORDER BY ${key} LIMIT ${limit ?? null}`)
  return rows
}

/** Selects entries of days of the store, both included. */
export const onDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }): SQL =>
  sql`day BETWEEN coalesce(${from ?? null}::date, '-infinity') AND coalesce(${to ?? null}::date, 'infinity')`
