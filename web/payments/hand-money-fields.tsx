import { type ComponentProps, useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { storeDay } from '#contract/time-zone.ts'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

type FieldProps = Omit<ComponentProps<typeof Field>, 'label'>

/** Asks what the bank statement or the check says of money that did not move by card. */
export const ReferenceField = (field: FieldProps) => (
  <Field
    label={t('word.reference')}
    maxLength={maxLengths.paymentReference}
    autoComplete="off"
    hint={t('record-payment.reference-hint')}
    {...field}
  />
)

/** Asks for the day on which money of an order came or went: since it was placed, and not later than today. */
export function MoneyDayField({ placedAt, ...field }: ComponentProps<typeof Field> & { placedAt: string }) {
  const [today] = useState(() => storeDay(Date.now()))
  return <Field type="date" min={storeDay(Date.parse(placedAt))} max={today} {...field} />
}
