import { maxLengths } from '#contract/max-lengths.ts'
import type { GarageInput, GarageVehicle } from '#contract/garage.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { inputOf } from '#web/vehicles/garage-store.ts'
import { t } from '#web/i18n/messages.ts'

/** Edits what the buyer knows of a vehicle: name, plate, number, day of building. */
export function GarageVehicleDialog(props: {
  edited: GarageVehicle | undefined
  onSave: (id: string, input: GarageInput) => Promise<unknown>
  onClose: () => void
}) {
  const { edited, onSave, onClose } = props
  return (
    <FormDialog
      open={edited !== undefined}
      title={edited?.vehicle.name ?? t('garage.title')}
      onClose={onClose}
      onSend={async (data) => {
        if (!edited) return
        const [name, plate, vin, built] = ['name', 'plate', 'vin', 'built'].map((field) => formText(data, field).trim())
        const { built: _, ...vehicle } = edited.vehicle
        const input = inputOf({ vehicle: { ...vehicle, ...(built && { built }) } })
        await onSave(edited._id, { ...input, name: name ?? '', plate: plate ?? '', vin: vin ?? '' })
      }}
    >
      <Field
        name="name"
        label={t('word.name')}
        hint={t('garage.name-hint')}
        defaultValue={edited?.name}
        maxLength={maxLengths.vehicleName}
        autoComplete="off"
      />
      <Field
        name="plate"
        label={t('garage.plate')}
        defaultValue={edited?.plate}
        maxLength={maxLengths.plate}
        autoComplete="off"
      />
      <Field
        name="vin"
        label={t('garage.vin')}
        defaultValue={edited?.vin}
        maxLength={maxLengths.vin}
        autoComplete="off"
      />
      <Field
        name="built"
        type="date"
        label={t('fit.built')}
        min={`${edited?.vehicle.year}-01-01`}
        max={`${edited?.vehicle.year}-12-31`}
        defaultValue={edited?.vehicle.built}
      />
    </FormDialog>
  )
}
