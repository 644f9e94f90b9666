import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { type Address, getAddressFormat } from '#contract/addresses.ts'
import { assessLine, lineFactsOf } from '#contract/assess-line.ts'
import type { Tool } from '#contract/catalog.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { quoteOrder } from '#contract/orders.ts'
import type { OfferedShipping } from '#contract/shipping.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import { useSession } from '#web/identity/session.ts'
import { AmountRows } from '#web/orders/amount-rows.tsx'
import { daysText } from '#web/orders/offer-text.ts'
import { firstCountry, readPlace } from '#web/page/delivery-place.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { countryChoices } from '#web/i18n/country-names.ts'
import '#web/identity/clear-queries.ts'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows what one product costs with discount, shipping and tax, from country and postal code alone, and leads on to the checkout. */
export default function ChargedPurchase({
  product,
  quantity,
  saved,
}: {
  product: Tool
  quantity: number
  /** The default of the address book. */
  saved: Address | undefined
}) {
  const { status } = useSession()
  const isOrderable = assessLine(lineFactsOf(product, quantity), { quantity }).code === null
  const productId = product._id
  const checkout = `/checkout?product=${productId}&quantity=${quantity}`
  // The server does not know them.
  const [first] = useState(() => saved ?? readPlace() ?? { country: firstCountry(), postalCode: '' })
  const [country, setCountry] = useState(first.country)
  const [postalCode, setPostalCode] = useState(first.postalCode ?? '')
  const isSaved = country === saved?.country && postalCode === saved.postalCode
  const body = {
    lines: [{ productId, quantity }],
    ...(country && {
      place: {
        country,
        ...(isSaved && saved.region && { region: saved.region }),
        ...(postalCode.trim() && { postalCode: postalCode.trim() }),
      },
    }),
  }
  const format = useQuery({ ...endpointQuery(getAddressFormat, { query: { country: 'US' } }), staleTime: Infinity })
  const query = useQuery({
    queryKey: [quoteOrder.name, body],
    queryFn: () => call(quoteOrder, { body }),
    enabled: isOrderable,
    placeholderData: keepPreviousData,
  })
  const quote = query.data
  const chosen = quote?.shippingMethods.find(({ id }) => id === quote.shippingMethod)
  return (
    <div className="grid gap-4">
      {quote && (quote.charges.tax || quote.charges.shipping) ? (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={t('word.country')}
            choices={[{ value: '', label: t('attributes.choose') }, ...countryChoices(format.data?.countries ?? [])]}
            value={country}
            onChoose={setCountry}
          />
          <Field
            label={t('address.postal')}
            maxLength={maxLengths.postalCode}
            autoComplete="postal-code"
            value={postalCode}
            onChange={({ target }) => setPostalCode(target.value)}
          />
        </div>
      ) : null}
      <div aria-live="polite" aria-busy={query.isFetching || undefined} className="min-h-24">
        {query.error ? (
          <p className="font-medium text-error">{errorMessageOf(query.error)}</p>
        ) : quote ? (
          <AmountRows
            amounts={quote}
            shipping={chosen && { name: nameWithDays(chosen), isOnRequest: chosen.price === undefined }}
            totalLabel={t('word.total')}
          >
            {quote.needs.includes('place') ? (
              <div className="muted text-sm">
                <dt className="sr-only">{t('checkout.missing')}</dt>
                <dd>{t(chosen ? 'checkout.tax-needs-country' : 'checkout.needs-country')}</dd>
              </div>
            ) : null}
          </AmountRows>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </div>
      {isOrderable ? (
        <ButtonLink to={status === 'signed-in' ? checkout : signInUrl(checkout)} variant="outline">
          {t(status === 'signed-in' ? 'cart.to-checkout' : 'cart.sign-in')}
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** Names a method with its working days: `Ground parcel, 2–4 days`. */
const nameWithDays = ({ name, days }: Pick<OfferedShipping, 'name' | 'days'>) =>
  days ? `${name}, ${daysText(days)}` : name
