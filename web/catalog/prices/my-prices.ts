import { useEffect, useSyncExternalStore } from 'react'
import type { Tool } from '#contract/catalog.ts'
import type { MyPrice } from '#contract/my-prices.ts'
import { pricesKey } from '#web/api/access-token.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { currentSession, followSession, useSession } from '#web/identity/session.ts'
import { storedText } from '#web/page/stored-text.ts'

/** Prices are asked for again when a product is shown after this time. */
const freshMs = 60_000

/** Is `public` for a buyer of whom no own price was seen, `own` for others; empty right after the sign-in. */
const kind = storedText('localStorage', pricesKey)

let prices: ReadonlyMap<string, MyPrice> = new Map()
let askedAt = new Map<string, number>()
/** Holds the products whose own price, or that there is none, is known. */
let known = new Set<string>()
let owner = ''
let waiting = new Set<string>()
const listeners = new Set<() => void>()

/** Returns the buyer's own price of a product as soon as it is known; undefined where the public one holds. */
export function useMyPrice(productId: string): MyPrice | undefined {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') askFor(productId)
  }, [status, productId])
  return useSyncExternalStore(
    follow,
    () => prices.get(productId),
    () => undefined,
  )
}

/** Whether the own price of a product, or that there is none, is known; with the server and before the answer it is not. */
export const useIsPriceKnown = (productId: string): boolean =>
  useSyncExternalStore(
    follow,
    () => known.has(productId),
    () => false,
  )

const noPrices: ReadonlyMap<string, MyPrice> = new Map()

/** Returns the buyer's own prices, by product, of what is shown. */
export const useMyPrices = (): ReadonlyMap<string, MyPrice> =>
  useSyncExternalStore(
    follow,
    () => prices,
    () => noPrices,
  )

/** Asks for a price once more, such as after it has changed. */
export function refreshMyPrice(productId: string): void {
  askedAt.delete(productId)
  if (currentSession().status === 'signed-in') askFor(productId)
}

/** Returns a product as its buyer sees it: with own prices and quantity rule, where there are any. */
export function withMyPrice<Product extends Tool>(product: Product, mine: MyPrice | undefined): Product {
  if (!mine) return product
  const { breaks: _, orderMultiple: __, maxOrder: ___, ...rest } = product
  const { price, breaks, minOrder, orderMultiple, maxOrder } = mine
  // The fields that are left out are optional.
  return {
    ...rest,
    price,
    minOrder,
    ...(breaks && { breaks }),
    ...(orderMultiple !== undefined && { orderMultiple }),
    ...(maxOrder !== undefined && { maxOrder }),
  } as Product
}

/** The products that are shown together are asked for with one call. */
function askFor(productId: string): void {
  if (Date.now() - (askedAt.get(productId) ?? 0) < freshMs) return
  askedAt.set(productId, Date.now())
  if (waiting.size === 0) setTimeout(() => void ask(), 0)
  waiting.add(productId)
}

async function ask(): Promise<void> {
  const productIds = [...waiting]
  waiting = new Set()
  const session = currentSession()
  if (session.status !== 'signed-in' || productIds.length === 0) return
  owner = session.email
  try {
    const { askMyPrices } = await loadChunk(() => import('#web/catalog/prices/ask-my-prices.ts'))
    const answer = await askMyPrices(productIds)
    const now = currentSession()
    if (now.status !== 'signed-in' || now.email !== session.email) return
    const next = new Map(prices)
    for (const productId of productIds) next.delete(productId)
    for (const mine of answer) next.set(mine.productId, mine)
    if (answer.length > 0) kind.write('own')
    else if (kind.read() === null) kind.write('public')
    markKind()
    reveal(productIds)
    show(next)
  } catch {
    // The public price stays; an order at another one would be refused with the price of now.
    for (const productId of productIds) askedAt.delete(productId)
    reveal(productIds)
    show(new Map(prices))
  }
}

function reveal(productIds: readonly string[]): void {
  for (const productId of productIds) known.add(productId)
}

/** Marks the page as the script of its head does. */
const markKind = () => document.documentElement.toggleAttribute('data-prices', kind.read() === 'public')

function show(next: ReadonlyMap<string, MyPrice>): void {
  prices = next
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  const unfollow = followSession(() => {
    const session = currentSession()
    if (known.size === 0 || (session.status === 'signed-in' && session.email === owner)) return
    askedAt = new Map()
    known = new Set()
    markKind()
    show(new Map())
  })
  return () => {
    listeners.delete(listener)
    unfollow()
  }
}
