import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { WithReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { deleteAccount } from '#web/identity/account-security.ts'
import { clearSession } from '#web/identity/session-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Leaves the shop for good. */
export function DeleteAccountRow({ withReauthentication }: { withReauthentication: WithReauthentication }) {
  const navigate = useNavigate()
  const isGone = useRef(false)
  useEffect(
    () => () => {
      // Only after leaving the page, which would otherwise redirect to sign-in.
      if (isGone.current) void clearSession()
    },
    [],
  )

  const leaving = useConfirm(
    () => ({
      title: t('security.delete-account-title'),
      text: t('security.delete-account-question'),
      confirmLabel: t('security.delete-account-confirm'),
    }),
    async () => {
      isGone.current = await withReauthentication(deleteAccount)
      if (!isGone.current) return
      toast.success(t('security.account-deleted'))
      await navigate('/')
    },
  )

  return (
    <SecurityRow
      Icon={Trash2}
      title={t('security.delete-account')}
      text={t('security.delete-account-text')}
      action={
        <Button size="sm" variant="outline" className="text-error" onClick={() => leaving.ask(undefined)}>
          {t('security.delete-account')}
        </Button>
      }
      dialogs={leaving.dialog}
    />
  )
}
