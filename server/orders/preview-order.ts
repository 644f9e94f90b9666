import { toAmount } from '#contract/currency.ts'
import { bestDiscount, type Discount, misfitOf, savedCents } from '#contract/apply-discount.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import type { previewOrder as endpoint } from '#contract/order-preview.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { readPlace } from '#server/accounts/addresses/read-address.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import type { NewLine } from '#server/orders/insert-order.ts'
import { presentQuote } from '#server/orders/present-quote.ts'
import { type Charging, type Quote, quoteOrder } from '#server/orders/quote-order.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { isId } from '#server/platform/ids.ts'
import { listCategoriesBelow } from '#server/pricing/discounts/find-discounts.ts'
import { readDiscount } from '#server/pricing/discounts/read-discount.ts'
import { explainPrices } from '#server/pricing/explain-prices.ts'
import { listGroups } from '#server/pricing/list-groups.ts'
import { presentRule } from '#server/pricing/list-prices.ts'

type Preview = ResponseBody<typeof endpoint>

/** Calculates what a buyer or a visitor would pay for a cart, as if everything were charged, and why. Throws the problems of its endpoint. */
export async function previewOrder(
  db: Database,
  charging: Charging,
  { email, lines: named, place, code, shippingMethod, discountId, day, ...body }: Body<typeof endpoint>,
  language: Language,
): Promise<Preview> {
  const buyerId = email === undefined ? undefined : (await getUserByEmail(db, email)).id
  const lines = await findLines(db, named, { buyerId, language })
  const discount = body.discount && (await readWritten(db, body.discount, discountId))
  const quote = await quoteOrder(
    db,
    charging,
    {
      lines,
      buyerId,
      place: place && readPlace(place),
      code: code?.trim() || undefined,
      ip: undefined,
      shippingMethod,
      language,
      preview: { discount, at: day === undefined ? new Date() : new Date(`${day}T12:00:00Z`) },
    },
    // A product that was deleted meanwhile has no price.
    () => problem('product-not-found'),
  )
  if (quote.lines.length < lines.length) throw problem('product-not-found')
  const { delivery } = quote
  return {
    ...presentQuote(quote),
    lines: await presentLines(db, quote, buyerId),
    groups: email === undefined ? [] : (await listGroups(db, { email })).map(({ _id, name }) => ({ _id, name })),
    ...(delivery?.zone && { zone: delivery.zone.name }),
    ...(delivery && delivery.goods.weightMg !== null && { weight: delivery.goods.weightMg / 1_000_000 }),
    ...(delivery?.needs && { placeNeeds: delivery.needs }),
    omitted: delivery?.omitted ?? [],
    ...(discount && { written: presentWritten(discount, quote) }),
  }
}

/** Returns the lines of named products. Throws `part-numbers-unknown`, `product-number-ambiguous` or `product-not-found`. */
async function findLines(
  db: Database,
  named: Body<typeof endpoint>['lines'],
  buyer: { buyerId: string | undefined; language: Language },
): Promise<NewLine[]> {
  const wanted = named.map(({ productId, ...line }) =>
    productId === undefined ? line : { productId: isId(productId) ? productId : undefined, quantity: line.quantity },
  )
  const found = await findLineProducts(db, wanted, buyer)
  for (const [index, { partNumber = '' }] of named.entries()) {
    const { ambiguous, suggestions = [] } = found[index] ?? {}
    if (ambiguous) {
      const numbers = suggestions.map(({ brand, sku, name }) => brandedNumber({ brand, sku: sku ?? name }))
      throw problem('product-number-ambiguous', { number: partNumber, numbers: numbers.join(', ') })
    }
  }
  const unknown = named.filter((_, index) => !found[index]?.product)
  if (unknown.some(({ productId, partNumber }) => productId !== undefined || partNumber === undefined)) {
    throw problem('product-not-found')
  }
  if (unknown.length > 0) {
    throw problem('part-numbers-unknown', { numbers: unknown.map(({ partNumber }) => partNumber).join(', ') })
  }
  return found.flatMap(({ product }, index) =>
    product
      ? [
          {
            productId: product._id,
            quantity: named[index]?.quantity ?? product.minimum,
            unitPriceCents: undefined,
            job: null,
          },
        ]
      : [],
  )
}

/** Reads a discount that is being written as one that applies without its code. */
async function readWritten(
  db: Database,
  input: NonNullable<Body<typeof endpoint>['discount']>,
  id = '',
): Promise<Discount> {
  const { row, productIds, categoryIds } = readDiscount(input)
  return { ...row, code: null, id, version: '', productIds, categoryIds: await listCategoriesBelow(db, categoryIds) }
}

async function presentLines(
  db: Database,
  { lines, refused, amounts }: Quote,
  buyerId: string | undefined,
): Promise<Preview['lines']> {
  const offers = await explainPrices(db, lines, buyerId)
  return lines.map(({ productId, name, quantity, priceCents, pricePer, totalCents, ...rule }, index) => {
    const refusal = refused.find(({ line }) => line === index)
    return {
      productId,
      name,
      quantity,
      unitPrice: toAmount(priceCents),
      ...(pricePer > 1 && { pricePer }),
      total: toAmount(totalCents),
      discount: toAmount(amounts.lines[index]?.discountCents ?? 0),
      rule: presentRule({ ...rule, maximum: rule.maximum ?? null }),
      ...(refusal && { refusal }),
      offers: offers[index] ?? [],
    }
  })
}

function presentWritten(discount: Discount, { lines, amounts, delivery }: Quote): NonNullable<Preview['written']> {
  const shippingCents = delivery?.offers.find(({ id }) => id === amounts.shipping?.id)?.priceCents ?? 0
  const alone = bestDiscount([discount], lines, shippingCents)
  const misfit = misfitOf(discount, lines)
  return {
    saved: toAmount(alone ? savedCents(alone) : 0),
    applies: amounts.discount?.id === discount.id,
    ...(misfit && { misfit: misfit.code }),
    ...(misfit?.code === 'discount-below-minimum' && { missing: toAmount(misfit.missingCents) }),
  }
}
