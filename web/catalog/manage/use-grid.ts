import { useState } from 'react'
import { listAllTools } from '#contract/catalog.ts'
import { countAllTools, editToolCell } from '#contract/product-selection.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { changeRows, queryClient, useAction } from '#web/api/queries.ts'
import type { CellEdit } from '#web/catalog/manage/grid-cell.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Limits the changes that can be taken back. */
const maxUndo = 100

interface Change {
  edit: CellEdit
  /** Settles with the answer of the server. */
  saved: Promise<void>
}

/** Saves cells of the list of products one by one, and takes the last changes back. */
export function useGrid() {
  const [reason, setReason] = useState(() => t('grid.reason-default'))
  // In the order in which they were typed, which may not be that of the answers.
  const [changes, setChanges] = useState<readonly Change[]>([])

  async function send({ product, field, was, value }: CellEdit, why: string): Promise<void> {
    const body = field === 'available' ? { field, was, value, reason: why } : { field, was, value }
    const { tool } = await call(editToolCell, { params: { id: product._id }, body })
    invalidateCachedCalls()
    await changeRows(listAllTools, (row) => (row._id === tool._id ? tool : row))
    void queryClient.invalidateQueries({ queryKey: [countAllTools.name] })
  }

  const drop = (change: Change) => setChanges((all) => all.filter((one) => one !== change))

  const undoing = useAction(async (change: Change) => {
    const { edit } = change
    const isSaved = await change.saved.then(
      () => true,
      () => false, // its cell says so
    )
    if (!isSaved) return
    await send({ ...edit, was: edit.value, value: edit.was }, t('grid.undo-reason', { reason: reasonOr(reason) }))
    drop(change)
    toast.success(t('grid.undone', { name: edit.product.name }))
  })
  const last = changes.at(-1)
  return {
    reason,
    setReason,
    save: async (edit: CellEdit): Promise<void> => {
      const change = { edit, saved: send(edit, reasonOr(reason)) }
      setChanges((all) => [...all, change].slice(-maxUndo))
      await change.saved.catch((error: unknown) => {
        drop(change)
        throw error
      })
    },
    last,
    isUndoing: undoing.isPending,
    undo: () => last && undoing.mutate(last),
  }
}

const reasonOr = (reason: string): string => reason.trim() || t('grid.reason-default')
