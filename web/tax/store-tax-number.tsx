import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { getStore, updateStore } from '#contract/store.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits the tax number of invoices to places without a registration that has one. */
export function StoreTaxNumber() {
  const { data: store } = useQuery(endpointQuery(getStore))
  const [isEditing, setEditing] = useState(false)
  async function save(data: FormData) {
    await write(updateStore, { body: { taxNumber: formText(data, 'taxNumber').trim() } })
    toast.success(t('tax.saved'))
  }
  if (!store) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0">
        {t('tax.number-elsewhere')}: <span className="figures font-semibold">{store.taxNumber || '–'}</span>
      </p>
      <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
        {t('tax.edit-number')}
      </Button>
      <FormDialog open={isEditing} title={t('word.tax-number')} onSend={save} onClose={() => setEditing(false)}>
        <Field
          name="taxNumber"
          label={t('word.tax-number')}
          hint={t('tax.number-elsewhere-hint')}
          defaultValue={store.taxNumber}
          maxLength={maxLengths.taxNumber}
          autoComplete="off"
        />
      </FormDialog>
    </div>
  )
}
