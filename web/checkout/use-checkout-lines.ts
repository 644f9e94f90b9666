import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { activeCart, type CartLine, type LineChange } from '#contract/cart-lines.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { priceCartLines, storedLine, syncCart } from '#web/carts/cart-store.ts'
import { useCart, useLines } from '#web/carts/use-cart.ts'
import { useDraft } from '#web/page/form-drafts.ts'

/** Holds what is ordered: the lines of a cart, or one product without a cart. */
export interface CheckoutLines {
  /** Undefined until they are loaded. */
  lines: readonly PricedCartLine[] | undefined
  /** The cart that the lines leave. */
  cartId: string | undefined
  failure: string | undefined
  change: (changes: readonly LineChange[]) => Promise<boolean>
  /** Shows the lines as they are now. */
  reload: () => Promise<unknown>
  /** Waits until the shop has the lines as they are shown. */
  saved: () => Promise<unknown>
  /** Lets the lines go that an order has taken. */
  ordered: () => void
}

/** Returns the lines of the cart that the address of the page names, or of the active one. */
export function useCartLines(): CheckoutLines {
  const [search] = useSearchParams()
  const { cart, failure, change, load, saved } = useCart(search.get('cart') ?? activeCart)
  return {
    lines: cart?.lines,
    cartId: cart?._id,
    failure: cart ? undefined : failure,
    change,
    reload: load,
    saved,
    ordered: sync,
  }
}

/** Returns the line of the product that the address of the page names. */
export function useProductLine(productId: string, quantity: number): CheckoutLines {
  const [loaded, setLoaded] = useState<readonly PricedCartLine[]>()
  const [failure, setFailure] = useState<string>()
  const { lines, change, show } = useLines([])
  const reload = () =>
    priceCartLines([{ productId, quantity: lines[0]?.quantity ?? quantity }]).then(show, (error: unknown) =>
      setFailure(errorMessageOf(error)),
    )
  useEffect(() => {
    priceCartLines([{ productId, quantity }]).then(
      (priced) => {
        show(priced)
        setLoaded(priced)
      },
      (error: unknown) => setFailure(errorMessageOf(error)),
    )
  }, [productId, quantity, show])
  return {
    lines: loaded && lines,
    cartId: undefined,
    failure,
    change,
    reload,
    saved: () => Promise.resolve(),
    ordered: sync,
  }
}

/** Shows what is left of the cart. */
const sync = () => void syncCart().catch(() => undefined)

/** Returns the lines that staff collect for a customer, at the prices of the customer; they stay in this tab until they are ordered. */
export function useCustomerLines(customer: string): CheckoutLines & { lines: readonly PricedCartLine[] } {
  const { lines, change, show } = useLines([], customer)
  const priced = (kept: readonly CartLine[]) => priceCartLines(kept, customer).then(show)
  useDraft(
    `order-for-${customer}`,
    () => (lines.length > 0 ? { lines: lines.map(storedLine) } : {}),
    // Kept by the function above.
    ({ lines: kept }) => void priced(kept as CartLine[]).catch(() => undefined),
  )
  return {
    lines,
    cartId: undefined,
    failure: undefined,
    change,
    reload: () => priced(lines),
    saved: () => Promise.resolve(),
    ordered: () => show([]),
  }
}
