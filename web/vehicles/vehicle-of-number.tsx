import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { readVehicle } from '#contract/garage.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
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
  const [name, setName] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    call(readVehicle, { body: { text: words } })
      .then(({ proposals, notUnderstood }) => {
        const families = new Set(proposals.map(({ make, family = make }) => family))
        if (isCurrent && notUnderstood === undefined) setName([...families].join(', '))
      })
      // The page has said already that nothing was found.
      .catch(console.error)
    return () => {
      isCurrent = false
    }
  }, [words])
  return name ? (
    <ChooseVehicle typed={words}>
      {t('vehicle.choose')}: {name}
    </ChooseVehicle>
  ) : null
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
    <>
      <Button onClick={open}>{children}</Button>
      {/* What surrounds it is centered. */}
      <div className="text-left">
        {Dialog ? <Dialog open={isOpen} onClose={() => setOpen(false)} typed={typed} /> : null}
      </div>
    </>
  )
}
