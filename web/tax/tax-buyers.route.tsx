import { PeriodFields } from '#web/tax/period-fields.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addCertificate,
  assessTaxId,
  type BuyerTaxId,
  type Certificate,
  deleteCertificate,
  listBuyerTaxIds,
  listCertificates,
  taxIdStates,
  updateCertificate,
} from '#contract/tax.ts'
import { useAction, useList, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { periodColumns } from '#web/tax/period-columns.tsx'
import { PlaceFields, placeText } from '#web/tax/tax-dialog.tsx'
import { TaxIdState } from '#web/tax/tax-id-state.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { actionsColumn, entryActions } from '#web/ui/entry-actions.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/tax-buyers.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('tax.buyers'))

export default function TaxBuyersRoute() {
  const filter = useListFilter({ status: ['', ...taxIdStates] })
  return (
    <>
      <BackLink to="/dashboard/tax">{t('word.tax')}</BackLink>
      <PageHeading title={t('tax.buyers')} text={t('tax.buyers-text')} />
      <div className="mt-6">
        <ListFilter
          label={t('tax.search-buyers')}
          text={filter.q}
          onText={(q) => filter.narrow({ q })}
          kinds={[
            { kind: '' as const, label: t('word.all') },
            ...taxIdStates.map((kind) => ({ kind, label: t(`tax-id.${kind}`) })),
          ]}
          kind={filter.status}
          onKind={(status) => filter.narrow({ status })}
        />
      </div>
      <TaxIds filter={filter} />
      <Certificates filter={filter} />
    </>
  )
}

type Filter = ReturnType<typeof useListFilter<{ status: readonly ['', ...typeof taxIdStates] }>>

function TaxIds({ filter }: { filter: Filter }) {
  const list = useList(listBuyerTaxIds, { query: filter.query })
  const assessing = useAction(async ({ _id, status }: { _id: string; status: 'verified' | 'invalid' | 'unknown' }) => {
    await write(assessTaxId, { params: { id: _id }, body: { status } })
    toast.success(t('tax.saved'))
  })
  const columns: Column<BuyerTaxId>[] = [
    {
      head: t('tax-id.number'),
      phone: 'title',
      cell: ({ _id, value }) => (
        <span id={`tax-id-${_id}`} className="figures font-semibold">
          {value}
        </span>
      ),
    },
    { head: t('tax.buyer'), cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    {
      head: t('word.status'),
      cell: ({ status, evidence, checkedAt }) => (
        <>
          <TaxIdState status={status} />
          {checkedAt ? (
            <span className="muted block text-sm">
              <DayTime iso={checkedAt} />
            </span>
          ) : null}
          {evidence ? <span className="muted block text-sm wrap-anywhere">{evidence}</span> : null}
        </>
      ),
    },
    actionsColumn(({ _id, status }) => (
      <span className="flex flex-wrap gap-2 xl:flex-nowrap">
        {(['verified', 'invalid', 'unknown'] as const)
          .filter((next) => next !== status)
          .map((next) => (
            <Button
              key={next}
              variant="outline"
              size="sm"
              className="whitespace-nowrap"
              aria-describedby={`tax-id-${_id}`}
              busy={assessing.isPending && assessing.variables._id === _id && assessing.variables.status === next}
              onClick={() => assessing.mutate({ _id, status: next })}
            >
              {t(`tax-id.make-${next}`)}
            </Button>
          ))}
      </span>
    )),
  ]
  return (
    <Section title={t('tax-id.title')} text={t('tax.numbers-text')}>
      <ListView
        list={list}
        columns={columns}
        caption={t('tax-id.title')}
        loading={t('tax.loading')}
        failed={t('tax.failed')}
        filter={filter}
        noMatch={{ title: t('tax.no-numbers-match'), text: t('tax.no-buyers-match-text'), showAll: t('word.show-all') }}
        empty={<EmptyState title={t('tax.no-numbers')} text={t('tax.no-numbers-text')} />}
      />
    </Section>
  )
}

function Certificates({ filter }: { filter: Filter }) {
  const list = useList(listCertificates, { query: { q: filter.words } })
  const [edited, setEdited] = useState<Partial<Certificate>>()
  const nameOf = ({ email, ...place }: Certificate) => `${email} (${placeText(place)})`
  const deleting = useConfirmDelete<Certificate>(nameOf, t('tax.delete-certificate-text'), ({ _id }) =>
    write(deleteCertificate, { params: { id: _id } }),
  )
  const columns: Column<Certificate>[] = [
    {
      head: t('tax.buyer'),
      phone: 'title',
      cell: ({ email }) => <span className="font-semibold wrap-anywhere">{email}</span>,
    },
    { head: t('tax.place'), cell: (certificate) => placeText(certificate) },
    {
      head: t('tax.certificate-number'),
      cell: ({ number, reason }) => (
        <>
          <span className="figures block wrap-anywhere">{number || '–'}</span>
          {reason ? <span className="muted block text-sm wrap-anywhere">{reason}</span> : null}
        </>
      ),
    },
    ...periodColumns(),
    {
      head: t('tax.verified-by'),
      cell: ({ verifiedBy }) => <span className="wrap-anywhere">{verifiedBy ?? '–'}</span>,
    },
    entryActions(nameOf, setEdited, deleting.ask),
  ]
  async function save(data: FormData) {
    const endsOn = formText(data, 'endsOn')
    const body = {
      country: formText(data, 'country'),
      region: formText(data, 'region').trim(),
      number: formText(data, 'number').trim(),
      reason: formText(data, 'reason').trim(),
      startsOn: formText(data, 'startsOn'),
      ...(endsOn && { endsOn }),
    }
    await (edited?._id === undefined
      ? write(addCertificate, { body: { ...body, email: formText(data, 'email').trim() } })
      : write(updateCertificate, { params: { id: edited._id }, body }))
    toast.success(t('tax.saved'))
  }
  return (
    <Section
      title={t('tax.certificates')}
      text={t('tax.certificates-text')}
      action={
        <Button variant="outline" onClick={() => setEdited({})}>
          <Plus aria-hidden="true" size={20} /> {t('tax.add-certificate')}
        </Button>
      }
    >
      <ListView
        list={list}
        columns={columns}
        caption={t('tax.certificates')}
        loading={t('tax.loading')}
        failed={t('tax.failed')}
        filter={filter}
        noMatch={{
          title: t('tax.no-certificates-match'),
          text: t('tax.no-buyers-match-text'),
          showAll: t('word.show-all'),
        }}
        empty={<EmptyState title={t('tax.no-certificates')} text={t('tax.no-certificates-text')} />}
      />
      <FormDialog
        open={edited !== undefined}
        wide
        title={t(edited?._id === undefined ? 'tax.add-certificate' : 'tax.edit-certificate')}
        text={t('tax.certificate-verified')}
        onSend={save}
        onClose={() => setEdited(undefined)}
      >
        {edited?._id === undefined ? (
          <Field
            name="email"
            label={t('word.buyer-email')}
            type="email"
            required
            maxLength={maxLengths.email}
            autoComplete="off"
          />
        ) : null}
        <PlaceFields country={edited?.country ?? ''} region={edited?.region ?? ''} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            name="number"
            label={t('tax.certificate-number')}
            defaultValue={edited?.number ?? ''}
            maxLength={maxLengths.taxNumber}
            autoComplete="off"
          />
          <Field
            name="reason"
            label={t('word.reason')}
            hint={t('tax.certificate-reason-hint')}
            defaultValue={edited?.reason ?? ''}
            maxLength={maxLengths.attributeText}
            autoComplete="off"
          />
          <PeriodFields edited={edited} />
        </div>
      </FormDialog>
      {deleting.dialog}
    </Section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
