import type { ManagedOrder } from '#contract/orders.ts'
import type { OrderMessage } from '#contract/order-messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { t } from '#web/i18n/messages.ts'

export type OpenKinds = NonNullable<ManagedOrder['openMessages']>

/** Returns what a buyer has asked for that waits for staff, each kind once. */
export const openKindsOf = (messages: readonly OrderMessage[]): OpenKinds => [
  ...new Set(messages.flatMap(({ kind, open }) => (open && kind !== 'answer' ? [kind] : []))),
]

/** Names what a buyer has asked for and staff have not answered. */
export const OpenRequestBadges = ({ kinds = [] }: { kinds?: OpenKinds | undefined }) =>
  kinds.map((kind) => (
    <Badge key={kind} tone="warning">
      {t(`orders.asks.${kind}`)}
    </Badge>
  ))

/** Says what buyers of orders to ship have asked for, and takes that they ship all the same; nothing where nobody has. */
export function ShipAnyway(props: {
  requests: readonly { number: string; kinds: OpenKinds }[]
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}) {
  const asked = props.requests.filter(({ kinds }) => kinds.length > 0)
  if (asked.length === 0) return null
  return (
    <div className="grid gap-2 rounded-box border border-warning bg-warning/15 p-4">
      <ul>
        {asked.flatMap(({ number, kinds }) =>
          kinds.map((kind) => <li key={number + kind}>{t(`orders.asked.${kind}`, { number })}</li>),
        )}
      </ul>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="checkbox"
          checked={props.isConfirmed}
          onChange={({ target }) => props.onConfirm(target.checked)}
        />
        {t('orders.ship-anyway')}
      </label>
    </div>
  )
}
