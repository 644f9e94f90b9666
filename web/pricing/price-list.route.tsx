import { useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  deletePriceList,
  getPriceList,
  listCustomerGroups,
  listPrices,
  type PriceList,
  updatePriceList,
} from '#contract/pricing.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useList, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { fromLocalInput, toLocalInput } from '#web/i18n/store-clock.ts'
import { PriceGrid } from '#web/pricing/price-grid.tsx'
import { OrderPreview } from '#web/orders/order-preview.tsx'
import { useEveryoneQuestion } from '#web/pricing/use-public-list.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import { numberInput, readPercent } from '#web/i18n/typed-number.ts'
import type { Route } from './+types/price-list.route.ts'

export const handle = staffWith('prices')

export const meta: Route.MetaFunction = () => hiddenPage(t('price-lists.title'))

const lists = '/dashboard/price-lists'

export default function PriceListRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getPriceList, { params: { id } }))
  const filter = useListFilter({})
  const prices = useList(listPrices, { params: { id }, query: filter.query })
  const isGone = query.error instanceof ApiProblem && [404, 400].includes(query.error.status)
  if (isGone) {
    return (
      <EmptyState
        title={t('price-lists.gone')}
        text={t('problem.price-list-not-found')}
        action={<ButtonLink to={lists}>{t('price-lists.title')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <BackLink to={lists}>{t('price-lists.title')}</BackLink>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={6} label={t('price-lists.loading')} />}
        failed={t('price-lists.failed')}
      >
        {(list) => (
          <>
            <PageHeading title={list.name} text={t(list.base ? 'price-lists.base-text' : 'price-lists.list-text')} />
            <Card className="mt-6">
              <Settings key={list._id} list={list} />
            </Card>
          </>
        )}
      </QueryView>
      <Card className="mt-8">
        <h2 className="mb-4 text-2xl">{t('word.prices')}</h2>
        <ListFilter
          label={t('price-lists.search')}
          text={filter.q}
          onText={(q) => filter.narrow({ q })}
          kinds={[{ kind: '' as const, label: t('word.all') }]}
          kind=""
          onKind={() => filter.clear()}
        />
        <QueryView
          query={prices}
          placeholder={<SkeletonRows rows={6} label={t('price-lists.loading')} />}
          failed={t('price-lists.failed')}
        >
          {(products) => (
            <>
              <PriceGrid key={id} listId={id} products={products} />
              {prices.hasMore ? (
                <Button
                  variant="outline"
                  className="mt-4"
                  busy={prices.isLoadingMore}
                  onClick={() => void prices.loadMore().catch((error: unknown) => toast.error(errorMessageOf(error)))}
                >
                  {t('price-lists.more')}
                </Button>
              ) : null}
            </>
          )}
        </QueryView>
      </Card>
      <OrderPreview className="mt-8" />
    </>
  )
}

/** Stands for no group where one can be chosen. */
const everyone = 'everyone'

interface Values {
  name: string
  groupId: string
  startsAt: string
  endsAt: string
  adjustPercent: string
  exclusive: boolean
  active: boolean
}

function Settings({ list }: { list: PriceList }) {
  const { _id, base, name, group, customer, startsAt, endsAt, exclusive, adjustPercent } = list
  const groups = useQuery(endpointQuery(listCustomerGroups))
  const navigate = useNavigate()
  // Only what was typed: the rest follows the list, which is fetched again whenever a part of the page is saved.
  const [typed, setTyped] = useState<Partial<Values>>({})
  const values: Values = {
    name,
    // Dealers' prices would be for everyone with one tick: of a list that is off, it is said.
    groupId: group?._id ?? (list.active ? everyone : ''),
    startsAt: toLocalInput(startsAt),
    endsAt: toLocalInput(endsAt),
    adjustPercent: adjustPercent === undefined ? '' : numberInput(adjustPercent),
    exclusive,
    active: list.active,
    ...typed,
  }
  // Written by the first function.
  useDraft(
    `price-list-${_id}`,
    () => typed,
    (draft) => setTyped(draft as Partial<Values>),
  )
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<Values>) => setTyped((before) => ({ ...before, ...change }))
  const question = useEveryoneQuestion()
  const deletion = useConfirm(
    () => ({
      title: t('word.delete-question-quoted', { name }),
      text: t('price-lists.delete-text'),
      confirmLabel: t('lists.delete'),
      variant: 'danger' as const,
    }),
    async () => {
      await write(deletePriceList, { params: { id: _id } })
      toast.success(t('price-lists.deleted', { name }))
      await navigate(lists)
    },
  )

  async function save() {
    const adjustPercent = values.adjustPercent.trim() === '' ? null : readPercent(values.adjustPercent)
    if (Number.isNaN(adjustPercent)) return setFailure(t('ui.no-amount', { example: numberInput(-2.5) }))
    const isForEveryone = !base && !customer && values.groupId === everyone
    if (values.active && !base && !customer && values.groupId === '') return setFailure(t('price-lists.for-whom'))
    setBusy(true)
    setFailure(undefined)
    const asks = values.active && isForEveryone && !(list.active && !group)
    try {
      const store = () => send(adjustPercent)
      await (asks ? question.run({ ...list, adjustPercent: adjustPercent ?? 0 }, store) : store())
    } catch (error) {
      setFailure(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  async function send(adjustPercent: number | null) {
    try {
      const common = { name: values.name.trim(), active: values.active }
      const others = {
        groupId: values.groupId === '' || values.groupId === everyone ? null : values.groupId,
        startsAt: fromLocalInput(values.startsAt) || null,
        endsAt: fromLocalInput(values.endsAt) || null,
        exclusive: values.exclusive,
        adjustPercent,
      }
      await write(updatePriceList, { params: { id: _id }, body: base ? common : { ...common, ...others } })
      setTyped((now) => (now === typed ? {} : now))
      toast.success(t('price-lists.saved', { name: common.name }))
    } catch (error) {
      setFailure(errorMessageOf(error))
    }
  }

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormError text={failure} />
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        <Field
          label={t('word.name')}
          required
          maxLength={maxLengths.priceListName}
          autoComplete="off"
          value={values.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        {base ? null : (
          <>
            {customer ? (
              <p>
                <span className="muted block text-sm">{t('price-lists.for')}</span>
                <ButtonLink to={`/dashboard/customers/${customer._id}`} variant="quiet" className="-mx-4 wrap-anywhere">
                  {customer.name}
                </ButtonLink>
              </p>
            ) : (
              <Select
                label={t('price-lists.for')}
                choices={[
                  ...(values.groupId === '' ? [{ value: '', label: t('word.choose') }] : []),
                  { value: everyone, label: t('price-lists.everyone') },
                  ...(groups.data ?? (group ? [group] : [])).map((one) => ({ value: one._id, label: one.name })),
                ]}
                value={values.groupId}
                onChoose={(groupId) => set({ groupId })}
              />
            )}
            <Field
              label={t('word.percent')}
              inputMode="decimal"
              autoComplete="off"
              hint={t('price-lists.percent-hint')}
              value={values.adjustPercent}
              onChange={({ target }) => set({ adjustPercent: target.value })}
            />
            <Field
              label={t('discounts.starts', { zone: currentStore().timeZone })}
              type="datetime-local"
              value={values.startsAt}
              onChange={({ target }) => set({ startsAt: target.value })}
            />
            <Field
              label={t('discounts.ends', { zone: currentStore().timeZone })}
              type="datetime-local"
              value={values.endsAt}
              onChange={({ target }) => set({ endsAt: target.value })}
            />
          </>
        )}
      </div>
      {base ? null : (
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="checkbox mt-0.5"
            checked={values.exclusive}
            onChange={({ target }) => set({ exclusive: target.checked })}
          />
          <span>
            <span className="font-medium">{t('price-lists.exclusive')}</span>
            <span className="muted block text-sm">{t('price-lists.exclusive-hint')}</span>
          </span>
        </label>
      )}
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={values.active}
          onChange={({ target }) => set({ active: target.checked })}
        />
        <span className="font-medium">{t('word.switched-on')}</span>
      </label>
      <p className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {t('word.save')}
        </Button>
        {base ? null : (
          <Button variant="outline" onClick={() => deletion.ask(undefined)}>
            {t('lists.delete')}
          </Button>
        )}
      </p>
      {deletion.dialog}
      {question.dialog}
    </form>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
