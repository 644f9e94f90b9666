import { type ComponentProps, useId } from 'react'
import { carriers } from '#contract/carriers.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

type FieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'maxLength' | 'list'>

/** Renders the field of a carrier; suggests those whose parcels have a tracking page. */
export function CarrierField(props: FieldProps) {
  const id = useId()
  return (
    <div>
      <Field {...props} label={t('word.carrier')} maxLength={maxLengths.carrier} list={id} />
      <datalist id={id}>
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

/** Renders the field of a tracking number. */
export const TrackingNumberField = (props: FieldProps) => (
  <Field
    {...props}
    label={t('orders.tracking-number')}
    maxLength={maxLengths.trackingNumber}
    autoComplete="off"
    hint={t('orders.carrier-hint')}
  />
)
