import type { ProblemCode } from '#contract/problem.ts'

export interface PersonFacts {
  role: 'customer' | 'admin'
  access: 'signed-in' | 'signed-out' | 'gone'
}
interface ProductFacts {
  available: number
  minimum: number
  cents: number
  archived: boolean
}
interface OrderFacts {
  buyer: string
  product: string
  units: number
  cents: number
  state: 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'cancelled'
}
interface ReviewFacts {
  author: string
  text: string
  hidden: boolean
  withdrawn: boolean
}

/** What a shop knows, as simply as it can be said. Everything has a name that the history gave it. */
export interface Model {
  people: Record<string, PersonFacts>
  products: Record<string, ProductFacts>
  orders: Record<string, OrderFacts>
  reviews: Record<string, ReviewFacts>
}

/** Something that one of the people does. `name` is that of what it makes. */
export type Deed = { who: string; name: string } & (
  | { do: 'place'; product: string; units: number; twice: boolean }
  | { do: 'cancel' | 'pay' | 'ship' | 'look-at-order'; order: string }
  | { do: 'refund'; order: string; restock: boolean }
  | { do: 'list-orders' | 'save-profile' | 'make-admin' | 'demote' | 'remove'; whom: string }
  | { do: 'forget-me' | 'sign-in' | 'sign-out' }
  | { do: 'add-product'; available: number; minimum: number; cents: number }
  | { do: 'change-product'; product: string; available: number; cents: number }
  | { do: 'archive' | 'restore'; product: string }
  | { do: 'adjust'; product: string; change: number }
  | { do: 'review' }
  | { do: 'change-review' | 'withdraw'; review: string }
  | { do: 'hide'; review: string; hidden: boolean }
)

export type Outcome = 'done' | ProblemCode

/** What a deed must come to, and the shop afterwards; a refused one leaves everything as it was. */
export function foresee(model: Model, deed: Deed): { outcome: Outcome; after: Model } {
  const after = structuredClone(model)
  const outcome = happen(after, deed)
  return { outcome, after: outcome === 'done' ? after : model }
}

const forAdmins = new Set<Deed['do']>(
  'ship refund make-admin demote remove add-product archive restore adjust hide'.split(' ') as Deed['do'][],
)

/** Changes the model; what it has changed counts only when it answers `done`. */
function happen(model: Model, deed: Deed): Outcome {
  const { people, products, orders, reviews } = model
  const actor = people[deed.who]!
  const isAdmin = actor.role === 'admin'
  if (deed.do === 'sign-in') {
    if (actor.access === 'gone') return 'account-removed'
    actor.access = 'signed-in'
    return 'done'
  }
  if (actor.access !== 'signed-in') return 'session-ended'
  if (forAdmins.has(deed.do) && !isAdmin) return 'admin-only'

  if ('order' in deed) {
    const order = orders[deed.order]!
    if (!isAdmin && order.buyer !== deed.who) return 'order-not-found'
    return moveOrder(order, products[order.product]!, deed)
  }
  if ('whom' in deed) return concernPerson(model, deed, isAdmin)
  switch (deed.do) {
    case 'place': {
      const product = products[deed.product]!
      if (product.archived) return 'product-not-found'
      if (deed.units > product.available) return 'out-of-stock'
      if (deed.units < product.minimum) return 'below-minimum'
      if (deed.units * product.cents < 50) return 'total-not-payable'
      product.available -= deed.units
      const cents = deed.units * product.cents
      orders[deed.name] = { buyer: deed.who, product: deed.product, units: deed.units, cents, state: 'unpaid' }
      return 'done'
    }
    case 'forget-me':
      actor.access = 'gone'
      actor.role = 'customer'
      for (const order of Object.values(orders)) {
        if (order.buyer !== deed.who || order.state !== 'unpaid') continue
        order.state = 'cancelled'
        products[order.product]!.available += order.units
      }
      for (const review of Object.values(reviews)) if (review.author === deed.who) review.withdrawn = true
      return 'done'
    case 'sign-out':
      actor.access = 'signed-out'
      return 'done'
    case 'add-product': {
      const { available, minimum, cents } = deed
      products[deed.name] = { available, minimum, cents, archived: false }
      return 'done'
    }
    case 'change-product': {
      const product = products[deed.product]!
      if (product.archived) return 'product-not-found'
      const isSo = product.available === deed.available && product.cents === deed.cents
      if (!isAdmin) return isSo ? 'done' : 'not-allowed'
      Object.assign(product, { available: deed.available, cents: deed.cents })
      return 'done'
    }
    case 'archive':
      if (products[deed.product]!.archived) return 'product-not-found'
      products[deed.product]!.archived = true
      return 'done'
    case 'restore':
      if (!products[deed.product]!.archived) return 'product-not-archived'
      products[deed.product]!.archived = false
      return 'done'
    case 'adjust': {
      const product = products[deed.product]!
      if (product.archived) return 'product-not-found'
      if (product.available + deed.change < 0) return 'stock-out-of-range'
      product.available += deed.change
      return 'done'
    }
    case 'review':
      if (Object.values(reviews).some(({ author }) => author === deed.who)) return 'already-reviewed'
      reviews[deed.name] = { author: deed.who, text: deed.name, hidden: false, withdrawn: false }
      return 'done'
    case 'change-review':
    case 'withdraw': {
      const review = reviews[deed.review]!
      if (review.author !== deed.who || review.withdrawn) return 'review-not-found'
      if (deed.do === 'withdraw') review.withdrawn = true
      else review.text = deed.name
      return 'done'
    }
    case 'hide': {
      const review = reviews[deed.review]!
      if (review.withdrawn) return 'review-not-found'
      review.hidden = deed.hidden
      return 'done'
    }
  }
}

function moveOrder(order: OrderFacts, product: ProductFacts, deed: Extract<Deed, { order: string }>): Outcome {
  const from = { cancel: ['unpaid'], pay: ['unpaid'], ship: ['paid'], refund: ['paid', 'shipped'] }
  if (deed.do === 'look-at-order') return 'done'
  if (!from[deed.do].includes(order.state)) return 'order-move-not-allowed'
  if (deed.do === 'cancel' || (deed.do === 'refund' && deed.restock)) product.available += order.units
  order.state = ({ cancel: 'cancelled', pay: 'paid', ship: 'shipped', refund: 'refunded' } as const)[deed.do]
  return 'done'
}

function concernPerson({ people }: Model, deed: Extract<Deed, { whom: string }>, isAdmin: boolean): Outcome {
  const person = people[deed.whom]!
  if (!isAdmin && deed.who !== deed.whom) return 'not-allowed'
  // The list of somebody's orders asks for nobody.
  if (deed.do === 'list-orders') return 'done'
  if (person.access === 'gone') return 'user-not-found'
  if (deed.do === 'remove') {
    if (deed.who === deed.whom) return 'not-yourself'
    person.access = 'gone'
  }
  if (deed.do === 'make-admin') person.role = 'admin'
  if (deed.do === 'demote') person.role = 'customer'
  return 'done'
}
