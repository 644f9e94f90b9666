import { listPrices, type PriceList } from '#contract/pricing.ts'
import { call } from '#web/api/call-endpoint.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Describes what a list that is switched on for everyone would lower. */
interface Asked {
  name: string
  /** The number of products with prices of their own. */
  products: number
  /** A product that becomes cheaper. */
  example: { name: string; before: number; after: number } | undefined
  /** Taken off all other prices; 0 for none. */
  percent: number
  work: () => Promise<unknown>
}

/** Asks before a list lowers prices for everyone; `run` goes on at once where it lowers none. */
export function useEveryoneQuestion() {
  const { ask, dialog } = useConfirm<Asked>(
    ({ name, products, example, percent }) => ({
      title: t('price-lists.everyone-title', { name }),
      text: [
        t('price-lists.everyone-text', { count: products }),
        example &&
          t('price-lists.everyone-example', {
            name: example.name,
            before: moneyText(example.before),
            after: moneyText(example.after),
          }),
        percent > 0 && t('price-lists.everyone-percent', { percent: unitsText(percent) }),
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: t('price-lists.everyone-confirm'),
      variant: 'danger',
    }),
    ({ work }) => work(),
  )

  async function run(list: Pick<PriceList, '_id' | 'name' | 'products' | 'adjustPercent'>, work: Asked['work']) {
    const { _id: id, name, products, adjustPercent = 0 } = list
    const prices = products > 0 ? await call(listPrices, { params: { id }, query: { limit: '100' } }) : []
    const [example] = prices.flatMap(({ name: product, ownPrice, prices: own }) => {
      const lower = own.find(({ price }) => price < ownPrice)
      return lower ? [{ name: product, before: ownPrice, after: lower.price }] : []
    })
    // Of a long list, only the first prices are compared.
    const lowers = example !== undefined || products > prices.length || adjustPercent < 0
    if (lowers) ask({ name, products, example, percent: Math.max(0, -adjustPercent), work })
    else await work()
  }
  return { run, dialog }
}
