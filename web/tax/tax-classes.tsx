import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { addTaxClass, deleteTaxClass, putTaxClass, type TaxClass } from '#contract/tax.ts'
import { write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { Button } from '#web/ui/button.tsx'
import { entryActions } from '#web/ui/entry-actions.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Section } from '#web/ui/section.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Edits the classes of products. */
export function TaxClasses({ classes }: { classes: readonly TaxClass[] }) {
  const [edited, setEdited] = useState<Partial<TaxClass>>()
  const deleting = useConfirmDelete<TaxClass>(
    ({ name }) => name,
    t('tax.delete-class-text'),
    ({ code }) => write(deleteTaxClass, { params: { code } }),
  )
  const columns: Column<TaxClass>[] = [
    {
      head: t('tax.class'),
      phone: 'title',
      cell: ({ name, code }) => (
        <>
          <span className="block font-semibold">{name}</span>
          <span className="muted figures block text-sm">{code}</span>
        </>
      ),
    },
    { head: t('tax.exempt'), cell: ({ isExempt }) => t(isExempt ? 'attributes.yes' : 'attributes.no') },
    { head: t('tax.stripe-code'), cell: ({ taxCode }) => <span className="figures">{taxCode || '–'}</span> },
    { head: t('word.products'), numeric: true, cell: ({ products }) => products.toLocaleString(currentLocale()) },
    entryActions(
      ({ name }) => name,
      setEdited,
      deleting.ask,
      ({ code, products }) => code === 'standard' || products > 0,
    ),
  ]
  async function save(data: FormData) {
    const body = {
      name: formText(data, 'name').trim(),
      isExempt: data.get('isExempt') === 'on',
      taxCode: formText(data, 'taxCode').trim(),
    }
    if (edited?.code === undefined) await write(addTaxClass, { body })
    else await write(putTaxClass, { params: { code: edited.code }, body })
    toast.success(t('tax.saved'))
  }
  return (
    <Section
      title={t('tax.classes')}
      text={t('tax.classes-text')}
      action={
        <Button variant="outline" onClick={() => setEdited({})}>
          <Plus aria-hidden="true" size={20} /> {t('tax.add-class')}
        </Button>
      }
    >
      <Table caption={t('tax.classes')} columns={columns} rows={classes} rowKey={({ code }) => code} />
      <FormDialog
        open={edited !== undefined}
        wide
        title={t(edited?.code === undefined ? 'tax.add-class' : 'tax.edit-class')}
        onSend={save}
        onClose={() => setEdited(undefined)}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            name="name"
            label={t('word.name')}
            {...(edited?.code === undefined && { hint: t('tax.class-name-hint') })}
            required
            defaultValue={edited?.name ?? ''}
            maxLength={maxLengths.attributeName}
            autoComplete="off"
          />
          <Field
            name="taxCode"
            label={t('tax.stripe-code')}
            hint={t('tax.stripe-code-hint')}
            defaultValue={edited?.taxCode ?? ''}
            maxLength={maxLengths.taxCode}
            autoComplete="off"
          />
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="isExempt" className="checkbox" defaultChecked={edited?.isExempt ?? false} />
          {t('tax.exempt-label')}
        </label>
      </FormDialog>
      {deleting.dialog}
    </Section>
  )
}
