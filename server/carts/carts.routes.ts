import type { FastifyInstance, FastifyRequest } from 'fastify'
import { activeCart } from '#contract/cart-lines.ts'
import * as endpoints from '#contract/carts.ts'
import { findBuyerId } from '#server/accounts/find-buyer.ts'
import { addCart } from '#server/carts/add-cart.ts'
import { changeCartLines } from '#server/carts/change-cart-lines.ts'
import { deleteCart } from '#server/carts/delete-cart.ts'
import { findCart, listBuyerCarts, readCartLines } from '#server/carts/find-carts.ts'
import { getSharedCart } from '#server/carts/share-link.ts'
import { mergeCart } from '#server/carts/merge-cart.ts'
import { presentCart, presentLines, presentSummary, kindOf } from '#server/carts/present-cart.ts'
import { pricesOf } from '#server/carts/price-lines.ts'
import { updateCart } from '#server/carts/update-cart.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { inTurn, type Turns } from '#server/platform/in-turn.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'

export function cartsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  // Changes of one buyer wait for the same lock: one after the other, they take one connection instead of all.
  const turns: Turns = new Map()

  registerEndpoint(
    app,
    endpoints.priceLines,
    async ({ body, actor, request }) =>
      pricesOf(db, body.lines, {
        ...callerOf(actor, request),
        buyerId: await findBuyerId(db, actor, body.for),
      }),
    { isWide: true },
  )

  registerEndpoint(app, endpoints.listCarts, async ({ actor, query }) =>
    (await listBuyerCarts(db, actor.id, query.kind)).map(presentSummary),
  )

  registerEndpoint(
    app,
    endpoints.addCart,
    async ({ actor, body }) => ({
      success: true as const,
      cart: presentSummary(await inTurn(turns, actor.id, () => addCart(db, actor.id, body))),
    }),
    { isWide: true },
  )

  registerEndpoint(
    app,
    endpoints.getCart,
    async ({ actor, params, request }) => {
      const cart = await findCart(db, actor.id, params.id)
      const lines = cart ? await readCartLines(db, cart.id) : []
      return {
        ...(cart ? presentCart(cart) : unusedCart()),
        ...(await presentLines(db, lines, callerOf(actor, request))),
      }
    },
    { isWide: true },
  )

  registerEndpoint(app, endpoints.updateCart, async ({ actor, params, body }) => ({
    success: true as const,
    cart: presentSummary(await inTurn(turns, actor.id, () => updateCart(db, actor.id, params.id, body))),
  }))

  registerEndpoint(app, endpoints.deleteCart, ({ actor, params }) =>
    inTurn(turns, actor.id, () => deleteCart(db, actor.id, params.id)),
  )

  registerEndpoint(
    app,
    endpoints.changeCartLines,
    ({ actor, params, body }) => inTurn(turns, actor.id, () => changeCartLines(db, actor.id, params.id, body.lines)),
    { isWide: true },
  )

  registerEndpoint(
    app,
    endpoints.mergeCart,
    ({ actor, body }) => inTurn(turns, actor.id, () => mergeCart(db, actor.id, body.mergeId, body.lines)),
    { isWide: true },
  )

  registerEndpoint(
    app,
    endpoints.getSharedCart,
    async ({ params, actor, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const { cart, sharedBy } = await getSharedCart(db, params.id, new Date())
      // The prices that the owner saw are the owner's.
      const lines = (await readCartLines(db, cart.id)).map(({ productId, job, quantity }) => ({
        productId,
        quantity,
        ...(job && { job }),
      }))
      return {
        name: cart.name,
        ...(sharedBy !== '' && { sharedBy }),
        ...kindOf(cart),
        ...(await presentLines(db, lines, callerOf(actor, request))),
      }
    },
    { isWide: true },
  )
}

/** Returns whose prices are wanted, and the language. */
const callerOf = (actor: Actor | undefined, request: FastifyRequest) => ({
  buyerId: actor?.id,
  language: readLanguage(request.headers),
})

/** Describes the active cart of a buyer who has not added anything yet. */
const unusedCart = () => ({
  _id: activeCart,
  name: '',
  version: 0,
  active: true as const,
  updatedAt: new Date().toISOString(),
})
