import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/order-notes.ts'
import { findOrderNames } from '#server/orders/find-orders.ts'
import { addOrderNote, deleteOrderNote, getOrderNotes } from '#server/orders/order-notes.ts'
import { tagOrder, untagOrder } from '#server/orders/tag-orders.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { runBulk } from '#server/platform/http/run-bulk.ts'

/** Serves what staff do with several orders at once, and what they write down about orders. */
export function orderNotesRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const bulk = (ids: readonly string[], work: Parameters<typeof runBulk>[1]) =>
    runBulk(ids, work, (refused) => findOrderNames(db, refused))

  registerEndpoint(app, endpoints.getOrderNotes, ({ params }) => getOrderNotes(db, params.id))

  registerEndpoint(app, endpoints.addOrderNote, ({ params, body, actor }) =>
    addOrderNote(db, params.id, body.note.trim(), actor),
  )

  registerEndpoint(app, endpoints.deleteOrderNote, ({ params, actor }) =>
    deleteOrderNote(db, params.id, params.noteId, actor),
  )

  registerEndpoint(app, endpoints.tagOrders, ({ body: { ids, name, preview = false }, actor }) =>
    bulk(ids, (id) => tagOrder(db, id, name.trim(), actor, preview)),
  )

  registerEndpoint(app, endpoints.untagOrders, ({ body: { ids, tagId, preview = false }, actor }) =>
    bulk(ids, (id) => untagOrder(db, id, tagId, actor, preview)),
  )
}
