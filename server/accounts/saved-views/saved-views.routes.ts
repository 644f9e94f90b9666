import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/saved-views.ts'
import {
  addSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  type ViewInput,
} from '#server/accounts/saved-views/edit-saved-views.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const success = { success: true } as const

/** Serves the views that staff save of their lists. */
export function savedViewsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, endpoints.listSavedViews, ({ query, actor }) => listSavedViews(db, query.list, actor))

  registerEndpoint(app, endpoints.addSavedView, async ({ body, actor }) => ({
    ...success,
    view: await addSavedView(db, body.list, readInput(body), actor),
  }))

  registerEndpoint(app, endpoints.updateSavedView, async ({ params, body, actor }) => ({
    ...success,
    view: await updateSavedView(db, params.id, readInput(body), actor),
  }))

  registerEndpoint(app, endpoints.deleteSavedView, ({ params, actor }) => deleteSavedView(db, params.id, actor))
}

const readInput = ({ name, query, shared }: { name: string; query: string; shared: boolean }): ViewInput => ({
  name: name.trim(),
  query,
  isShared: shared,
})
