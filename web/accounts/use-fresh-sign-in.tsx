import { useState } from 'react'
import { ApiProblem } from '#web/api/api-problem.ts'
import { signOut } from '#web/identity/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** For what the shop allows only soon after signing in: when it asks for that, a dialog leads there and back to this page. */
export function useFreshSignIn() {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function leave() {
    setBusy(true)
    // Whoever is signed out on a page of the dashboard is sent to sign in, and from there back to it.
    await signOut()
  }

  return {
    /** Whether the refusal asks for a fresh sign-in; the dialog is then open. */
    asksFor: (error: unknown): boolean => {
      const isAsked = error instanceof ApiProblem && error.code === 'sign-in-again'
      if (isAsked) setOpen(true)
      return isAsked
    },
    dialog: (
      <Dialog
        open={open}
        title="Please sign in again"
        text="Roles change hands only within 15 minutes after signing in. Nothing was changed; you come back to this page."
        onClose={() => setOpen(false)}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={busy} onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void leave()}>
            Sign in again
          </Button>
        </div>
      </Dialog>
    ),
  }
}
