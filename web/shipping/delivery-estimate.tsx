import { Truck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ResponseBody } from '#contract/endpoint.ts'
import { type Address, listAddresses } from '#contract/addresses.ts'
import type { Place } from '#contract/place.ts'
import { listShippingOffers } from '#contract/shipping.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { cheapest, daysText, omissionText, priceText } from '#web/orders/offer-text.ts'
import { useSession } from '#web/identity/session.ts'
import { firstCountry, readPlace, writePlace } from '#web/page/delivery-place.ts'
import { PlaceFields } from '#web/page/place-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useWhenOnline } from '#web/ui/use-when-online.ts'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'

export interface EstimateProps {
  lines: readonly { productId: string; quantity: number }[]
  /** The countries that goods go to. */
  countries: readonly string[]
}

type Answer = ResponseBody<typeof listShippingOffers>

/**
 * Says what delivery of lines costs, from country and postal code alone: those that this device remembers, or of the buyer's default
 * address.
 */
export default function DeliveryEstimate(props: EstimateProps) {
  const { status } = useSession()
  const [place, setPlace] = useState(readPlace)
  const isUnknown = place === undefined && status !== 'signed-out'
  useEffect(() => {
    if (!isUnknown || status !== 'signed-in') return
    const none = { country: firstCountry(props.countries) }
    call(listAddresses).then(
      ([usual]) => setPlace(usual ? placeOf(usual) : none),
      // Without an answer the buyer types the place.
      () => setPlace(none),
    )
  }, [isUnknown, status, props.countries])
  if (isUnknown) return <Skeleton className="h-28 w-full" />
  return <Estimate {...props} first={place ?? { country: firstCountry(props.countries) }} />
}

const placeOf = ({ country, region, postalCode }: Address): Place => ({
  country,
  ...(region && { region }),
  ...(postalCode && { postalCode }),
})

function Estimate({ lines, countries, first }: EstimateProps & { first: Place }) {
  const titleId = useId()
  const [place, setPlace] = useState(first)
  const [isChanging, setChanging] = useState(false)
  const { answer, failure } = useOffers(lines, place)
  const best = answer && cheapest(answer.offers)
  const needs = answer?.needs
  const needsMore = needs !== undefined
  const isOpen = isChanging || needsMore
  return (
    <section aria-labelledby={titleId} className="rounded-box border border-base-300 px-4 py-3">
      <h2 id={titleId} className="flex items-center gap-2 font-sans text-base font-semibold">
        <Truck aria-hidden="true" size={18} className="shrink-0 opacity-75" />
        {t('delivery.to', { place: placeText(place) })}
      </h2>
      <div aria-live="polite">
        {failure === undefined ? null : <p className="mt-1 text-error">{failure}</p>}
        {answer && !needsMore ? <Summary answer={answer} best={best} /> : null}
        {needs ? <p className="mt-1">{t(`delivery.needs.${needs}`)}</p> : null}
      </div>
      {isOpen ? (
        <form
          className="mt-3 grid gap-3 sm:grid-cols-2"
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            setChanging(false)
          }}
        >
          <PlaceFields
            place={place}
            countries={countries.includes(place.country) ? countries : [...countries, place.country]}
            needs={needs}
            onChange={(changed) => {
              setChanging(true)
              setPlace(changed)
              writePlace(changed)
            }}
          />
          <div className="sm:col-span-2">
            <Button type="submit" size="sm" variant="outline">
              {t('word.done')}
            </Button>
          </div>
        </form>
      ) : (
        <Button size="sm" variant="quiet" className="mt-1 -ml-3" onClick={() => setChanging(true)}>
          {t('delivery.change')}
        </Button>
      )}
    </section>
  )
}

const placeText = ({ country, postalCode }: Place) => [countryName(country), postalCode].filter(Boolean).join(' ')

function Summary({ answer, best }: { answer: Answer; best: Answer['offers'][number] | undefined }) {
  const { offers, omitted } = answer
  if (offers.length === 0) {
    return (
      <p className="mt-1">
        {t(omitted.length > 0 ? 'delivery.none-for-these' : 'delivery.not-there')}
        <Omitted omitted={omitted} />
      </p>
    )
  }
  return (
    <>
      <p className="mt-1">
        {best
          ? [t('delivery.from', { price: priceText(best) }), best.days && daysText(best.days)]
              .filter(Boolean)
              .join(', ')
          : t('delivery.only-on-request')}
      </p>
      {best?.missingForFree === undefined ? null : (
        <p className="muted text-sm">{t('delivery.missing-for-free', { amount: moneyText(best.missingForFree) })}</p>
      )}
      {offers.length > 1 || omitted.length > 0 ? (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
            {t('delivery.all', { count: offers.length })}
          </summary>
          <ul className="grid gap-1 pb-2">
            {offers.map((offer) => (
              <li key={offer.id} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {offer.name}
                  {offer.days ? <span className="muted"> · {daysText(offer.days)}</span> : null}
                </span>
                <span className="figures">{priceText(offer)}</span>
              </li>
            ))}
          </ul>
          <Omitted omitted={omitted} />
        </details>
      ) : null}
    </>
  )
}

function Omitted({ omitted }: Pick<Answer, 'omitted'>) {
  return omitted.map(({ name, reason }) => (
    <span key={name} className="muted block text-sm">
      {omissionText(name, reason)}
    </span>
  ))
}

/** A change of the place is asked about once typing pauses. */
const pauseMs = 300

/** Asks for the offers, again when lines or place change, and after a failure when the network is back. */
function useOffers(lines: EstimateProps['lines'], place: Place) {
  const asked = JSON.stringify({ lines, place })
  const [found, setFound] = useState<{ answer?: Answer; failure?: string }>({})
  const [retries, setRetries] = useState(0)
  useWhenOnline(() => setRetries((times) => times + 1), found.failure !== undefined)
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      const body = JSON.parse(asked) as { lines: { productId: string; quantity: number }[]; place: Place }
      call(listShippingOffers, { body, signal: leaving.signal }).then(
        (answer) => setFound({ answer }),
        (error: unknown) => leaving.signal.aborted || setFound({ failure: errorMessageOf(error) }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, retries])
  return found
}
