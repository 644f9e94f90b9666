import { useState } from 'react'
import { getTool, listTools, type Tool } from '#contract/catalog.ts'
import { getProductFitments } from '#contract/vehicles.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { findSubstitutes } from '#web/catalog/find-substitutes.ts'
import { StockNotice } from '#web/catalog/stock-notice.tsx'
import { SuggestedProducts, type Suggestions } from '#web/catalog/suggested-products.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

const maxOffers = 3

interface Offers {
  products: Tool[]
  areOfSameFit: boolean
}

/** Offers on demand, since a long list may have many such lines, what is in stock in place of a product and a mail when it is back. */
export function SoldOutOffers({
  productId,
  onTake,
}: {
  productId: string
  onTake: (product: Suggestions[number]) => void
}) {
  const [offers, setOffers] = useState<Offers>()
  const [busy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    try {
      setOffers(await loadOffers(productId))
    } catch (error) {
      toast.error(errorMessageOf(error))
    }
    setBusy(false)
  }
  if (!offers) {
    return (
      <Button size="sm" variant="outline" busy={busy} onClick={() => void show()}>
        {t('quick-order.instead')}
      </Button>
    )
  }
  return (
    <div className="grid basis-full gap-3">
      {offers.products.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-sm">{t(offers.areOfSameFit ? 'purchase.instead' : 'purchase.similar')}:</p>
          <SuggestedProducts products={offers.products} onTake={onTake} />
        </div>
      ) : (
        <p className="text-sm">{t('quick-order.nothing-instead')}</p>
      )}
      <StockNotice productId={productId} />
    </div>
  )
}

async function loadOffers(productId: string): Promise<Offers> {
  const params = { id: productId }
  const [product, fits] = await Promise.all([
    cachedCall(getTool, { params }),
    cachedCall(getProductFitments, { params }).catch(() => undefined),
  ])
  const { category } = product
  if (category === undefined) return { products: [], areOfSameFit: true }
  const { products, areOfSameFit } = await findSubstitutes(product, fits, async (query) =>
    (await call(listTools, { query: { ...query, category } })).filter(({ _id }) => _id !== productId),
  )
  return { products: products.slice(0, maxOffers), areOfSameFit }
}
