import { useEffect, useRef, useState } from 'react'
import { type OrderQuote, quoteOrder } from '#contract/orders.ts'
import { call } from '#web/api/call-endpoint.ts'

const pauseMs = 250

/**
 * Returns what one product costs as an order, with what the shop charges; undefined until it is known, and where it cannot be ordered so.
 * `askAgain` asks at once and throws what `quoteOrder` does.
 */
export function useOrderQuote(
  productId: string,
  quantity: number,
): { quote: OrderQuote | undefined; askAgain: () => Promise<OrderQuote> } {
  const [quote, setQuote] = useState<OrderQuote>()
  const isTyping = useRef(false)
  useEffect(() => {
    if (!Number.isInteger(quantity) || quantity < 1) return
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = async () => setQuote(await askFor(productId, quantity, signal))
    // The form itself reports a wrong quantity.
    const timer = setTimeout(() => void ask().catch(() => undefined), isTyping.current ? pauseMs : 0)
    isTyping.current = true
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [productId, quantity])
  const askAgain = async () => {
    const asked = await askFor(productId, quantity)
    setQuote(asked)
    return asked
  }
  return { quote, askAgain }
}

const askFor = (productId: string, quantity: number, signal?: AbortSignal) =>
  call(quoteOrder, { body: { lines: [{ productId, quantity }] }, ...(signal && { signal }) })

/** Whether an order costs something else than its products. */
export const isCharged = ({ charges, discount }: OrderQuote): boolean =>
  charges.tax || charges.shipping || discount !== undefined
