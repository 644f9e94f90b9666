import type { FastifyInstance } from 'fastify'
import { activeCart } from '#contract/cart-lines.ts'
import * as endpoints from '#contract/carts.ts'
import { addCart } from '#server/carts/add-cart.ts'
import { changeCartLines } from '#server/carts/change-cart-lines.ts'
import { deleteCart } from '#server/carts/delete-cart.ts'
import { findCart, getSharedCart, listBuyerCarts, readCartLines } from '#server/carts/find-carts.ts'
import { mergeCart } from '#server/carts/merge-cart.ts'
import { presentCart, presentLines, presentSummary, kindOf } from '#server/carts/present-cart.ts'
import { pricesOf } from '#server/carts/price-lines.ts'
import { updateCart } from '#server/carts/update-cart.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

/** A cart asks again with each change; a call with 1,000 lines costs as much as some twenty others. */
const pricingsPerMinute = 120

export function cartsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(
    app,
    endpoints.priceLines,
    ({ body, request }) => pricesOf(db, body.lines, readLanguage(request.headers)),
    { callsPerMinute: pricingsPerMinute },
  )

  registerEndpoint(app, endpoints.listCarts, async ({ actor, query }) =>
    (await listBuyerCarts(db, actor.id, query.kind)).map(presentSummary),
  )

  registerEndpoint(app, endpoints.addCart, async ({ actor, body }) => ({
    success: true as const,
    cart: presentSummary(await addCart(db, actor.id, body)),
  }))

  registerEndpoint(app, endpoints.getCart, async ({ actor, params, request }) => {
    const cart = await findCart(db, actor.id, params.id)
    const lines = cart ? await readCartLines(db, cart.id) : []
    return {
      ...(cart ? presentCart(cart) : unusedCart()),
      ...(await presentLines(db, lines, readLanguage(request.headers))),
    }
  })

  registerEndpoint(app, endpoints.updateCart, async ({ actor, params, body }) => ({
    success: true as const,
    cart: presentSummary(await updateCart(db, actor.id, params.id, body)),
  }))

  registerEndpoint(app, endpoints.deleteCart, async ({ actor, params }) => {
    await deleteCart(db, actor.id, params.id)
    return { success: true as const }
  })

  registerEndpoint(app, endpoints.changeCartLines, ({ actor, params, body }) =>
    changeCartLines(db, actor.id, params.id, body.lines),
  )

  registerEndpoint(app, endpoints.mergeCart, ({ actor, body }) => mergeCart(db, actor.id, body.mergeId, body.lines))

  registerEndpoint(
    app,
    endpoints.getSharedCart,
    async ({ params, request }) => {
      const cart = await getSharedCart(db, params.id)
      const lines = await readCartLines(db, cart.id)
      return { name: cart.name, ...kindOf(cart), ...(await presentLines(db, lines, readLanguage(request.headers))) }
    },
    { callsPerMinute: pricingsPerMinute },
  )
}

/** Describes the active cart of a buyer who has not added anything yet. */
const unusedCart = () => ({
  _id: activeCart,
  name: '',
  version: 0,
  active: true as const,
  updatedAt: new Date().toISOString(),
})
