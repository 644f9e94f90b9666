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
  lines: readonly { product: string; units: number }[]
  cents: number
  state: 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'cancelled'
}
interface ParcelFacts {
  order: string
  /** By the lines of the order. */
  units: readonly number[]
  undone: boolean
}
interface ReviewFacts {
  author: string
  text: string
  hidden: boolean
  withdrawn: boolean
}

/** Models the state of a shop. Objects have the names of the scenario. */
export interface Model {
  /** Whether the shop has own prices, a discount, shipping and tax: those of `chargeEverything`. */
  charged: boolean
  people: Record<string, PersonFacts>
  products: Record<string, ProductFacts>
  orders: Record<string, OrderFacts>
  parcels: Record<string, ParcelFacts>
  reviews: Record<string, ReviewFacts>
}

/** Describes a command of a person. `name` is that of the created object. */
export type Command = { who: string; name: string } &
  /** `otherUnits` of `other` are a second line, if they are not null. */
  (
    | { do: 'place'; product: string; units: number; other: string; otherUnits: number | null; twice: boolean }
    | { do: 'cancel' | 'pay' | 'look-at-order'; order: string }
    | { do: 'ship'; order: string }
    | { do: 'ship-part'; order: string; line: number; units: number }
    | { do: 'undo'; parcel: string }
    | { do: 'refund'; order: string; restock: boolean }
    | { do: 'list-orders' | 'save-profile' | 'make-admin' | 'demote' | 'remove'; whom: string }
    | { do: 'forget-me' | 'sign-in' | 'sign-out' }
    | { do: 'add-product'; available: number; minimum: number; cents: number }
    | { do: 'change-product'; product: string; available: number; cents: number }
    | { do: 'archive' | 'restore'; product: string }
    | { do: 'adjust'; product: string; change: number }
    | { do: 'count'; product: string; counted: number }
    | { do: 'review' }
    | { do: 'change-review' | 'withdraw'; review: string }
    | { do: 'hide'; review: string; hidden: boolean }
  )

export type Outcome = 'done' | ProblemCode

/** Returns the expected outcome and the state after it; a rejected command changes nothing. */
export function apply(model: Model, command: Command): { outcome: Outcome; after: Model } {
  const after = structuredClone(model)
  const outcome = execute(after, command)
  return { outcome, after: outcome === 'done' ? after : model }
}

const forAdmins = new Set<Command['do']>(
  'ship ship-part undo refund make-admin demote remove add-product archive restore adjust count hide'.split(
    ' ',
  ) as Command['do'][],
)

/** Changes the model; what it has changed counts only when it answers `done`. */
function execute(model: Model, command: Command): Outcome {
  const { people, products, orders, reviews } = model
  const actor = people[command.who]!
  const isAdmin = actor.role === 'admin'
  if (command.do === 'sign-in') {
    if (actor.access === 'gone') return 'account-removed'
    actor.access = 'signed-in'
    return 'done'
  }
  if (actor.access !== 'signed-in') return 'session-ended'
  if (forAdmins.has(command.do) && !isAdmin) return 'admin-only'

  if ('order' in command) {
    const order = orders[command.order]!
    if (!isAdmin && order.buyer !== command.who) return 'order-not-found'
    return moveOrder(model, order, command)
  }
  if ('whom' in command) return changePerson(model, command, isAdmin)
  switch (command.do) {
    case 'place': {
      const lines = linesOf(command)
      const cents = totalOf(
        model,
        lines.map(({ product, units }) => ({ units, cents: products[product]!.cents })),
        command.who,
      )
      for (const { product: name, units } of lines) {
        const product = products[name]!
        const refusal = refusalOf(product, units)
        if (refusal) return lines.length === 1 ? refusal : 'lines-refused'
        product.available -= units
      }
      if (cents < 50) return 'total-not-payable'
      orders[command.name] = { buyer: command.who, lines, cents, state: 'unpaid' }
      return 'done'
    }
    case 'undo': {
      const parcel = model.parcels[command.parcel]!
      const order = orders[parcel.order]!
      if (parcel.undone) return 'shipment-undone'
      if (order.state === 'refunded') return 'shipment-refunded'
      parcel.undone = true
      order.state = 'paid'
      return 'done'
    }
    case 'forget-me':
      actor.access = 'gone'
      actor.role = 'customer'
      for (const order of Object.values(orders)) {
        if (order.buyer !== command.who || order.state !== 'unpaid') continue
        order.state = 'cancelled'
        putBack(order, products)
      }
      for (const review of Object.values(reviews)) if (review.author === command.who) review.withdrawn = true
      return 'done'
    case 'sign-out':
      actor.access = 'signed-out'
      return 'done'
    case 'add-product': {
      const { available, minimum, cents } = command
      products[command.name] = { available, minimum, cents, archived: false }
      return 'done'
    }
    case 'change-product': {
      const product = products[command.product]!
      if (product.archived) return 'product-not-found'
      const isSo = product.available === command.available && product.cents === command.cents
      if (!isAdmin) return isSo ? 'done' : 'not-allowed'
      Object.assign(product, { available: command.available, cents: command.cents })
      return 'done'
    }
    case 'archive':
      if (products[command.product]!.archived) return 'product-not-found'
      products[command.product]!.archived = true
      return 'done'
    case 'restore':
      if (!products[command.product]!.archived) return 'product-not-archived'
      products[command.product]!.archived = false
      return 'done'
    case 'adjust': {
      const product = products[command.product]!
      if (product.archived) return 'product-not-found'
      if (product.available + command.change < 0) return 'stock-out-of-range'
      product.available += command.change
      return 'done'
    }
    case 'count': {
      const product = products[command.product]!
      if (product.archived) return 'product-not-found'
      const reserved = reservedOf(model, command.product)
      if (command.counted < reserved) return 'counted-below-reserved'
      product.available = command.counted - reserved
      return 'done'
    }
    case 'review':
      if (Object.values(reviews).some(({ author }) => author === command.who)) return 'already-reviewed'
      reviews[command.name] = { author: command.who, text: command.name, hidden: false, withdrawn: false }
      return 'done'
    case 'change-review':
    case 'withdraw': {
      const review = reviews[command.review]!
      if (review.author !== command.who || review.withdrawn) return 'review-not-found'
      if (command.do === 'withdraw') review.withdrawn = true
      else review.text = command.name
      return 'done'
    }
    case 'hide': {
      const review = reviews[command.review]!
      if (review.withdrawn) return 'review-not-found'
      review.hidden = command.hidden
      return 'done'
    }
  }
}

