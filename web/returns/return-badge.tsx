import type { Return } from '#contract/returns.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { t } from '#web/i18n/messages.ts'

const tones: Record<Return['state'], BadgeTone> = {
  requested: 'warning',
  approved: 'info',
  refused: 'error',
  cancelled: 'neutral',
  received: 'success',
}

/** Names the state of a return; its buyer waits for an answer, or has yet to send what is approved. */
export function returnStateLabel(state: Return['state'], isStaff: boolean) {
  if (!isStaff && state === 'requested') return 'returns.awaits-answer'
  return state === 'approved' && !isStaff ? 'returns.to-send' : (`returns.state.${state}` as const)
}

/** Says how a return is paid back: by money that has gone or is to be sent, or by a credit. */
export const refundedLabel = (way: Return['refundWay']) =>
  way === 'credit' ? 'credit.state' : way === 'to-send' ? 'refund.to-send' : 'orders.badge.refunded'

/** Shows the state of a return, and what followed: money or a replacement. */
export const ReturnBadges = ({
  of: { state, withdrawal, refunded, refundWay, replacement },
  isStaff = true,
}: {
  of: Return
  isStaff?: boolean
}) => (
  <span className="flex flex-wrap gap-2">
    <Badge tone={tones[state]}>{t(returnStateLabel(state, isStaff))}</Badge>
    {withdrawal ? <Badge tone="dark">{t('returns.reason.withdrawal')}</Badge> : null}
    {refunded === undefined ? null : (
      <Badge tone={refundWay === 'to-send' ? 'warning' : 'success'}>{t(refundedLabel(refundWay))}</Badge>
    )}
    {replacement ? <Badge tone="success">{t('returns.replaced')}</Badge> : null}
  </span>
)
