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

/** Shows the state of a return, and what followed: money or a replacement. */
export const ReturnBadges = ({ of: { state, withdrawal, refunded, replacement } }: { of: Return }) => (
  <span className="flex flex-wrap gap-2">
    <Badge tone={tones[state]}>{t(`returns.state.${state}`)}</Badge>
    {withdrawal ? <Badge tone="dark">{t('returns.reason.withdrawal')}</Badge> : null}
    {refunded === undefined ? null : <Badge tone="success">{t('orders.badge.refunded')}</Badge>}
    {replacement ? <Badge tone="success">{t('returns.replaced')}</Badge> : null}
  </span>
)
