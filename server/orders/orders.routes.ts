import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toCents } from '#contract/currency.ts'
import { getCharges } from '#contract/charges.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import { fieldProblem } from '#contract/field-problems.ts'
import type { Language } from '#contract/language.ts'
import { previewOrder as previewEndpoint } from '#contract/order-preview.ts'
import * as endpoints from '#contract/orders.ts'
import { type Buyer, findBuyer, findBuyerId } from '#server/accounts/find-buyer.ts'
import { fullName } from '#server/accounts/addresses/full-name.ts'
import { addressText } from '#server/accounts/addresses/present-address.ts'
import { readAddress, readPlace } from '#server/accounts/addresses/read-address.ts'
import { getProductByName } from '#server/catalog/find-products.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { allocateOrder } from '#server/orders/allocate-order.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { changePaymentMethod } from '#server/orders/change-payment-method.ts'
import { orderMessagesRoutes } from '#server/orders/order-messages.routes.ts'
import { withMatchedLines } from '#server/orders/find-matched-lines.ts'
import { presentManagedOrder } from '#server/orders/present-managed-order.ts'
import { withNotes } from '#server/orders/order-notes.ts'
import { orderNotesRoutes } from '#server/orders/order-notes.routes.ts'
import {
  countAllOrders,
  countBuyerOrders,
  getOrderFor,
  listAllOrders,
  listBuyerOrders,
  type OrderSearch,
} from '#server/orders/find-orders.ts'
import { findLanguage } from '#server/orders/find-language.ts'
import { createOrdering, type NewLine, type OrderCart, type OrderingRules } from '#server/orders/insert-order.ts'
import { withIndexedNumbers } from '#server/orders/order-rules.ts'
import { listBoughtProducts } from '#server/orders/list-bought-products.ts'
import { type PlaceOrderInput, placeOrder, refusalOf } from '#server/orders/place-order.ts'
import { limitSellerMails } from '#server/orders/limit-seller-mails.ts'
import { getPastOrder, listPastOrders, presentPastOrder } from '#server/orders/past-orders.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { orderFor, orderForBuyer } from '#server/orders/shown-name.ts'
import { previewOrder } from '#server/orders/preview-order.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { presentQuote } from '#server/orders/present-quote.ts'
import { type Charging, quoteOrder } from '#server/orders/quote-order.ts'
import { shipmentsRoutes } from '#server/orders/shipments/shipments.routes.ts'
import type { UndoDeps } from '#server/orders/shipments/undo-shipment.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { parseId } from '#server/platform/ids.ts'
import { sendPageOfRows, readPage } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { readPriceTax } from '#server/tax/read-price-tax.ts'

/** Orders of few lines are placed together; those of more wait for each other. */
const maxNarrowLines = 40

interface OrdersDeps {
  db: Database
  ordering: OrderingRules
  /** Takes the lines of an order out of a cart, in its transaction. */
  orderCart: OrderCart
  charging: Charging
  /** Reads the terms of sale that hold, by the addresses of their version; an empty one if the shop has none. */
  findTerms: (db: Database, language: Language) => Promise<{ url: string; urls: readonly string[] }>
  findSellerSettings: FindSellerSettings
  findReturnable: UndoDeps['findReturnable']
  queueMail: QueueMail
  refundFilters: OrderSearch['refundFilters']
  now: () => Date
}

