import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Offers to choose the vehicle whose identification number was searched for, which the dialog reads out of the address. */
export const VehicleOfNumber = ({ vin }: { vin: string }) => (
  <EmptyState title={vin} action={<ChooseVehicle>{t('vehicle.choose')}</ChooseVehicle>} />
)

/** Offers to choose the vehicle that a search without results names, such as `sprinter`; nothing if it names none. */
export function VehicleOfWords({ words }: { words: string }) {
  const [name, setName] = useState('')
  useEffect(() => {
    // Every public page loads this file. The page has said already that nothing was found.
    loadChunk(() => import('#web/vehicles/families-of-words.ts'))
      .then(({ familiesToChoose }) => familiesToChoose(words))
      .then(setName, console.error)
  }, [words])
  return name && <ChooseVehicle typed={words}>{name}</ChooseVehicle>
}

function ChooseVehicle({ typed, children }: { typed?: string; children: ReactNode }) {
  const [Dialog, setDialog] =
    useState<ComponentType<{ open: boolean; onClose: () => void; typed?: string | undefined }>>()
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
    // What surrounds it is centered.
    <div className="text-left">
      <Button onClick={open}>{children}</Button>
      {Dialog ? <Dialog open={isOpen} onClose={() => setOpen(false)} typed={typed} /> : null}
    </div>
  )
}
