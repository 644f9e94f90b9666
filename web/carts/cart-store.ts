import {
  addCart,
  type Cart,
  type CartKind,
  type CartSummary,
  changeCartLines,
  getCart,
  listCarts,
  mergeCart,
  type PricedCartLine,
  priceLines,
} from '#contract/carts.ts'
import {
  activeCart,
  type CartLine,
  type LineChange,
  type LineConflict,
  type PriceAt,
  seenPriceOf,
} from '#contract/cart-lines.ts'
import { call } from '#web/api/call-endpoint.ts'
import { changeBrowserCart, clearBrowserCart, readBrowserCart } from '#web/carts/browser-cart.ts'
import { setCartCount } from '#web/carts/cart-count.ts'
import { currentSession } from '#web/identity/session.ts'

export interface ShownCart {
  _id: string
  name: string
  /** Absent for a cart. */
  kind?: 'list'
  shareKey?: string | undefined
  lines: PricedCartLine[]
}

export interface Changed {
  linkEnded?: true
  lineCount: number
  conflicts: LineConflict[]
  /** The changed lines as they are now. */
  quantities: { productId: string; job?: string; quantity: number }[]
}

const isSignedIn = () => currentSession().status === 'signed-in'

/** Changes any number of lines at once. With the prices of now, the price that was seen follows the quantity in a visitor's cart, too. */
export async function changeCart(
  changes: readonly LineChange[],
  { id = activeCart, priceAt }: { id?: string; priceAt?: PriceAt | undefined } = {},
): Promise<Changed> {
  const changed = isSignedIn() ? await changeAccountCart(changes, id) : changeOwnCart(changes, priceAt)
  if (id === activeCart || !isSignedIn()) setCartCount(changed.lineCount)
  return changed
}

const changeAccountCart = (changes: readonly LineChange[], id: string): Promise<Changed> =>
  call(changeCartLines, {
    params: { id },
    body: {
      lines: changes.map(({ add, was, formerJob, ...line }) => ({
        ...storedLine(line),
        ...(add && { add }),
        ...(was !== undefined && { was }),
        ...(formerJob !== undefined && { formerJob }),
      })),
    },
  })

function changeOwnCart(changes: readonly LineChange[], priceAt: PriceAt | undefined): Changed {
  const { lines, conflicts, lineCount } = changeBrowserCart(changes, priceAt)
  const quantities = changes.map(({ productId, job = '' }) => {
    const line = lines.find((other) => other.productId === productId && (other.job ?? '') === job)
    return { productId, ...(job && { job }), quantity: line?.quantity ?? 0 }
  })
  return { lineCount, conflicts, quantities }
}

/** Returns a cart with the prices and verdicts of now. */
export async function readCart(id = activeCart): Promise<ShownCart> {
  if (isSignedIn()) {
    const cart: Cart = await call(getCart, { params: { id } })
    if (cart.active) setCartCount(cart.lines.length)
    return cart
  }
  const { lines } = readBrowserCart()
  setCartCount(lines.length)
  if (lines.length === 0) return { _id: activeCart, name: '', lines: [] }
  return { _id: activeCart, name: '', lines: await priceCartLines(lines) }
}

/** Returns the field of a call that names the customer whom staff order for; none for a buyer. */
export const forCustomer = (customer: string | undefined) => (customer === undefined ? {} : { for: customer })

/** Returns lines with the products, prices and verdicts of now, for the caller or the customer whom staff order for. */
export async function priceCartLines(lines: readonly CartLine[], customer?: string): Promise<PricedCartLine[]> {
  const priced = await call(priceLines, {
    body: {
      ...forCustomer(customer),
      lines: lines.map(({ productId, quantity, ...seen }) => ({ productId, quantity, ...seenPriceOf(seen) })),
    },
  })
  return priced.lines.map(
    (line, index) => ({ ...line, ...(lines[index] && storedLine(lines[index])) }) as PricedCartLine,
  )
}

/** Returns the carts of the account; none while signed out. */
export const readCarts = async (): Promise<CartSummary[]> => (isSignedIn() ? call(listCarts) : [])

/** Adds a cart, which becomes the active one, or a saved list. */
export const startCart = (name: string, kind: CartKind = 'cart', lines: readonly CartLine[] = []) =>
  call(addCart, { body: { name, kind, lines: lines.map(storedLine) } })

/** Returns the fields of a line that a cart keeps. */
export const storedLine = ({ productId, job, quantity, ...seen }: CartLine) => ({
  productId,
  ...(job && { job }),
  quantity,
  ...seenPriceOf(seen),
})

let merged: LineConflict[] = []
/** Returns the lines that browser and account both had when they were merged on this page, once. */
export function takeMergeConflicts(): LineConflict[] {
  const conflicts = merged
  merged = []
  return conflicts
}

let syncing: Promise<void> | undefined
/** Merges the browser's cart into that of the account after sign-in, and counts the lines of the cart. */
export function syncCart(): Promise<void> {
  syncing ??= sync().finally(() => (syncing = undefined))
  return syncing
}

async function sync(): Promise<void> {
  const browser = readBrowserCart()
  if (!isSignedIn()) return setCartCount(browser.lines.length)
  if (browser.lines.length === 0) {
    const active = (await call(listCarts)).find((cart) => cart.active)
    return setCartCount(active?.lineCount ?? 0)
  }
  const answer = await call(mergeCart, {
    body: {
      mergeId: browser.mergeId,
      lines: browser.lines.map(storedLine),
    },
  })
  clearBrowserCart()
  merged = answer.conflicts
  setCartCount(answer.lineCount)
}
