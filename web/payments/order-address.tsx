import type { Order } from '#contract/orders.ts'
import { withCountryName } from '#web/payments/address-text.ts'

/** Shows an address of an order in lines, below the name of the buyer. */
export function OrderAddress({ order, text }: { order: Order; text: string }) {
  const name = order.buyerName.trim()
  // Some addresses begin with it.
  const isNamed = text.split('\n').some((line) => line.trim() === name)
  return (
    <>
      {isNamed ? null : <p className="font-medium">{order.buyerName}</p>}
      <p className="wrap-anywhere whitespace-pre-line">{withCountryName(text)}</p>
    </>
  )
}
