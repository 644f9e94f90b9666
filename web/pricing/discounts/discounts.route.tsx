import { Period } from '#web/pricing/period.tsx'
import { Plus, TicketPercent } from 'lucide-react'
import { Link } from 'react-router'
import { discountStates, listDiscounts, type ManagedDiscount, updateDiscount } from '#contract/discounts.ts'
import { useAction, useList, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { discountText, stateTones } from '#web/pricing/discounts/discount-text.ts'
import { switchActions } from '#web/pricing/switch-actions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/discounts.route.ts'

export const handle = staffWith('prices')

export const meta: Route.MetaFunction = () => hiddenPage(t('discounts.title'))

export default function DiscountsRoute() {
  const filter = useListFilter({ state: ['', ...discountStates] })
  const list = useList(listDiscounts, { query: filter.query })
  const switching = useAction(async ({ _id, name, active }: ManagedDiscount) => {
    await write(updateDiscount, { params: { id: _id }, body: { active: !active } })
    toast.success(t(active ? 'discounts.switched-off' : 'discounts.switched-on', { name }))
  })
  const columns: Column<ManagedDiscount>[] = [
    { head: t('word.name'), phone: 'title', cell: (discount) => <NameAndCode discount={discount} /> },
    { head: t('discounts.discount'), cell: (discount) => <Terms discount={discount} /> },
    { head: t('word.when'), cell: (discount) => <Period of={discount} /> },
    {
      head: t('discounts.used'),
      numeric: true,
      cell: ({ used, usageLimit }) => (
        <span className="whitespace-nowrap">
          {usageLimit === undefined
            ? unitsText(used)
            : t('discounts.used-of', { used: unitsText(used), limit: unitsText(usageLimit) })}
        </span>
      ),
    },
    {
      head: t('word.status'),
      fit: true,
      cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`discounts.state.${state}`)}</Badge>,
    },
    switchActions({
      pageOf: ({ _id }) => `/dashboard/discounts/${_id}`,
      nameId: ({ _id }) => `discount-${_id}`,
      switching,
    }),
  ]
  const add = (
    <ButtonLink to="/dashboard/discounts/new">
      <Plus aria-hidden="true" size={20} /> {t('discounts.add')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeading title={t('discounts.title')} text={t('discounts.text')} action={add} />
      <div className="mt-6">
        <SavedViews list="discounts" />
        <ListFilter
          label={t('discounts.search')}
          text={filter.q}
          onText={(q) => filter.narrow({ q })}
          kinds={[
            { kind: '' as const, label: t('word.all') },
            ...discountStates.map((kind) => ({ kind, label: t(`discounts.state.${kind}`) })),
          ]}
          kind={filter.state}
          onKind={(state) => filter.narrow({ state })}
        />
        <ListView
          list={list}
          columns={columns}
          caption={t('discounts.title')}
          loading={t('discounts.loading')}
          failed={t('discounts.failed')}
          filter={filter}
          noMatch={{
            title: t('discounts.no-match'),
            text: t('discounts.no-match-text'),
            showAll: t('discounts.show-all'),
          }}
          empty={
            <EmptyState
              title={t('discounts.none')}
              text={t('discounts.none-text')}
              icon={<TicketPercent size={30} />}
            />
          }
        />
      </div>
    </>
  )
}

function NameAndCode({ discount: { _id, name, code } }: { discount: ManagedDiscount }) {
  return (
    <span id={`discount-${_id}`}>
      <Link to={`/dashboard/discounts/${_id}`} className="block font-semibold wrap-anywhere hover:underline">
        {name}
      </Link>
      <span className="muted block text-sm wrap-anywhere">
        {code === undefined ? t('discounts.automatic') : <span className="figures">{code}</span>}
      </span>
    </span>
  )
}

function Terms({ discount }: { discount: ManagedDiscount }) {
  const { target, products, categories, minimum, oncePerBuyer } = discount
  const names = [...products, ...categories].map(({ name }) => name)
  const facts = [
    target === 'order' ? t('discounts.target.order') : shorten(names),
    minimum !== undefined && t('discounts.from-amount', { amount: moneyText(minimum) }),
    oncePerBuyer && t('discounts.once'),
  ].filter(Boolean)
  return (
    <>
      <span className="block">{discountText(discount)}</span>
      <span className="muted block text-sm wrap-anywhere">{facts.join(' · ')}</span>
    </>
  )
}

const shownNames = 3
const shorten = (names: readonly string[]) =>
  names.length <= shownNames
    ? names.join(', ')
    : t('discounts.and-more', { names: names.slice(0, shownNames).join(', '), count: names.length - shownNames })

export { RouteErrorBoundary as ErrorBoundary }
