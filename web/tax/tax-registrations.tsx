import { PeriodFields } from '#web/tax/period-fields.tsx'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addTaxRegistration,
  deleteTaxRegistration,
  type TaxRegistration,
  taxSchemes,
  updateTaxRegistration,
} from '#contract/tax.ts'
import { write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { useDemoParts } from '#web/orders/demo-parts.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { periodColumns } from '#web/tax/period-columns.tsx'
import { StoreTaxNumber } from '#web/tax/store-tax-number.tsx'
import { Choice, PlaceFields, placeText } from '#web/tax/tax-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { entryActions } from '#web/ui/entry-actions.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Section } from '#web/ui/section.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits where the shop collects tax. */
export function TaxRegistrations({ registrations }: { registrations: readonly TaxRegistration[] }) {
  const [edited, setEdited] = useState<Partial<TaxRegistration>>()
  const hintId = useId()
  const { isOfDemo } = useDemoParts()
  const deleting = useConfirmDelete<TaxRegistration>(placeText, t('tax.delete-registration-text'), ({ _id }) =>
    write(deleteTaxRegistration, { params: { id: _id } }),
  )
  const columns: Column<TaxRegistration>[] = [
    {
      head: t('tax.place'),
      phone: 'title',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
          {placeText(row)}
          {isOfDemo('registration', row._id) ? <Badge tone="neutral">{t('demo.badge')}</Badge> : null}
        </span>
      ),
    },
    {
      head: t('word.tax-number'),
      cell: ({ number }) => <span className="figures wrap-anywhere">{number || '–'}</span>,
    },
    {
      head: t('tax.scheme'),
      cell: ({ scheme, reverseCharge }) => (
        <>
          {t(`tax.scheme.${scheme}`)}
          {reverseCharge ? <span className="muted block text-sm">{t('tax.reverse-charge')}</span> : null}
        </>
      ),
    },
    ...periodColumns(),
    entryActions<TaxRegistration>(placeText, setEdited, deleting.ask),
  ]
  async function save(data: FormData) {
    const endsOn = formText(data, 'endsOn')
    const body = {
      country: formText(data, 'country'),
      region: formText(data, 'region').trim(),
      number: formText(data, 'number').trim(),
      scheme: taxSchemes.find((value) => value === formText(data, 'scheme')) ?? 'normal',
      startsOn: formText(data, 'startsOn'),
      ...(endsOn && { endsOn }),
      reverseCharge: data.get('reverseCharge') === 'on',
    }
    await (edited?._id === undefined
      ? write(addTaxRegistration, { body })
      : write(updateTaxRegistration, { params: { id: edited._id }, body }))
    toast.success(t('tax.saved'))
  }
  return (
    <Section
      title={t('tax.registrations')}
      text={t('tax.registrations-text')}
      action={
        <Button variant="outline" onClick={() => setEdited({})}>
          <Plus aria-hidden="true" size={20} /> {t('tax.add-registration')}
        </Button>
      }
    >
      {registrations.length > 0 ? (
        <Table caption={t('tax.registrations')} columns={columns} rows={registrations} rowKey={({ _id }) => _id} />
      ) : (
        <EmptyState title={t('tax.no-registrations')} text={t('tax.no-registrations-text')} />
      )}
      <StoreTaxNumber />
      <FormDialog
        open={edited !== undefined}
        wide
        title={t(edited?._id === undefined ? 'tax.add-registration' : 'tax.edit-registration')}
        onSend={save}
        onClose={() => setEdited(undefined)}
      >
        <PlaceFields country={edited?.country ?? ''} region={edited?.region ?? ''} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            name="number"
            label={t('word.tax-number')}
            hint={t('tax.number-hint')}
            defaultValue={edited?.number ?? ''}
            maxLength={maxLengths.taxNumber}
            autoComplete="off"
          />
          <Choice
            name="scheme"
            label={t('tax.scheme')}
            hint={t('tax.scheme-hint')}
            initial={edited?.scheme ?? 'normal'}
            choices={taxSchemes.map((value) => ({ value, label: t(`tax.scheme.${value}`) }))}
          />
          <PeriodFields edited={edited} />
        </div>
        <div>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="reverseCharge"
              className="checkbox"
              aria-describedby={hintId}
              defaultChecked={edited?.reverseCharge ?? false}
            />
            {t('tax.reverse-charge')}
          </label>
          <p id={hintId} className="muted text-sm">
            {t('tax.reverse-charge-hint')}
          </p>
        </div>
      </FormDialog>
      {deleting.dialog}
    </Section>
  )
}
