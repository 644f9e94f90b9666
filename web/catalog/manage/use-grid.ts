import { useState } from 'react'
import { listAllTools } from '#contract/catalog.ts'
import type { ListPrice } from '#contract/list-prices.ts'
import { countAllTools, editToolCell } from '#contract/product-selection.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { changeRows, queryClient, useAction } from '#web/api/queries.ts'
import type { CellEdit } from '#web/catalog/manage/grid-cell.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Limits the changes that can be taken back. */
const maxUndo = 100

/** Limits the changed prices that say which prices of lists stay. */
const maxKept = 10

interface KeptPrices {
  edit: CellEdit
  prices: readonly ListPrice[]
}

interface Change {
  edit: CellEdit
  /** Settles with the answer of the server. */
  saved: Promise<void>
}

/** Saves cells of the list of products one by one, and takes the last changes back. */
export function useGrid() {
  const [reason, setReason] = useState(() => t('stock.correction'))
  // In the order in which they were typed, which may not be that of the answers.
  const [changes, setChanges] = useState<readonly Change[]>([])
  const [kept, setKept] = useState<readonly KeptPrices[]>([])

  async function send(edit: CellEdit, why: string): Promise<void> {
    const { product, field, was, value } = edit
    const body = field === 'available' ? { field, was, value, reason: why } : { field, was, value }
    const { tool, listPrices } = await call(editToolCell, { params: { id: product._id }, body })
    if (field === 'price')
      setKept((all) =>
        [
          ...(listPrices ? [{ edit, prices: listPrices }] : []),
          ...all.filter((one) => one.edit.product._id !== product._id),
        ].slice(0, maxKept),
      )
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
    setKept((all) => all.filter((one) => one.edit.product._id !== edit.product._id))
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
    /** The last prices that were changed while lists keep theirs, newest first. */
    kept,
    isUndoing: undoing.isPending,
    undo: () => last && undoing.mutate(last),
  }
}

const reasonOr = (reason: string): string => reason.trim() || t('stock.correction')
