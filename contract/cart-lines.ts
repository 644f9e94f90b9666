/** Stands for the id of the cart that products are added to. */
export const activeCart = 'active'
/** Limits the units of a line. */
export const maxLineQuantity = 1_000_000

/** Names the line of a cart: a product may stand in it once for each job. */
export interface LineKey {
  productId: string
  /** The buyer's own reference; empty without one. */
  job?: string | undefined
}

/** Describes the price that a buyer saw, in the currency of the store, and the number of units that it was for; 1 if absent. */
export interface SeenPrice {
  seenPrice?: number | undefined
  seenPricePer?: number | undefined
}

/** Returns the fields of a seen price that are set. */
export const seenPriceOf = ({ seenPrice, seenPricePer = 1 }: SeenPrice) => ({
  ...(seenPrice !== undefined && { seenPrice, ...(seenPricePer > 1 && { seenPricePer }) }),
})

/** Returns the price of a product as one that is seen. */
export const priceAsSeen = ({ price, pricePer }: { price: number; pricePer?: number | undefined }) =>
  seenPriceOf({ seenPrice: price, seenPricePer: pricePer })

/** Returns the price of a product at a quantity; undefined if it is unknown. */
export type PriceAt = (productId: string, quantity: number) => SeenPrice | undefined

/** Returns a price that was seen at one quantity as that of another, which may be another break; one that has changed since stays. */
function seenAt(seen: SeenPrice, line: { productId: string; from: number; to: number }, priceAt: PriceAt | undefined) {
  const { productId, from, to } = line
  const then = from === to ? undefined : priceAt?.(productId, from)
  const isSame = then?.seenPrice === seen.seenPrice && (then?.seenPricePer ?? 1) === (seen.seenPricePer ?? 1)
  return seenPriceOf((then && isSame && priceAt?.(productId, to)) || seen)
}

/** Describes a line as it is stored. */
export interface CartLine extends LineKey, SeenPrice {
  quantity: number
}

/** Describes what a device wants of a line. */
export interface LineChange extends CartLine {
  /** Adds the quantity to what is there; otherwise it is set, and 0 removes the line. */
  add?: boolean | undefined
  /** The quantity that the device last saw, 0 for none. If another device has changed it since, the larger quantity stays. */
  was?: number | undefined
  /** The job that the line had: it only gets `job` instead and keeps its place, or joins the line that has that job. */
  formerJob?: string | undefined
}

/** Describes a line that two devices, or browser and account, have changed: `quantity`, the larger one, stays. */
export interface LineConflict {
  productId: string
  job?: string
  quantity: number
  /** Holds the quantity that this device wanted. */
  mine: number
  /** Holds the quantity that was there. */
  theirs: number
}

/** Tells the lines of a cart apart. */
export const keyOf = ({ productId, job = '' }: LineKey) => `${productId} ${job}`

/**
 * Applies changes to the lines of a cart, line by line. Lines keep their order, new ones follow. With the prices of now, the price that a
 * buyer saw follows the quantity.
 */
export function changeLines<Line extends CartLine>(
  lines: readonly Line[],
  changes: readonly LineChange[],
  priceAt?: PriceAt,
): { lines: CartLine[]; conflicts: LineConflict[] } {
  let next = new Map<string, CartLine>(lines.map((line) => [keyOf(line), line]))
  const conflicts: LineConflict[] = []
  for (const { productId, job, formerJob, add, was, quantity: wanted, ...price } of changes) {
    const key = keyOf({ productId, job })
    if (formerJob !== undefined) {
      next = renameJob(next, keyOf({ productId, job: formerJob }), { productId, job })
      continue
    }
    const theirs = next.get(key)?.quantity ?? 0
    const isConflict = !add && was !== undefined && was !== theirs && wanted !== theirs && wanted !== was
    const set = isConflict ? Math.max(theirs, wanted) : wanted === was ? theirs : wanted
    const quantity = Math.min(add ? theirs + wanted : set, maxLineQuantity)
    if (isConflict) conflicts.push({ productId, ...(job && { job }), quantity, mine: wanted, theirs })
    if (quantity === 0) next.delete(key)
    else {
      const isNew = price.seenPrice !== undefined
      const from = isNew ? wanted : theirs
      const seen = seenAt(isNew ? price : (next.get(key) ?? {}), { productId, from, to: quantity }, priceAt)
      next.set(key, { productId, ...(job && { job }), quantity, ...seen })
    }
  }
  return { lines: [...next.values()], conflicts }
}

function renameJob(lines: Map<string, CartLine>, from: string, to: LineKey): Map<string, CartLine> {
  const key = keyOf(to)
  const line = lines.get(from)
  if (!line || from === key) return lines
  const there = lines.get(key)
  const quantity = Math.min(line.quantity + (there?.quantity ?? 0), maxLineQuantity)
  const renamed = there ? { ...there, quantity } : { ...line, job: to.job || undefined }
  return new Map(
    [...lines].flatMap(([at, other]): [string, CartLine][] => {
      if (at === (there ? key : from)) return [[key, renamed]]
      return at === from ? [] : [[at, other]]
    }),
  )
}

/**
 * Merges the cart of a browser into that of an account. Lines that only one of them has are kept; of both, the larger quantity stays and
 * is reported, since doubling a bulk order in silence would be a truckload.
 */
export function mergeLines<Line extends CartLine>(
  account: readonly Line[],
  browser: readonly CartLine[],
  priceAt?: PriceAt,
) {
  const there = new Map(account.map((line) => [keyOf(line), line.quantity]))
  const changes = browser.map(({ seenPrice, seenPricePer, ...line }) => {
    const quantity = Math.max(line.quantity, there.get(keyOf(line)) ?? 0)
    const sides = { productId: line.productId, from: line.quantity, to: quantity }
    return { ...line, quantity, ...seenAt({ seenPrice, seenPricePer }, sides, priceAt) }
  })
  const conflicts = browser.flatMap((line): LineConflict[] => {
    const theirs = there.get(keyOf(line))
    const { productId, job, quantity: mine } = line
    return theirs === undefined
      ? []
      : [{ productId, ...(job && { job }), quantity: Math.max(mine, theirs), mine, theirs }]
  })
  return { lines: changeLines(account, changes, priceAt).lines, conflicts }
}
