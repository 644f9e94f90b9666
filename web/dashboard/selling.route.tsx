import { CircleAlert, CircleCheck } from 'lucide-react'
import { getSelling, type Selling, type SellingState, setSelling } from '#contract/selling.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useDemoParts } from '#web/orders/demo-parts.tsx'
import { issueText } from '#web/shipping/issue-text.ts'
import { gapText } from '#web/tax/gap-text.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'
import type { Route } from './+types/selling.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('selling.title'))

export default function SellingRoute() {
  const query = useQuery(endpointQuery(getSelling))
  return (
    <>
      <PageHeading title={t('selling.title')} text={t('selling.text')} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={8} label={t('selling.loading')} />}
          failed={t('selling.failed')}
        >
          {(selling) => (
            <>
              <SellingSwitch selling={selling} />
              <h2 className="mt-10 mb-4 text-3xl">{t('selling.checklist')}</h2>
              <Checklist selling={selling} />
            </>
          )}
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

function SellingSwitch({ selling }: { selling: Selling }) {
  const { inTheWay } = useDemoParts()
  const { on } = selling.switch
  const isBlocked = (part: 'shipping' | 'tax') => selling[part].state !== 'on' && inTheWay(part).length > 0
  const blocked = (['shipping', 'tax'] as const).filter(isBlocked)
  const notReady = [...new Set([...selling.switch.notReady, ...blocked])]
  const switching = useAction(async () => {
    await write(setSelling, { body: { on: !on } })
    toast.success(t(on ? 'selling.switched-off' : 'selling.switched-on'))
  })
  const isAllOn = !on && whatIsSet(selling.switch).length === 0
  const isPartlyOn = !on && [selling.prices, selling.shipping, selling.tax].some(({ state }) => state === 'on')
  return (
    <Card className="max-w-3xl">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-2xl">{t('selling.switch')}</h2>
        {isPartlyOn && !isAllOn ? (
          <Badge tone="warning">{t('selling.partly-on')}</Badge>
        ) : (
          <StateBadge state={on || isAllOn ? 'on' : 'off'} />
        )}
      </div>
      <p className="mt-2 wrap-anywhere">{switchText({ ...selling.switch, notReady })}</p>
      <p className="muted mt-1">{t('selling.placed-stay')}</p>
      {isAllOn ? null : (
        <Button
          className="mt-5"
          variant={on || isPartlyOn ? 'outline' : 'primary'}
          busy={switching.isPending}
          disabled={!on && notReady.length > 0}
          onClick={() => switching.mutate(undefined)}
        >
          {t(on ? 'selling.switch-off' : isPartlyOn ? 'selling.switch-rest-on' : 'selling.switch-on')}
        </Button>
      )}
    </Card>
  )
}

const join = (texts: readonly string[]) => new Intl.ListFormat(currentLocale()).format(texts)

/** Names what the switch sets or has set. */
const whatIsSet = ({ tax, shipping, priceLists }: Selling['switch']): string[] => [
  ...priceLists.map(({ name, group }) =>
    group === undefined ? t('selling.list-for-everyone', { name }) : t('selling.list-for-group', { name, group }),
  ),
  ...(shipping ? [t('selling.part.shipping')] : []),
  ...(tax ? [t('selling.part.tax')] : []),
]

function switchText(now: Selling['switch']): string {
  const list = join(whatIsSet(now))
  if (now.on) return list === '' ? t('selling.has-set-nothing') : t('selling.has-set', { list })
  if (list === '') return t('selling.all-on')
  if (now.notReady.length > 0) {
    return t('selling.not-ready', { list: join(now.notReady.map((part) => t(`selling.part.${part}`))) })
  }
  return t('selling.would-set', { list })
}

const tones: Record<SellingState, BadgeTone> = { on: 'success', off: 'neutral', empty: 'neutral' }

const StateBadge = ({ state }: { state: SellingState }) => <Badge tone={tones[state]}>{t(`selling.${state}`)}</Badge>

interface Row {
  part: 'prices' | 'discounts' | 'shipping' | 'tax' | 'invoice' | 'terms'
  state: SellingState
  text: string
  /** Lists the missing parts; undefined where nothing can be missing. */
  missing?: readonly string[]
  page: { to: string; words: MessageId }
}

function Checklist({ selling }: { selling: Selling }) {
  const { inTheWay } = useDemoParts()
  return (
    <ul className="card-surface divide-y divide-base-300">
      {rowsOf(selling, inTheWay).map(({ part, state, text, missing, page: { to, words } }) => (
        <li key={part} className="grid items-start gap-x-6 gap-y-3 p-5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-3">
              <h3 className="text-xl">{t(`selling.part.${part}`)}</h3>
              <StateBadge state={state} />
            </div>
            <p className="mt-1 wrap-anywhere">{text}</p>
            {missing ? <Missing texts={missing} /> : null}
          </div>
          <ButtonLink to={to} variant="outline" size="sm">
            {t('selling.open', { page: t(words) })}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

const Missing = ({ texts }: { texts: readonly string[] }) => (
  <ul className="mt-2 grid gap-1">
    {texts.map((text) => (
      <li key={text} className="flex gap-2.5">
        <CircleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </li>
    ))}
    {texts.length === 0 ? (
      <li className="flex gap-2.5">
        <CircleCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-success" />
        {t('word.nothing-missing')}
      </li>
    ) : null}
  </ul>
)

function rowsOf(
  { prices, discounts, shipping, tax, invoice, terms }: Selling,
  inTheWay: ReturnType<typeof useDemoParts>['inTheWay'],
): Row[] {
  const { active, all, ofDemo } = prices
  const needsBankDetails = invoice.buyers > 0 && !invoice.hasBankDetails
  return [
    {
      part: 'prices',
      state: prices.state,
      text: all === 0 ? t('selling.prices-empty') : t('selling.prices-count', { active, all }),
      ...(ofDemo.length > 0 && { missing: [t('selling.prices-of-demo', { list: join(ofDemo) })] }),
      page: { to: '/dashboard/price-lists', words: 'price-lists.title' },
    },
    {
      part: 'discounts',
      state: discounts.state,
      text:
        discounts.all === 0
          ? t('selling.discounts-empty')
          : t('selling.discounts-count', { active: discounts.active, all: discounts.all }),
      page: { to: '/dashboard/discounts', words: 'discounts.title' },
    },
    {
      part: 'shipping',
      state: shipping.state,
      text: t(shipping.state === 'on' ? 'selling.shipping-on' : 'selling.shipping-off'),
      missing: [...inTheWay('shipping'), ...shipping.issues.map(issueText)],
      page: { to: '/dashboard/shipping', words: 'word.shipping' },
    },
    {
      part: 'tax',
      state: tax.state,
      text: t(tax.state === 'on' ? 'selling.tax-on' : 'selling.tax-off'),
      missing: [
        ...inTheWay('tax'),
        ...tax.gaps.map(({ code, places = [] }) => gapText(code, places)),
        ...(tax.waitingNumbers > 0 ? [t('selling.numbers-wait', { count: tax.waitingNumbers })] : []),
      ],
      page: { to: '/dashboard/tax', words: 'word.tax' },
    },
    {
      part: 'invoice',
      state: invoice.state,
      text: invoice.buyers === 0 ? t('selling.invoice-empty') : t('selling.invoice-count', { count: invoice.buyers }),
      ...(needsBankDetails
        ? { missing: [t('selling.no-bank-details')], page: { to: '/dashboard/store#company', words: 'store.title' } }
        : { page: { to: '/dashboard/customers', words: 'word.customers' } }),
    },
    {
      part: 'terms',
      state: terms.state,
      text: terms.address === '' ? t('selling.terms-empty') : t('selling.terms-on', { address: terms.address }),
      page: { to: '/dashboard/legal', words: 'legal-texts.title' },
    },
  ]
}
