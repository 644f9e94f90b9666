import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { inviteCustomers } from '#contract/customers.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Emails the customers who have no account, which are so many, a link to set a password. */
export function InviteAll({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const { withReauthentication, dialog } = useReauthentication()
  const inviting = useAction(() =>
    withReauthentication(async () => {
      const { invited, left } = await write(inviteCustomers, {})
      setAsking(false)
      toast.success(
        left > 0
          ? t('customers.invited-some', { count: invited, left })
          : t('customers.invited-all', { count: invited }),
      )
    }),
  )
  if (count === 0) return null
  return (
    <p className="mb-4">
      <Button variant="outline" onClick={() => setAsking(true)}>
        <MailPlus aria-hidden="true" size={18} /> {t('customers.invite-all')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('customers.invite-all-question', { count })}
        text={t('customers.invite-all-text')}
        confirmLabel={t('customers.invite-all')}
        variant="primary"
        busy={inviting.isPending}
        onConfirm={() => inviting.mutate(undefined)}
        onCancel={() => setAsking(false)}
      />
      {dialog}
    </p>
  )
}
