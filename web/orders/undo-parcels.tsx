import { useEffect, useState } from 'react'
import { type Shipment, undoShipments } from '#contract/shipments.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { localizedProblemMessage } from '#web/api/problem-message.ts'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

type Parcel = Pick<Shipment, '_id' | 'number'>

/** Undoes parcels, of which the buyers do not know yet, and says what came of it; one that was undone elsewhere is no error. */
async function undoParcels(parcels: readonly Parcel[]): Promise<void> {
  const { done, unchanged, refused } = await write(undoShipments, { body: { ids: parcels.map(({ _id }) => _id) } })
  const [first] = parcels.filter(({ _id }) => done.includes(_id))
  if (first) toast.success(t('shipments.undone', { number: first.number, count: done.length }))
  else if (unchanged.length > 0) toast.info(t('shipments.undone-before', { count: unchanged.length }))
  const [reason] = refused
  if (reason) {
    const names = refused.map(({ name, _id }) => name ?? _id).join(', ')
    const text = localizedProblemMessage(reason)
    toast.error(parcels.length > 1 ? `${names}: ${text}` : text)
  }
}

/** Returns the button of a toast that undoes parcels. */
export const undoAction = (parcels: readonly Parcel[]) => ({
  label: t('word.undo'),
  run: () => void undoParcels(parcels).catch((error: unknown) => toast.error(errorMessageOf(error))),
})

/** Undoes a parcel as long as its buyer has not been told. */
export function UndoButton({ parcel, until, describedBy }: { parcel: Parcel; until: string; describedBy?: string }) {
  const undoing = useAction(() => undoParcels([parcel]))
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(Date.parse(until) - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [until])
  if (isOver) return null
  return (
    <Button
      variant="outline"
      size="sm"
      busy={undoing.isPending}
      aria-describedby={describedBy}
      onClick={() => undoing.mutate(undefined)}
    >
      {t('word.undo')}
    </Button>
  )
}
