import type { FastifyInstance } from 'fastify'
import { toAmount } from '#contract/currency.ts'
import * as endpoints from '#contract/returns.ts'
import { getOrderFor, isVisibleTo } from '#server/orders/find-orders.ts'
import { createOrdering, type OrderCart, type OrderingRules } from '#server/orders/insert-order.ts'
import { limitSellerMails } from '#server/orders/limit-seller-mails.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { approveReturn, cancelReturn, refuseReturn } from '#server/returns/answer-return.ts'
import { countReturns, findReturn, type ReturnRow, searchReturns } from '#server/returns/find-returns.ts'
import { listOrderReturns } from '#server/returns/list-order-returns.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { listReturnReasons } from '#server/returns/list-return-reasons.ts'
import { presentReturn } from '#server/returns/present-return.ts'
import { receiveReturn } from '#server/returns/receive-return.ts'
import { quoteReturn, refundReturn } from '#server/returns/refund-return.ts'
import { replaceReturn } from '#server/returns/replace-return.ts'
import { type RequestDeps, requestReturn, withdrawOrder } from '#server/returns/request-return.ts'
import { readReturnSettings, updateReturnSettings } from '#server/returns/return-settings.ts'
import { returnState } from '#server/returns/return-rules.ts'

interface ReturnsDeps extends RequestDeps, Omit<SettleDeps, 'turns'> {
  db: Database
  /** How orders that replace units are placed. */
  ordering: OrderingRules
  orderCart: OrderCart
  charging: Charging
}

export function returnsRoutes(app: FastifyInstance, { db, ordering: rules, ...deps }: ReturnsDeps): void {
  const { queueMail } = deps
  const settling: SettleDeps = { provider: deps.provider, queueMail, log: deps.log, turns: new Map() }
  const ordering = createOrdering(db, rules, deps)
  const present = (found: ReturnRow, reader: Actor) => ({
    success: true as const,
    return: presentReturn(found, reader),
  })

  registerEndpoint(app, endpoints.listOrderReturns, ({ params, actor, request }) =>
    listOrderReturns(db, params.id, actor, { now: deps.now(), language: readLanguage(request.headers) }),
  )

  registerEndpoint(app, endpoints.requestReturn, async ({ params, body, actor, idempotencyKey }) => {
    const input = {
      orderId: params.id,
      lines: body.lines,
      note: body.note?.trim() || null,
      idempotencyKey,
    }
    const found = await limitSellerMails(db, deps.charging.limits, { actor, deps }, (limited) =>
      requestReturn(db, limited, actor, input),
    )
    return present(found, actor)
  })

  // Without a limit of mails: nothing keeps a consumer from withdrawing.
  registerEndpoint(app, endpoints.withdrawOrder, async ({ params, body, actor, idempotencyKey }) => {
    const input = { orderId: params.id, lines: body?.lines, idempotencyKey }
    return present(await withdrawOrder(db, deps, actor, input), actor)
  })

  registerEndpoint(app, endpoints.listReturns, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    const rows = await searchReturns(db, query, page)
    return sendPageOfRows({ request, reply }, page, rows).map((row) => presentReturn(row, actor))
  })

  registerEndpoint(app, endpoints.countReturns, () => countReturns(db))

  registerEndpoint(app, endpoints.getReturn, async ({ params, actor }) => {
    const found = await findReturn(db, params.id)
    if (!found || !isVisibleTo(actor, found)) throw problem('return-not-found')
    return presentReturn(found, actor)
  })

  registerEndpoint(app, endpoints.approveReturn, async ({ params, body, actor }) =>
    present(await approveReturn(db, queueMail, actor, { id: params.id, answer: body?.answer?.trim() || null }), actor),
  )

  registerEndpoint(app, endpoints.refuseReturn, async ({ params, body, actor }) =>
    present(await refuseReturn(db, queueMail, actor, { id: params.id, answer: body.answer.trim() }), actor),
  )

  registerEndpoint(app, endpoints.cancelReturn, async ({ params, actor }) =>
    present(await cancelReturn(db, queueMail, actor, params.id), actor),
  )

  registerEndpoint(app, endpoints.receiveReturn, async ({ params, body, actor }) =>
    present(await receiveReturn(db, settling, actor, { id: params.id, lines: body.lines, refund: body.refund }), actor),
  )

  registerEndpoint(app, endpoints.refundReturn, async ({ params, body, actor }) =>
    present(await refundReturn(db, settling, actor, { ...body, id: params.id }), actor),
  )

  registerEndpoint(app, endpoints.previewReturnRefund, async ({ params, body: { lines, ...choice }, actor }) => {
    const found = await findReturn(db, params.id)
    if (!found) throw problem('return-not-found')
    const row = await getOrderFor(db, found.orderId, actor)
    const isReceived = returnState(found) === 'received'
    const units = new Map(found.lines.map((line) => [line.position, isReceived ? line.receivedUnits : line.units]))
    for (const { line } of lines ?? []) if (!units.has(line)) throw problem('order-line-not-found', { line })
    const chosen = lines ? new Map(lines.map(({ line, units: some }) => [line, some])) : units
    const quote = await quoteReturn(db, { row, found, choice }, { units: chosen, isReceived })
    const amount = (cents: number) => toAmount(cents, found.currency)
    return {
      goods: amount(quote.goodsCents),
      shipping: amount(quote.shippingCents),
      shippingLeft: amount(quote.shippingLeftCents),
      fee: amount(quote.feeCents),
      amount: amount(quote.amountCents),
      currency: found.currency,
      ...(quote.isCredit && { credit: true as const }),
    }
  })

  registerEndpoint(app, endpoints.replaceReturn, async ({ params, actor }) => {
    const { found, replacement } = await replaceReturn(db, ordering, actor, params.id)
    return { ...present(found, actor), order: presentOrder(replacement) }
  })

  registerEndpoint(app, endpoints.getReturnSettings, () => readReturnSettings(db))

  registerEndpoint(app, endpoints.updateReturnSettings, ({ body, actor }) => updateReturnSettings(db, body, actor))

  registerEndpoint(app, endpoints.listReturnReasons, ({ query }) => listReturnReasons(db, query))
}
