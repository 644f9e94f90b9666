import { type ComponentProps, type ReactNode, useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { createErrorToast } from '#web/ui/toast.tsx'

/**
 * Asks for confirmation before an action; `work` runs after a yes. Errors are shown as a toast. While `work` is
 * running, the dialog stays open and disabled. `leave` runs when the dialog closes, after a no as after a yes.
 */
export function useConfirm<Target>(
  question: (
    target: Target,
  ) => Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'text' | 'confirmLabel' | 'meanings' | 'variant'>,
  work: (target: Target) => Promise<unknown>,
  leave?: (target: Target) => void,
): { ask: (target: Target) => void; dialog: ReactNode } {
  // Kept while the question goes away, so that its words go with it.
  const [asked, setAsked] = useState<{ target: Target }>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [errorToast] = useState(createErrorToast)

  async function confirm(target: Target) {
    setBusy(true)
    errorToast.clear()
    try {
      await work(target)
    } catch (error) {
      errorToast.show(errorMessageOf(error))
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
        onCancel={() => {
          setOpen(false)
          leave?.(asked.target)
        }}
      />
    ) : null,
  }
}
