import { useEffect, useRef, useState } from 'react'
import { type OrderQuote, quoteOrder } from '#contract/orders.ts'
import { call } from '#web/api/call-endpoint.ts'

const pauseMs = 250

/** Returns what one product costs as an order, with what the shop charges; undefined until it is known, and where it cannot be ordered so. */
export function useOrderQuote(productId: string, quantity: number): OrderQuote | undefined {
  const [quote, setQuote] = useState<OrderQuote>()
  const isTyping = useRef(false)
  useEffect(() => {
    if (!Number.isInteger(quantity) || quantity < 1) return
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = async () => {
      setQuote(await call(quoteOrder, { body: { lines: [{ productId, quantity }] }, signal }))
    }
    // What is wrong with the quantity, the form says itself.
    const timer = setTimeout(() => void ask().catch(() => undefined), isTyping.current ? pauseMs : 0)
    isTyping.current = true
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [productId, quantity])
  return quote
}

/** Whether an order costs something else than its products. */
export const isCharged = ({ charges, discount }: OrderQuote): boolean =>
  charges.tax || charges.shipping || discount !== undefined
