import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Customer, listCustomers, mergeCustomers, type MergedParts, previewMerge } from '#contract/customers.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { useDebouncedValue } from '#web/page/use-list-filter.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

const nameOf = ({ name, email }: Pick<Customer, 'name' | 'email'>) => name || email

/** Merges a customer into another one, who is searched for; shows what moves before it does. */
export function MergeDialog({ customer, open, onClose }: { customer: Customer; open: boolean; onClose: () => void }) {
  const { withReauthentication, dialog } = useReauthentication()
  const navigate = useNavigate()
  const [other, setOther] = useState<Customer>()
  const close = () => {
    setOther(undefined)
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        wide
        title={t('customers.merge-title', { name: nameOf(customer) })}
        text={t('customers.merge-text')}
        onClose={close}
      >
        {other ? (
          <Preview
            customer={customer}
            other={other}
            onBack={() => setOther(undefined)}
            onMerge={async (terms) => {
              await withReauthentication(async () => {
                await write(mergeCustomers, { params: { id: customer._id }, body: { into: other._id, terms } })
                close()
                toast.success(t('customers.merged', { name: nameOf(other) }))
                await navigate(`/dashboard/customers/${other._id}`)
              })
            }}
          />
        ) : (
          <Search customer={customer} onChoose={setOther} />
        )}
      </Dialog>
      {dialog}
    </>
  )
}

const shown = 6

function Search({ customer, onChoose }: { customer: Customer; onChoose: (other: Customer) => void }) {
  const [typed, setTyped] = useState('')
  const q = useDebouncedValue(typed.trim())
  const query = useQuery({
    ...endpointQuery(listCustomers, { query: { q, limit: String(shown + 1) } }),
    enabled: q !== '',
  })
  return (
    <form role="search" className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
      <Field
        label={t('customers.merge-search')}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {q === '' ? null : (
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={3} label={t('customers.loading')} />}
          failed={t('customers.failed')}
        >
          {(found) => {
            const others = found.filter(({ _id }) => _id !== customer._id).slice(0, shown)
            if (others.length === 0) return <p className="muted">{t('customers.none')}</p>
            return (
              <ul className="divide-y divide-base-300">
                {others.map((other) => (
                  <li key={other._id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                    <span className="min-w-0 wrap-anywhere">
                      <span className="block font-semibold">{nameOf(other)}</span>
                      <span className="muted block text-sm">
                        {[other.company, other.email].filter(Boolean).join(' · ')}
                      </span>
                    </span>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={t('customers.merge-into', { name: nameOf(other) })}
                      onClick={() => onChoose(other)}
                    >
                      {t('customers.choose')}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }}
        </QueryView>
      )}
    </form>
  )
}

type Chosen = 'own' | 'merged'

function Preview({
  customer,
  other,
  onBack,
  onMerge,
}: {
  customer: Customer
  other: Customer
  onBack: () => void
  onMerge: (terms: Chosen) => Promise<void>
}) {
  const [terms, setTerms] = useState<Chosen>(customer.terms?.active && !other.terms?.active ? 'merged' : 'own')
  const query = useQuery({
    ...endpointQuery(previewMerge, { params: { id: customer._id }, query: { into: other._id, terms } }),
    retry: false,
  })
  const merging = useAction(() => onMerge(terms))
  return (
    <div className="grid gap-5">
      <p className="font-semibold wrap-anywhere">
        {t('customers.merge-what', { name: nameOf(customer), other: nameOf(other) })}
      </p>
      {customer.terms ? (
        <Select
          label={t('customers.merge-terms')}
          choices={[
            { value: 'own', label: t('customers.terms-of', { name: nameOf(other), terms: termsText(other) }) },
            { value: 'merged', label: t('customers.terms-of', { name: nameOf(customer), terms: termsText(customer) }) },
          ]}
          value={terms}
          onChoose={setTerms}
        />
      ) : null}
      {query.error ? (
        <FormError text={errorMessageOf(query.error)} hasInput={false} />
      ) : query.data ? (
        <Moved parts={query.data} />
      ) : (
        <SkeletonRows rows={3} label={t('customers.one-loading')} />
      )}
      <p className="muted">{t('customers.merge-email', { email: customer.email, other: nameOf(other) })}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          disabled={!query.data}
          busy={merging.isPending}
          onClick={() => merging.mutate(undefined)}
        >
          {t('customers.merge')}
        </Button>
        <Button variant="outline" disabled={merging.isPending} onClick={onBack}>
          {t('customers.choose-another')}
        </Button>
      </div>
    </div>
  )
}

const termsText = ({ terms }: Customer) =>
  !terms?.active
    ? t('word.card')
    : [
        t('customers.net-days', { days: terms.netDays }),
        terms.creditLimit === null ? t('customers.no-limit') : moneyText(terms.creditLimit),
      ].join(', ')

function Moved({ parts: { owed, ...counts } }: { parts: MergedParts }) {
  const moved = Object.entries(counts).filter(([, count]) => count > 0) as [keyof typeof counts, number][]
  return (
    <ul className="grid gap-1 sm:grid-cols-2" aria-label={t('customers.merge-moves')}>
      {moved.map(([part, count]) => (
        <li key={part} className="flex justify-between gap-4">
          <span>{t(`customers.part.${part}`)}</span>
          <span className="figures font-semibold">{count.toLocaleString(currentLocale())}</span>
        </li>
      ))}
      {owed > 0 ? (
        <li className="flex justify-between gap-4">
          <span>{t('customers.owed')}</span>
          <span className="figures font-semibold">{moneyText(owed)}</span>
        </li>
      ) : null}
      {moved.length === 0 && owed === 0 ? <li className="muted">{t('customers.merge-nothing')}</li> : null}
    </ul>
  )
}
