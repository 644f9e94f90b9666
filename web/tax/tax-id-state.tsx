import type { TaxIdState as State } from '#contract/tax.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { t } from '#web/i18n/messages.ts'

const tones: Record<State, BadgeTone> = {
  unknown: 'neutral',
  verified: 'success',
  invalid: 'error',
  unavailable: 'warning',
}

/** Shows what is known about a VAT number. */
export function TaxIdState({ status }: { status: State }) {
  return <Badge tone={tones[status]}>{t(`tax-id.${status}`)}</Badge>
}
