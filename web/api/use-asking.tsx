import { type ReactNode, useState } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/**
 * Asks before something that cannot be taken back; `work` does it after a yes, and says that it did. A refusal is told in a toast.
 * While `work` runs the question stays, and cannot be answered again.
 */
export function useAsking<Target>(
  question: (target: Target) => { title: string; text: ReactNode; confirmLabel: string },
  work: (target: Target) => Promise<unknown>,
): { ask: (target: Target) => void; dialog: ReactNode } {
  // Kept while the question goes away, so that its words go with it.
  const [asked, setAsked] = useState<{ target: Target }>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirm(target: Target) {
    setBusy(true)
    try {
      await work(target)
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
  }

  return {
    ask(target) {
      setAsked({ target })
      setOpen(true)
    },
    dialog: asked ? (
      <ConfirmDialog
        {...question(asked.target)}
        open={open}
        busy={busy}
        onConfirm={() => void confirm(asked.target)}
        onCancel={() => setOpen(false)}
      />
    ) : null,
  }
}
