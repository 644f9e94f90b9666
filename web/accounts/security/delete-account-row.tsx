import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Sure } from '#web/accounts/security/prove-again.tsx'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { problemSentence } from '#web/api/api-problem.ts'
import { deleteAccount } from '#web/identity/account-security.ts'
import { forgetSession } from '#web/identity/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** Leaves the shop for good. */
export function DeleteAccountRow({ sure }: { sure: Sure }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  const isGone = useRef(false)
  useEffect(
    () => () => {
      // Not before this page is gone: it would lead somebody who has left for good to sign in.
      if (isGone.current) void forgetSession()
    },
    [],
  )

  async function leave() {
    setBusy(true)
    try {
      isGone.current = await sure(deleteAccount)
      if (isGone.current) {
        toast.success(t('security.account-deleted'))
        return void navigate('/')
      }
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setBusy(false)
    setOpen(false)
  }

  return (
    <SecurityRow
      Icon={Trash2}
      title={t('security.delete-account')}
      text={t('security.delete-account-text')}
      action={
        <Button size="sm" look="outline" className="text-error max-md:min-h-11" onClick={() => setOpen(true)}>
          {t('security.delete-account')}
        </Button>
      }
      dialogs={
        <ConfirmDialog
          open={open}
          title={t('security.delete-account-title')}
          text={t('security.delete-account-question')}
          confirmLabel={t('security.delete-account-confirm')}
          busy={busy}
          onConfirm={() => void leave()}
          onCancel={() => setOpen(false)}
        />
      }
    />
  )
}
