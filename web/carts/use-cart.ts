import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  changeLines,
  keyOf,
  maxLineQuantity,
  type LineChange,
  type LineConflict,
  type PriceAt,
  priceAsSeen,
  seenPriceOf,
} from '#contract/cart-lines.ts'
import type { LineProduct, PricedCartLine } from '#contract/carts.ts'
import { priceLine, priceLines } from '#contract/price-lines.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import {
  changeCart,
  priceCartLines,
  readCart,
  type ShownCart,
  syncCart,
  takeMergeConflicts,
} from '#web/carts/cart-store.ts'
import { followOtherTabs } from '#web/carts/cart-count.ts'
import { keepUnsent, readUnsent, takeUnsent } from '#web/carts/unsent-changes.ts'
import { createErrorToast } from '#web/ui/toast.tsx'
import { useWhenOnline } from '#web/ui/use-when-online.ts'

/**
 * Loads a cart and changes it: shown at once, priced with the facts that are known, and sent behind. A refused change shows what the
 * server has; so does a tab that is shown again. Without a network, changes stay, also on the next page, and are sent when it is back.
 */
export function useCart(id: string) {
  const [cart, setCart] = useState<ShownCart>()
  const [failure, setFailure] = useState<string>()
  const [conflicts, setConflicts] = useState<readonly LineConflict[]>([])
  const products = useRef(new Map<string, LineProduct>())
  const pending = useRef<readonly LineChange[][]>([])
  const cartId = useRef(id)
  const [isUnsaved, setUnsaved] = useState(false)
  const [hasLinkEnded, setLinkEnded] = useState(false)
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const [errorToast] = useState(createErrorToast)
  /** Counts the loads that found changes which another page did not get to the shop. */
  const [leftOvers, setLeftOvers] = useState(0)

  const load = useCallback(() => {
    const read = (): Promise<void> => {
      const before = sent.current
      return syncCart()
        .then(() => readCart(id))
        .then(
          (loaded) => {
            for (const { product } of loaded.lines) if (product) products.current.set(product._id, product)
            setFailure(undefined)
            const merged = takeMergeConflicts()
            if (merged.length > 0) setConflicts((others) => [...others, ...merged])
            // A change that was made meanwhile has the word.
            if (pending.current.length > 0) return
            // One that has reached the shop since it was read is not in it.
            if (sent.current !== before) return read()
            cartId.current = loaded._id
            const unsent = readUnsent(loaded._id)
            if (unsent.length === 0) return setCart(loaded)
            setCart({ ...loaded, lines: applyTo(loaded.lines, unsent, products.current) })
            setLeftOvers((times) => times + 1)
          },
          (error: unknown) => setFailure(errorMessageOf(error)),
        )
    }
    return read()
  }, [id])

  useEffect(() => {
    void load()
    const reload = () => void (document.visibilityState === 'visible' && pending.current.length === 0 && load())
    document.addEventListener('visibilitychange', reload)
    const unfollow = followOtherTabs(reload)
    return () => {
      document.removeEventListener('visibilitychange', reload)
      unfollow()
    }
  }, [load])

  useEffect(() => {
    const keep = () => {
      // A field sends what was typed when it is left; what is on its way then is cut off with the page.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const changes = pending.current.flat()
      if (changes.length > 0) keepUnsent(cartId.current, changes.map(withoutAdding))
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [])

  /** Changes lines; says whether it worked, and nobody else had changed them meanwhile. */
  function change(changes: readonly LineChange[]): Promise<boolean> {
    const quantities = new Map(cart?.lines.map((line) => [keyOf(line), line.quantity]))
    const seen = changes.map((one) => ({ ...one, was: quantities.get(keyOf(one)) ?? 0 }))
    setCart((shown) => shown && { ...shown, lines: applyTo(shown.lines, seen, products.current) })
    return send(seen)
  }

  /** Sends changes after those that did not reach the shop; what does not reach it stays on the screen and is sent later. */
  async function send(fresh: readonly LineChange[]): Promise<boolean> {
    const changes = [...takeUnsent(cartId.current), ...fresh]
    pending.current = [...pending.current, changes]
    errorToast.clear()
    try {
      const sending = changeCart(changes, { id, priceAt: priceIn(products.current) })
      sent.current = Promise.allSettled([sent.current, sending])
      const changed = await sending
      if (changed.linkEnded) {
        setLinkEnded(true)
        setCart((shown) => shown && { ...shown, shareKey: undefined })
      }
      setUnsaved(readUnsent(cartId.current).length > 0)
      const keys = new Set(changes.map(keyOf))
      setConflicts((others) => [...others.filter((other) => !keys.has(keyOf(other))), ...changed.conflicts])
      const isUnknown = changes.some(({ productId, quantity }) => quantity > 0 && !products.current.has(productId))
      if (changed.conflicts.length > 0 || isUnknown) queueMicrotask(() => void load())
      return changed.conflicts.length === 0
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'network-failed') {
        keepUnsent(cartId.current, changes.map(withoutAdding))
        setUnsaved(true)
        return true
      }
      errorToast.show(errorMessageOf(error))
      setUnsaved(readUnsent(cartId.current).length > 0)
      queueMicrotask(() => void load())
      return false
    } finally {
      pending.current = pending.current.filter((others) => others !== changes)
    }
  }
  const sendUnsent = () => send([])
  const sendLeftOvers = useEffectEvent(() => void sendUnsent())
  useEffect(() => {
    if (leftOvers > 0) sendLeftOvers()
  }, [leftOvers])
  useWhenOnline(() => void load(), isUnsaved || failure !== undefined)

  /** Waits until the shop has what is shown, as far as it can be reached. */
  async function saved(): Promise<void> {
    await sent.current
    if (readUnsent(cartId.current).length > 0) await sendUnsent()
  }
  const settle = (conflict: LineConflict) => setConflicts((others) => others.filter((other) => other !== conflict))
  return {
    cart,
    failure,
    conflicts,
    load,
    saved,
    change,
    settle,
    unsaved: isUnsaved ? sendUnsent : undefined,
    /** Whether the link of the cart has ended here, and there is no new one. */
    linkEnded: hasLinkEnded && cart?.shareKey === undefined,
  }
}

/** Sets what a change adds: only the answer may be lost, and adding once more would double it. */
const withoutAdding = ({ add, was = 0, quantity, ...line }: LineChange): LineChange => ({
  ...line,
  was,
  quantity: add ? Math.min(was + quantity, maxLineQuantity) : quantity,
})

/** Holds lines that are in no cart yet, at the prices of the caller or of the customer whom staff order for. */
export function useLines(initial: readonly PricedCartLine[], customer?: string) {
  const [lines, setLines] = useState(initial)
  const [errorToast] = useState(createErrorToast)

  /** Changes lines here; says whether it worked. */
  async function change(changes: readonly LineChange[]): Promise<boolean> {
    const products = new Map(lines.flatMap(({ product }) => (product ? [[product._id, product]] : [])))
    errorToast.clear()
    try {
      const isKnown = changes.every(({ productId, quantity }) => quantity === 0 || products.has(productId))
      setLines(
        isKnown ? applyTo(lines, changes, products) : await priceCartLines(changeLines(lines, changes).lines, customer),
      )
      return true
    } catch (error) {
      errorToast.show(errorMessageOf(error))
      return false
    }
  }
  return { lines, change, show: setLines }
}

/** Returns the prices of known products by quantity. */
const priceIn =
  (products: ReadonlyMap<string, LineProduct>): PriceAt =>
  (productId, quantity) => {
    const product = products.get(productId)
    return product && priceAsSeen({ price: unitPriceAt(product, quantity), pricePer: product.pricePer })
  }

function applyTo(
  lines: readonly PricedCartLine[],
  changes: readonly LineChange[],
  products: ReadonlyMap<string, LineProduct>,
): PricedCartLine[] {
  const wanted = changeLines(lines, changes, priceIn(products)).lines
  const priced = priceLines(wanted.map((line) => ({ ...line, product: products.get(line.productId) })))
  return wanted.map(({ productId, job, quantity, ...seen }, index) => ({
    productId,
    ...(job && { job }),
    ...seenPriceOf(seen),
    quantity,
    ...priced[index],
  }))
}

/** Returns what makes a line possible, as its offer says; several steps at once, when a new quantity has a new price, too. */
export function acceptOffer(line: PricedCartLine): LineChange {
  let { quantity } = line
  let seen = seenPriceOf(line)
  for (let verdict: Pick<PricedCartLine, 'code' | 'offer'> = line; verdict.code !== undefined;) {
    const { offer = {} } = verdict
    if (offer.remove) return { ...line, quantity: 0 }
    quantity = offer.quantity ?? quantity
    if (offer.unitPrice !== undefined) seen = seenPriceOf({ seenPrice: offer.unitPrice, seenPricePer: offer.pricePer })
    const next = priceLine(line.product, { quantity, ...seen })
    if (next.code === verdict.code) break
    verdict = next
  }
  return { productId: line.productId, job: line.job, quantity, ...seen }
}

/** Returns lines as they can be ordered now, without those that cannot. */
export const asOrderable = (lines: readonly PricedCartLine[]): PricedCartLine[] =>
  applyTo(
    [],
    lines.map(acceptOffer).filter(({ quantity }) => quantity > 0),
    new Map(lines.flatMap(({ product }) => (product ? [[product._id, product]] : []))),
  )
