import { CreditCard } from 'lucide-react'
import { listSavedCards, removeSavedCard, type SavedCard } from '#contract/payments.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { cardText } from '#web/ui/card-name.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the saved cards of a buyer with a button to remove each; nothing if there are none. */
export function SavedCards() {
  const { data } = useQuery({
    ...endpointQuery(listSavedCards),
    enabled: pageSettings().cards.mode !== 'off',
  })
  const removing = useConfirm<SavedCard>(
    (card) => ({
      title: t('cards.remove-title', { card: cardText(card) }),
      text: t('cards.remove-text'),
      confirmLabel: t('security.remove'),
    }),
    async ({ _id }) => {
      await write(removeSavedCard, { params: { id: _id } })
      toast.success(t('cards.removed'))
    },
  )
  return (
    <>
      {data && data.length > 0 ? (
        <section aria-labelledby="saved-cards" className="mt-10">
          <h2 id="saved-cards" className="text-3xl">
            {t('cards.title')}
          </h2>
          <p className="muted mt-2">{t('cards.text')}</p>
          <ul className="card-surface mt-4 divide-y divide-base-300">
            {data.map((card) => (
              <li key={card._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-7">
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
                  {t('security.remove')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {removing.dialog}
    </>
  )
}

const expiryText = ({ expMonth, expYear }: SavedCard) =>
  t('cards.expires', { date: `${String(expMonth).padStart(2, '0')}/${expYear}` })
