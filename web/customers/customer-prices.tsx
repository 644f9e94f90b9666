import { useNavigate } from 'react-router'
import type { Customer } from '#contract/customers.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { addPriceList, listPriceLists } from '#contract/pricing.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the price lists that are for one customer alone, or the button that adds one and opens it. */
export function CustomerPrices({ customer: { _id: customerId, name, email } }: { customer: Customer }) {
  const navigate = useNavigate()
  const query = useQuery(endpointQuery(listPriceLists, { query: { customerId } }))
  const adding = useAction(async () => {
    // With the address, because two customers may have the same name, and no two lists.
    const listName = (name ? `${name} (${email})` : email).slice(0, maxLengths.priceListName)
    // In force at once: without prices, it changes none.
    const { priceList } = await write(addPriceList, { body: { name: listName, customerId, active: true } })
    await navigate(`/dashboard/price-lists/${priceList._id}`)
  })
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={1} label={t('price-lists.loading')} />}
      failed={t('price-lists.failed')}
    >
      {(lists) =>
        lists.length > 0 ? (
          <ul className="grid gap-2">
            {lists.map(({ _id, name: listName, state, products }) => (
              <li key={_id} className="grid justify-items-start gap-1">
                <ButtonLink to={`/dashboard/price-lists/${_id}`} variant="outline" size="sm">
                  {listName}
                </ButtonLink>
                <span className="muted text-sm">
                  {t(`price-lists.state.${state}`)} · {t('word.product-count', { count: products })}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p className="muted mb-4">{t('customers.no-own-prices')}</p>
            <Button variant="outline" busy={adding.isPending} onClick={() => adding.mutate(undefined)}>
              {t('customers.own-prices')}
            </Button>
          </>
        )
      }
    </QueryView>
  )
}