/** The customer who has own prices in a shop that charges. */
export const tradeBuyer = 'Bob'

/**
 * Returns what lines cost: in a shop that charges, a tenth less for the trade buyer, a tenth off orders from $20, $12 of shipping, and
 * 8.25 % of tax on all of it, each rounded half up.
 */
function totalOf({ charged }: Model, lines: readonly { units: number; cents: number }[], buyer: string): number {
  const tenthLess = charged && buyer === tradeBuyer
  const items = lines.reduce(
    (sum, { units, cents }) => sum + units * (tenthLess ? Math.round((cents * 9) / 10) : cents),
    0,
  )
  if (!charged) return items
  const net = items - (items >= 2000 ? Math.round(items / 10) : 0) + 1200
  return net + Math.round((net * 825) / 10_000)
}

/** Returns the lines of an order that is placed. */
export const linesOf = ({ product, units, other, otherUnits }: Extract<Command, { do: 'place' }>) => [
  { product, units },
  ...(otherUnits === null ? [] : [{ product: other, units: otherUnits }]),
]

function refusalOf(product: ProductFacts, units: number): Outcome | undefined {
  if (product.archived) return 'product-not-found'
  if (units > product.available) return 'out-of-stock'
  return units < product.minimum ? 'below-minimum' : undefined
}

function putBack(order: OrderFacts, products: Model['products']): void {
  for (const { product, units } of order.lines) products[product]!.available += units
}

/** Returns the units of a product that lie on the shelf for orders. */
export const reservedOf = (model: Model, name: string): number =>
  Object.entries(model.orders)
    .filter(([, { state }]) => state === 'unpaid' || state === 'paid')
    .flatMap(([order, { lines }]) =>
      lines.map((line, at) => ({ ...line, units: line.units - shippedOf(model, order, at) })),
    )
    .reduce((sum, { product, units }) => sum + (product === name ? units : 0), 0)

/** Returns the units of an order that have shipped, of all lines or of one. */
export const shippedOf = ({ parcels }: Model, order: string, line?: number): number =>
  Object.values(parcels)
    .filter((parcel) => parcel.order === order && !parcel.undone)
    .flatMap(({ units }) => (line === undefined ? units : (units[line] ?? 0)))
    .reduce((sum, units) => sum + units, 0)

export const unitsOf = ({ lines }: OrderFacts): number => lines.reduce((sum, { units }) => sum + units, 0)

function moveOrder(model: Model, order: OrderFacts, command: Extract<Command, { order: string }>): Outcome {
  const { products } = model
  const from = {
    cancel: ['unpaid'],
    pay: ['unpaid'],
    ship: ['paid'],
    'ship-part': ['paid'],
    refund: ['paid', 'shipped'],
  }
  if (command.do === 'look-at-order') return 'done'
  if (!from[command.do].includes(order.state)) return 'order-move-not-allowed'
  if (command.do === 'ship' || command.do === 'ship-part') return shipUnits(model, order, command)
  if (command.do === 'cancel' || (command.do === 'refund' && command.restock)) putBack(order, products)
  order.state = ({ cancel: 'cancelled', pay: 'paid', refund: 'refunded' } as const)[command.do]
  return 'done'
}

/** Ships all units that are left, or some of a line. */
function shipUnits(model: Model, order: OrderFacts, command: Extract<Command, { do: 'ship' | 'ship-part' }>): Outcome {
  const left = order.lines.map(({ units }, at) => units - shippedOf(model, command.order, at))
  const wanted =
    command.do === 'ship' ? left : left.map((_, at) => (at === command.line % left.length ? command.units : 0))
  if (wanted.some((units, at) => units > left[at]!)) return 'shipment-too-large'
  model.parcels[command.name] = { order: command.order, units: wanted, undone: false }
  if (shippedOf(model, command.order) === unitsOf(order)) order.state = 'shipped'
  return 'done'
}

function changePerson({ people }: Model, command: Extract<Command, { whom: string }>, isAdmin: boolean): Outcome {
  const person = people[command.whom]!
  if (!isAdmin && command.who !== command.whom) return 'not-allowed'
  // Listing orders needs no target.
  if (command.do === 'list-orders') return 'done'
  if (person.access === 'gone') return 'user-not-found'
  if (command.do === 'remove') {
    if (command.who === command.whom) return 'not-yourself'
    person.access = 'gone'
  }
  if (command.do === 'make-admin') person.role = 'admin'
  if (command.do === 'demote') person.role = 'customer'
  return 'done'
}