export function ordersRoutes(app: FastifyInstance, { db, queueMail, refundFilters, ...deps }: OrdersDeps): void {
  const ordering = createOrdering(db, deps.ordering, { ...deps, queueMail })
  orderNotesRoutes(app, { db })
  orderMessagesRoutes(app, { db, queueMail, findSellerSettings: deps.findSellerSettings, limits: deps.charging.limits })
  shipmentsRoutes(app, { db, queueMail, ...deps })

  registerEndpoint(app, endpoints.listOrders, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    const rows = await listBuyerOrders(db, query.email, { ...readSearch(query), refundFilters }, page)
    return sendPageOfRows({ request, reply }, page, rows).map((row) => presentOrder(orderFor(actor, row)))
  })

  registerEndpoint(app, endpoints.listPastOrders, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listPastOrders(db, query.email, page)
    return sendPageOfRows({ request, reply }, page, rows).map(presentPastOrder)
  })

  registerEndpoint(app, endpoints.getPastOrder, ({ params, actor }) => getPastOrder(db, params.id, actor))

  registerEndpoint(app, endpoints.countOrders, ({ query }) => countBuyerOrders(db, query.email))

  registerEndpoint(app, getCharges, async () => {
    const [tax, shipping] = await Promise.all([readPriceTax(db), deps.charging.shipping.isEnabled(db)])
    return { tax, shipping }
  })

  registerEndpoint(app, endpoints.listBoughtProducts, ({ actor }) => listBoughtProducts(db, actor.id))

  registerEndpoint(
    app,
    endpoints.quoteOrder,
    async ({ body, actor, request }) => {
      const quote = await quoteOrder(
        db,
        deps.charging,
        {
          ...readQuoteInput(body),
          buyerId: await findBuyerId(db, actor, body.for),
          ip: body.for === undefined ? request.ip : undefined,
          language: readLanguage(request.headers),
        },
        (refused) => refusalOf(refused, { isList: true }),
      )
      return presentQuote(quote)
    },
    { isWide: true },
  )

  registerEndpoint(
    app,
    previewEndpoint,
    ({ body, request }) => previewOrder(db, deps.charging, body, readLanguage(request.headers)),
    { isWide: true },
  )

  registerEndpoint(
    app,
    endpoints.placeOrder,
    async ({ body, actor, request, idempotencyKey }) => {
      const buyer = await findBuyer(db, actor, body.for)
      const placed = await placeOrder(db, ordering, buyer, {
        ...(await readPlaceOrderInput(db, body, buyer, request)),
        idempotencyKey,
        // Staff cannot accept terms for others.
        acceptTerms: async () =>
          buyer.staff ? undefined : readAcceptedTerms(body, () => deps.findTerms(db, readLanguage(request.headers))),
      })
      const order = presentOrder(buyer.staff ? placed : orderForBuyer(placed))
      return { success: true as const, _id: order._id, order }
    },
    // The validator has checked the body.
    { isWide: ({ body }) => ((body as Body<typeof endpoints.placeOrder>).lines?.length ?? 1) > maxNarrowLines },
  )

  registerEndpoint(app, endpoints.getOrder, async ({ params, actor }) =>
    presentOrder(orderFor(actor, await getOrderFor(db, params.id, actor))),
  )

  registerEndpoint(app, endpoints.changePaymentMethod, async ({ params, body, actor }) => {
    await changePaymentMethod(db, actor, { orderId: params.id, payBy: body.payBy })
    return {
      success: true as const,
      order: presentOrder(orderFor(actor, await getOrderFor(db, params.id, actor))),
    }
  })

  registerEndpoint(app, endpoints.changeOrder, async ({ params, body, actor }) => {
    const { address, delivery, withBilling = false, phoneNumber, poNumber, note } = body
    const changeDeps = { queueMail, findSellerSettings: deps.findSellerSettings, charging: deps.charging }
    const details = {
      orderId: params.id,
      ...(address !== undefined && { address: address.trim() }),
      ...(delivery !== undefined && { delivery: readAddress(delivery) }),
      ...(withBilling && { withBilling: true as const }),
      ...(phoneNumber !== undefined && { phoneNumber: String(phoneNumber).trim() }),
      ...(poNumber !== undefined && { poNumber: poNumber.trim() }),
      ...(note !== undefined && { note: note.trim() }),
    }
    const { asked, priceKept } = await limitSellerMails(
      db,
      deps.charging.limits,
      { actor, deps: changeDeps },
      (limited) => changeOrder(db, limited, actor, details),
    )
    const order = presentOrder(orderFor(actor, await getOrderFor(db, params.id, actor)))
    return {
      success: true as const,
      order,
      ...(asked && { asked: true as const }),
      ...(priceKept && { priceKept: true as const }),
    }
  })

  registerEndpoint(app, endpoints.listAllOrders, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    const { from, to, tag } = query
    const search = { ...readSearch(query), days: { from, to }, tag, refundFilters }
    const rows = await listAllOrders(db, search, page)
    const shown = sendPageOfRows({ request, reply }, page, rows).map(presentManagedOrder(actor, deps.now()))
    return withNotes(db, await withMatchedLines(db, search.words, shown))
  })

  registerEndpoint(app, endpoints.countAllOrders, ({ query: { from, to, tag } }) =>
    countAllOrders(db, { days: { from, to }, tag, refundFilters }),
  )

  registerEndpoint(app, endpoints.allocateOrder, async ({ params, actor }) => ({
    success: true as const,
    order: presentOrder(await allocateOrder(db, params.id, actor)),
  }))
}

