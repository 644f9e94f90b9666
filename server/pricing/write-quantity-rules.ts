import { sql } from 'drizzle-orm'
import type { Body } from '#contract/endpoint.ts'
import type { RefusedRow } from '#contract/price-rows.ts'
import type { writeQuantityRules as endpoint } from '#contract/pricing.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { rowsRefused } from '#server/platform/http/problem.ts'
import { lockGroup } from '#server/pricing/list-groups.ts'
import { nameProducts } from '#server/pricing/name-products.ts'

type Rows = Body<typeof endpoint>['rows']

/** Sets and removes quantity rules of a group, all or none; returns their number. Throws `group-not-found`, or `rows-refused` with all rows. */
export function writeQuantityRules(db: Database, id: string, rows: Rows, by: AuditActor | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const { id: groupId } = await lockGroup(tx, id)
    const { ids, refused: unnamed } = await nameProducts(tx, rows)
    const refused = rows.flatMap((rule, row): RefusedRow[] => {
      const unknown = unnamed.find((one) => one.row === row)
      if (unknown) return [unknown]
      if (ids.indexOf(ids[row] ?? '') < row) return [{ row, code: 'row-twice' }]
      return fits(rule) ? [] : [{ row, code: 'rule-does-not-fit' }]
    })
    if (refused.length > 0) throw rowsRefused(refused)
    await tx.execute(sql`
      WITH input AS (
        SELECT * FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(rows.map(({ minOrder }) => minOrder))}::int[],
          ${sql.param(rows.map(({ orderMultiple = 1 }) => orderMultiple))}::int[],
          ${sql.param(rows.map(({ maxOrder }) => maxOrder || null))}::int[]) AS input (product_id, minimum, multiple, maximum)),
      removed AS (
        DELETE FROM quantity_rules USING input
        WHERE group_id = ${groupId} AND quantity_rules.product_id = input.product_id AND input.minimum = 0)
      INSERT INTO quantity_rules (group_id, product_id, minimum, multiple, maximum)
      SELECT ${groupId}, product_id, minimum, multiple, maximum FROM input WHERE minimum > 0
      ON CONFLICT (product_id, group_id)
      DO UPDATE SET minimum = excluded.minimum, multiple = excluded.multiple, maximum = excluded.maximum`)
    await recordAuditEvent(tx, by, {
      kind: 'quantity-rules-changed',
      subject: { type: 'group', id },
      after: { units: rows.length },
    })
    return rows.length
  })
}

/** Whether minimum and maximum are multiples of the multiple, as the CHECK of the table wants. */
const fits = ({ minOrder, orderMultiple = 1, maxOrder = 0 }: Rows[number]) =>
  minOrder % orderMultiple === 0 && maxOrder % orderMultiple === 0 && (maxOrder === 0 || maxOrder >= minOrder)
