import { keepPreviousData } from '@tanstack/react-query'
import type { Address } from '#contract/addresses.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import type { Body } from '#contract/endpoint.ts'
import { type OrderQuote, quoteOrder } from '#contract/orders.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { forCustomer } from '#web/carts/cart-store.ts'

type QuoteBody = Body<typeof quoteOrder>

interface Quoted {
  quote: OrderQuote
  /** Why the code cannot be used; the quote is without it. */
  codeRefusal?: string
}

/**
 * Asks the shop what an order costs, again with every change; the quote before stays until the next one is there. A method that does not
 * go to the place gives way to the usual one.
 */
export function useQuote({
  customer,
  lines,
  place,
  code,
  method,
  isPlaced,
  onLinesRefused,
}: {
  /** The id of the customer whom staff order for; undefined for a buyer. */
  customer: string | undefined
  lines: readonly PricedCartLine[]
  place: Pick<Address, 'country' | 'region' | 'postalCode'> | undefined
  code: string
  method: string | undefined
  /** Whether an order has taken the lines: it has the price, and there may be nothing left of them. */
  isPlaced: boolean
  onLinesRefused: () => Promise<unknown>
}): {
  quote: OrderQuote | undefined
  isStale: boolean
  codeRefusal: string | undefined
  failure: string | undefined
  /** Whether nothing is delivered to the place. */
  isUndeliverable: boolean
  refresh: () => Promise<unknown>
} {
  const body: QuoteBody = {
    ...forCustomer(customer),
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    ...(place && {
      place: {
        country: place.country,
        ...(place.region && { region: place.region }),
        ...(place.postalCode && { postalCode: place.postalCode }),
      },
    }),
    ...(code && { code }),
    ...(method !== undefined && { shippingMethod: method }),
  }
  const query = useQuery({
    queryKey: [quoteOrder.name, body],
    queryFn: async () => {
      try {
        return await quoteWithoutRefused(body)
      } catch (error) {
        // Price or stock have changed since the lines were read.
        if (error instanceof ApiProblem && error.code === 'lines-refused') await onLinesRefused()
        throw error
      }
    },
    enabled: lines.length > 0 && !isPlaced,
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData, isPending } = query
  return {
    quote: data?.quote,
    isStale: isPlaceholderData || isPending,
    codeRefusal: isPlaceholderData ? undefined : data?.codeRefusal,
    failure: error ? errorMessageOf(error) : undefined,
    isUndeliverable: error instanceof ApiProblem && error.code === 'no-shipping-to-place',
    refresh: query.refetch,
  }
}

/** Asks without what was refused: the code, or a method that does not go to the place. */
async function quoteWithoutRefused(body: QuoteBody): Promise<Quoted> {
  const { code, shippingMethod, ...others } = body
  try {
    const quote = await call(quoteOrder, { body })
    const isOffered = quote.shippingMethods.some(({ id }) => id === shippingMethod)
    if (shippingMethod === undefined || isOffered || quote.shippingMethods.length === 0) return { quote }
    return await quoteWithoutRefused({ ...others, ...(code !== undefined && { code }) })
  } catch (error) {
    const isAboutCode = error instanceof ApiProblem && error.code.startsWith('discount-')
    if (code === undefined || !isAboutCode) throw error
    const { quote } = await quoteWithoutRefused({ ...others, ...(shippingMethod !== undefined && { shippingMethod }) })
    return { quote, codeRefusal: error.message }
  }
}
