import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { addTaxId, deleteTaxId, listTaxIds, maxTaxIds, type TaxId } from '#contract/tax.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { TaxIdState } from '#web/tax/tax-id-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits the own VAT numbers and shows what is known about each. */
export function OwnTaxIds() {
  const query = useQuery(endpointQuery(listTaxIds))
  return (
    <section className="card-surface mt-6 p-5 sm:p-7">
      <h2 className="text-2xl">{t('tax-id.title')}</h2>
      <p className="muted mt-1 mb-4 max-w-3xl">{t('tax-id.text')}</p>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={1} label={t('tax-id.title')} />}
        failed={t('tax-id.failed')}
      >
        {(taxIds) => (
          <>
            {taxIds.length > 0 ? <Numbers taxIds={taxIds} /> : null}
            {taxIds.length < maxTaxIds ? <AddNumber /> : null}
          </>
        )}
      </QueryView>
    </section>
  )
}

function Numbers({ taxIds }: { taxIds: readonly TaxId[] }) {
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
          <span className="muted min-w-48 flex-1 text-sm">{t(`tax-id.${taxId.status}-text`)}</span>
          <Button
            variant="outline"
            size="sm"
            className="text-error"
            aria-label={t('attributes.delete-one', { name: taxId.value })}
            busy={deleting.isPending && deleting.variables._id === taxId._id}
            onClick={() => deleting.mutate(taxId)}
          >
            {t('products.delete-confirm')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function AddNumber() {
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
