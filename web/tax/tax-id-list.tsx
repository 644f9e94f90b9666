import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { addTaxId, deleteTaxId, type TaxId } from '#contract/tax.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { useAction, write } from '#web/api/queries.ts'
import { TaxIdState } from '#web/tax/tax-id-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists own VAT numbers with what is known about each; each can be deleted. */
export function TaxIdList({
  taxIds,
  textOf = ({ status, checkedBy }) =>
    t(status === 'unknown' && checkedBy === 'shop' ? 'tax-id.unknown-shop-text' : `tax-id.${status}-text`),
}: {
  taxIds: readonly TaxId[]
  /** Says what a number does. */
  textOf?: (taxId: TaxId) => string
}) {
  const deleting = useAction(async ({ _id, value }: TaxId) => {
    await write(deleteTaxId, { params: { id: _id } })
    toast.success(t('tax-id.deleted', { value }))
  })
  return (
    <ul
      aria-label={t('tax-id.title')}
      className="mb-5 grid max-w-3xl divide-y divide-base-300 border-y border-base-300"
    >
      {taxIds.map((taxId) => (
        <li key={taxId._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <span className="figures font-semibold">{taxId.value}</span>
          <TaxIdState status={taxId.status} />
          <span className="muted min-w-48 flex-1 text-sm">{textOf(taxId)}</span>
          <Button
            variant="outline"
            size="sm"
            className="text-error"
            aria-label={t('word.delete-one', { name: taxId.value })}
            busy={deleting.isPending && deleting.variables._id === taxId._id}
            onClick={() => deleting.mutate(taxId)}
          >
            {t('word.delete')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Adds a VAT number; what is wrong with it stands at the field. */
export function AddTaxId() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [added, setAdded] = useState(0)
  async function add(data: FormData) {
    setBusy(true)
    setProblem(undefined)
    try {
      const { taxId } = await write(addTaxId, { body: { value: formText(data, 'value').trim() } })
      toast.success(t('tax-id.added', { value: taxId.value }))
      setAdded(added + 1)
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }
  return (
    <Form key={added} onSend={add} className="flex max-w-3xl flex-wrap items-start gap-3">
      <Field
        name="value"
        label={t('tax-id.number')}
        hint={t('tax-id.hint')}
        error={problem}
        required
        maxLength={maxLengths.taxNumber}
        autoComplete="off"
        className="min-w-64 flex-1"
      />
      <Button type="submit" variant="outline" busy={busy} className="mt-6.5">
        {t('tax-id.add')}
      </Button>
    </Form>
  )
}
