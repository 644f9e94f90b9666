import { CreditCard, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { listSavedCards, maxSavedCards, removeSavedCard, type SavedCard } from '#contract/payments.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardText } from '#web/ui/card-name.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/saved-cards.route.ts'

/** Loads with the provider's library, which few pages need. */
const AddCard = lazy(() => loadChunk(() => import('#web/payments/add-card.tsx')))

export const meta: Route.MetaFunction = () => hiddenPage(t('cards.page-title'))

/** Shows the saved cards of a buyer with a button to remove each, and adds one; says so while cards are off. */
export default function SavedCardsRoute() {
  const { email } = usePerson()
  return (
    <>
      <PageHeading title={t('cards.title')} text={t('cards.text')} />
      {pageSettings().cards.mode === 'off' ? <p className="mt-6">{t('cards.off')}</p> : <Cards key={email} />}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

function Cards() {
  const query = useQuery(endpointQuery(listSavedCards))
  return (
    <section aria-label={t('cards.title')} className="card-surface mt-6 p-5 sm:p-7">
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={1} label={t('cards.title')} />}
        failed={t('cards.failed')}
      >
        {(cards) => (
          <>
            {cards.length > 0 ? <CardRows cards={cards} /> : <p className="muted mb-4">{t('cards.none')}</p>}
            {cards.length < maxSavedCards ? <Adding /> : <p className="muted">{t('cards.full')}</p>}
          </>
        )}
      </QueryView>
    </section>
  )
}

function CardRows({ cards }: { cards: readonly SavedCard[] }) {
  const removing = useConfirm<SavedCard>(
    (card) => ({
      title: t('cards.remove-title', { card: cardText(card) }),
      text: t('cards.remove-text'),
      confirmLabel: t('word.remove'),
    }),
    async ({ _id }) => {
      await write(removeSavedCard, { params: { id: _id } })
      toast.success(t('cards.removed'))
    },
  )
  return (
    <>
      <ul
        aria-label={t('cards.title')}
        className="mb-5 grid max-w-3xl divide-y divide-base-300 border-y border-base-300"
      >
        {cards.map((card) => (
          <li key={card._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <CreditCard aria-hidden="true" size={22} className="shrink-0 opacity-75" />
            <span className="min-w-0 grow">
              <span className="figures font-semibold">{cardText(card)}</span>
              <span className="muted figures block text-sm">{expiryText(card)}</span>
            </span>
            <Button
              size="sm"
              variant="outline"
              aria-label={t('cards.remove-one', { card: cardText(card) })}
              onClick={() => removing.ask(card)}
            >
              {t('word.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {removing.dialog}
    </>
  )
}

/** Opens the form for a card; the focus returns to the button after it. */
function Adding() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const close = () => setOpen(false)
  if (!isOpen) {
    return (
      <Button ref={button} variant="outline" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" size={18} />
        {t('cards.add')}
      </Button>
    )
  }
  return (
    <div className="max-w-3xl">
      <Suspense fallback={<Skeleton className="h-13 w-full" />}>
        <AddCard onSaved={close} onCancel={close} />
      </Suspense>
    </div>
  )
}

const expiryText = ({ expMonth, expYear }: SavedCard) =>
  t('cards.expires', { date: `${String(expMonth).padStart(2, '0')}/${expYear}` })
