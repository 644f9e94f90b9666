import { type ComponentType, useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Offers to choose the vehicle whose identification number was searched for, which the dialog reads out of the address. */
export function VehicleOfNumber({ vin }: { vin: string }) {
  const [Dialog, setDialog] = useState<ComponentType<{ open: boolean; onClose: () => void }>>()
  const [isOpen, setOpen] = useState(false)
  function open() {
    loadChunk(() => import('#web/vehicles/vehicle-dialog.tsx'))
      .then(({ VehicleDialog }) => {
        setDialog(() => VehicleDialog)
        setOpen(true)
      })
      .catch((error: unknown) => toast.error(errorMessageOf(error)))
  }
  return (
    <>
      <EmptyState title={vin} action={<Button onClick={open}>{t('vehicle.choose')}</Button>} />
      {Dialog ? <Dialog open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
