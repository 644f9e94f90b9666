import { toCents } from '#contract/currency.ts'
import { assessLine, type LineFacts } from '#contract/assess-line.ts'
import { priceAsSeen } from '#contract/cart-lines.ts'
import { unitPriceAt, type UnitPrices } from '#contract/unit-price.ts'
import { changeCart } from '#web/carts/cart-store.ts'
import { refusalText } from '#web/catalog/refusal-text.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { countAdded } from '#web/page/count-visit.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Adds what a form of `AddToCart` says. What cannot be ordered is explained at its field; the focus stays. */
export async function addFromForm(form: HTMLFormElement, toCart: () => void): Promise<void> {
  const field = form.elements.namedItem('quantity')
  if (!(field instanceof HTMLInputElement)) return
  const { cart: productId = '', name = '' } = form.dataset
  const { facts, prices } = readFacts(form)
  const quantity = field.valueAsNumber
  const reason = Number.isInteger(quantity) && quantity > 0 ? refusalOf(facts, quantity) : t('purchase.no-quantity')
  if (reason !== undefined) {
    field.setCustomValidity(reason)
    field.reportValidity()
    field.addEventListener('input', () => field.setCustomValidity(''), { once: true })
    return
  }
  const seen = (units: number) => priceAsSeen({ price: unitPriceAt(prices, units), pricePer: facts.pricePer })
  const { quantities } = await changeCart([{ productId, quantity, add: true, ...seen(quantity) }], {
    priceAt: (_, units) => seen(units),
  })
  countAdded(productId)
  const inCart = quantities[0]?.quantity ?? quantity
  const text = t('cart.added', {
    quantity: unitsText(quantity),
    name,
    inCart: unitsText(inCart),
    more: inCart > quantity ? 'yes' : 'no',
  })
  const short = refusalOf(facts, inCart)
  if (short === undefined) toast.success(text, { label: t('cart.title'), run: toCart, isOnPage: true })
  else toast.warning(`${text} ${short}`)
}

function refusalOf(facts: LineFacts, quantity: number): string | undefined {
  const { code, offer } = assessLine(facts, { quantity })
  return code === null ? undefined : refusalText(code, { ...facts, nearest: offer.quantity })
}

function readFacts(form: HTMLFormElement): { facts: LineFacts; prices: UnitPrices } {
  const [price = 0, minimum = 1, multiple = 1, maximum = 0, available = 0, pricePer = 1] = (form.dataset['facts'] ?? '')
    .split(' ')
    .map(Number)
  const priceCents = toCents(price)
  const breaks = (form.dataset['breaks'] ?? '').split(' ').flatMap((step) => {
    const [from = 0, each = 0] = step.split(':').map(Number)
    return from > 0 ? [{ from, price: each }] : []
  })
  return {
    prices: { price, breaks },
    facts: { active: true, priceCents, pricePer, minimum, multiple, maximum: maximum || undefined, available },
  }
}
