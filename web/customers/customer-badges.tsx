import type { Customer } from '#contract/customers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says what is special about the account of a customer. */
export function CustomerBadges({
  customer: { role, disabled, invitedAt, unconfirmed, withoutAccount },
}: {
  customer: Customer
}) {
  return (
    <>
      {role === 'admin' ? <Badge tone="info">{t('api.admin')}</Badge> : null}
      {invitedAt ? <Badge tone="warning">{t('customers.invited')}</Badge> : null}
      {unconfirmed ? <Badge tone="warning">{t('customers.unconfirmed')}</Badge> : null}
      {withoutAccount ? <Badge tone="neutral">{t('customers.without-account')}</Badge> : null}
      {disabled ? <Badge tone="error">{t('users.disabled')}</Badge> : null}
    </>
  )
}
