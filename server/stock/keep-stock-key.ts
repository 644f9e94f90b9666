import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { hashRequest } from '#server/platform/http/idempotency-key.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Keeps the idempotency key of a call that corrects the stock of a product, which the caller has locked. Returns whether it is the first one;
 * throws `idempotency-key-reused` if the first one asked for something else. A count that moves nothing has a key, too: repeated after an order
 * it would.
 */
export async function keepStockKey(
  tx: Transaction,
  productId: string,
  key: string,
  asked: readonly unknown[],
): Promise<boolean> {
  const hash = hashRequest(asked)
  const { rows } = await tx.execute<{ request_hash: string; is_first: boolean }>(sql`
    WITH kept AS (
      INSERT INTO stock_keys (product_id, idempotency_key, request_hash) VALUES (${productId}, ${key}, ${hash})
      ON CONFLICT DO NOTHING RETURNING request_hash)
    SELECT request_hash, true AS is_first FROM kept
    UNION ALL
    SELECT request_hash, false FROM stock_keys WHERE product_id = ${productId} AND idempotency_key = ${key}`)
  const [row] = rows
  if (row?.request_hash !== hash) throw problem('idempotency-key-reused')
  return row.is_first
}
