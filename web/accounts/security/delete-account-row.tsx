import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Sure } from '#web/accounts/security/prove-again.tsx'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { problemSentence } from '#web/api/api-problem.ts'
import { deleteAccount } from '#web/identity/account-security.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Leaves the shop for good. */
export function DeleteAccountRow({ sure }: { sure: Sure }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    try {
      const isDone = await sure(async () => {
        await deleteAccount(() => navigate('/'))
      })
      if (isDone) toast.success('Your account is deleted')
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
