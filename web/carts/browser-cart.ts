import { type CartLine, changeLines, type LineChange, type PriceAt } from '#contract/cart-lines.ts'
import { maxLines } from '#contract/max-lengths.ts'
import { browserProblems } from '#contract/browser-problems.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { browserCartKey } from '#web/carts/cart-count.ts'
import { t } from '#web/i18n/messages.ts'

/** Describes the cart of a visitor; the id makes its merge into an account happen once. */
interface BrowserCart {
  mergeId: string
  lines: CartLine[]
}

/** Returns the cart in this browser's storage. What is no cart is an empty one. */
export function readBrowserCart(): BrowserCart {
  const empty = { mergeId: randomId(), lines: [] }
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(browserCartKey) ?? 'null')
    return isCart(stored) ? stored : empty
  } catch {
    return empty
  }
}

/** Applies changes to it; throws `cart-full`. */
export function changeBrowserCart(changes: readonly LineChange[], priceAt?: PriceAt) {
  const cart = readBrowserCart()
  const { lines, conflicts } = changeLines(cart.lines, changes, priceAt)
  if (lines.length > maxLines) throw cartFull()
  if (lines.length === 0) localStorage.removeItem(browserCartKey)
  else localStorage.setItem(browserCartKey, JSON.stringify({ ...cart, lines }))
  return { lines, conflicts, lineCount: lines.length }
}

export function clearBrowserCart(): void {
  localStorage.removeItem(browserCartKey)
}

/** Returns a UUID of version 4; `crypto.randomUUID` is missing over plain HTTP. */
function randomId(): string {
  const signs = [...crypto.getRandomValues(new Uint8Array(31))].map((byte) => (byte % 16).toString(16))
  return '********-****-4***-8***-************'.replaceAll('*', () => signs.pop() ?? '0')
}

function cartFull(): ApiProblem {
  const code = 'cart-full'
  const facts = { limit: maxLines }
  return new ApiProblem({ code, status: browserProblems[code].status, message: t(`problem.${code}`, facts), facts })
}

const isCart = (value: unknown): value is BrowserCart =>
  typeof value === 'object' &&
  value !== null &&
  'mergeId' in value &&
  typeof value.mergeId === 'string' &&
  'lines' in value &&
  Array.isArray(value.lines) &&
  value.lines.every(isLine)

const isLine = (value: unknown): value is CartLine =>
  typeof value === 'object' &&
  value !== null &&
  'productId' in value &&
  typeof value.productId === 'string' &&
  'quantity' in value &&
  Number.isInteger(value.quantity)
