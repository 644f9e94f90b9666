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
        toast.success('Your account is deleted')
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
      title="Delete my account"
      text="Your name, addresses and ways to sign in are removed. Your orders stay in the shop’s books, without your name."
      action={
        <Button size="sm" look="outline" className="text-error max-md:min-h-11" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      }
      dialogs={
        <ConfirmDialog
          open={open}
          title="Delete your account for good?"
          text="You are signed out everywhere, and nobody can bring the account back. What you ordered and paid still reaches you; orders stay in the shop’s books without your name."
          confirmLabel="Delete for good"
          busy={busy}
          onConfirm={() => void leave()}
          onCancel={() => setOpen(false)}
        />
      }
    />
  )
}
