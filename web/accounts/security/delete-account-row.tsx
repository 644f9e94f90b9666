import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Sure } from '#web/accounts/security/prove-again.tsx'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { useAsking } from '#web/api/use-asking.tsx'
import { deleteAccount } from '#web/identity/account-security.ts'
import { forgetSession } from '#web/identity/session-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** Leaves the shop for good. */
export function DeleteAccountRow({ sure }: { sure: Sure }) {
  const navigate = useNavigate()
  const isGone = useRef(false)
  useEffect(
    () => () => {
      // Not before this page is gone: it would lead somebody who has left for good to sign in.
      if (isGone.current) void forgetSession()
    },
    [],
  )

  const leaving = useAsking(
    () => ({
      title: t('security.delete-account-title'),
      text: t('security.delete-account-question'),
      confirmLabel: t('security.delete-account-confirm'),
    }),
    async () => {
      isGone.current = await sure(deleteAccount)
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
        <Button size="sm" look="outline" className="text-error" onClick={() => leaving.ask(undefined)}>
          {t('security.delete-account')}
        </Button>
      }
      dialogs={leaving.dialog}
    />
  )
}
