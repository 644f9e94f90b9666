import type { BulkResult } from '#contract/bulk.ts'
import { orderStates } from '#contract/orders.ts'
import { localizedProblemMessage } from '#web/api/problem-message.ts'
import { t } from '#web/i18n/messages.ts'

type Refused = BulkResult['refused'][number]

/** Lists the rows that a bulk action refuses, by reason. */
export function RefusedRows({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null
  const groups = Map.groupBy(refused, reasonOf)
  return (
    <ul className="grid gap-2 rounded-box border border-warning bg-warning/15 p-3">
      {[...groups].map(([reason, rows]) => (
        <li key={reason}>
          <span className="font-semibold">
            {reason}: <span className="figures">{rows.length}</span>
          </span>
          <span className="figures block text-sm wrap-anywhere">
            {rows.map(({ name, _id }) => name ?? _id).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function reasonOf({ code, message, facts }: Refused): string {
  const state = orderStates.find((one) => one === facts?.['state'])
  if (code === 'order-move-not-allowed' && state) return t(`bulk.not-shipped.${state}`)
  return localizedProblemMessage({ code, message, ...(facts && { facts }) })
}