/** Reads what a list of orders is searched for; a blank search is none. */
const readSearch = ({
  q,
  state,
  sort,
}: Pick<Query<typeof endpoints.listAllOrders>, 'q' | 'state' | 'sort'>): Omit<OrderSearch, 'refundFilters'> => ({
  words: q?.trim() ? withIndexedNumbers(q) : undefined,
  state,
  sort,
})

/** Reads the body: the product of the only line is found by id, or else by name. */
async function readPlaceOrderInput(
  db: Database,
  body: Body<typeof endpoints.placeOrder>,
  buyer: Buyer,
  request: FastifyRequest,
): Promise<Omit<PlaceOrderInput, 'acceptTerms' | 'idempotencyKey'>> {
  if (body.lines && (body.productId ?? body.name ?? body.quantity) !== undefined) {
    throw problem('invalid-request', { detail: 'Send either lines, or productId and quantity.' })
  }
  const language = buyer.staff ? await findLanguage(db, buyer.id) : readLanguage(request.headers)
  const delivery = body.delivery && readAddress(body.delivery)
  const billing = body.billing && readAddress(body.billing)
  if (body.email !== undefined && body.email.toLowerCase() !== buyer.email) throw problem('not-allowed')
  return {
    isList: body.lines !== undefined,
    lines: body.lines?.map(readLine) ?? [await readOnlyLine(db, body)],
    payBy: body.payBy ?? 'card',
    code: body.code?.trim() || undefined,
    shippingMethod: body.shippingMethod,
    vehicle: body.vehicle,
    delivery,
    billing,
    poNumber: body.poNumber?.trim() || null,
    note: body.note?.trim() || null,
    cartId: body.cartId,
    buyerName: fullName(body.buyerName?.trim() || buyer.name, [billing?.recipient, delivery?.recipient]),
    address: delivery ? addressText(delivery, language) : body.address.trim(),
    phoneNumber: String(body.phoneNumber).trim(),
    expectedTotalCents: body.totalPrice === undefined ? undefined : toCents(body.totalPrice),
    language,
  }
}

/**
 * Returns the address of the terms of sale that were accepted. Throws `terms-changed` if the buyer saw others than those of now, and
 * `terms-not-accepted` for an order of lines; the one of a single product may come without, as the first version of this call had it.
 */
async function readAcceptedTerms(
  { termsAccepted, termsAddress, lines }: Body<typeof endpoints.placeOrder>,
  findTerms: () => ReturnType<OrdersDeps['findTerms']>,
): Promise<string | undefined> {
  if (!termsAccepted && !lines) return undefined
  const { url, urls } = await findTerms()
  if (!termsAccepted) {
    if (url !== '') throw problem('terms-not-accepted', { url })
    return undefined
  }
  if (termsAddress === undefined) return url || undefined
  if (!urls.includes(termsAddress)) throw problem('terms-changed')
  return termsAddress
}

const readQuoteInput = ({ lines, place, code, shippingMethod }: Body<typeof endpoints.quoteOrder>) => ({
  lines: lines.map((line) => readLine(line)),
  place: place && readPlace(place),
  code: code?.trim() || undefined,
  shippingMethod,
})

const readLine = (line: NonNullable<Body<typeof endpoints.placeOrder>['lines']>[number]): NewLine => ({
  productId: parseId(line.productId, 'product-not-found'),
  quantity: line.quantity,
  unitPriceCents: line.unitPrice === undefined ? undefined : toCents(line.unitPrice),
  pricePer: line.unitPrice === undefined ? undefined : (line.pricePer ?? 1),
  job: line.job?.trim() || null,
})

async function readOnlyLine(db: Database, body: Body<typeof endpoints.placeOrder>): Promise<NewLine> {
  const { quantity } = body
  if (quantity === undefined) throw missing('quantity')
  return { productId: await readProductId(db, body), quantity, unitPriceCents: undefined, job: null }
}

async function readProductId(db: Database, body: Body<typeof endpoints.placeOrder>): Promise<string> {
  if (body.productId !== undefined) return parseId(body.productId, 'product-not-found')
  if (body.name !== undefined) return (await getProductByName(db, { ...body, name: body.name })).id
  throw missing('productId')
}

const missing = (field: string) =>
  problem('invalid-request', { detail: `${field} is missing.` }, [{ field, ...fieldProblem('required') }])
