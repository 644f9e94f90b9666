import type { FastifyInstance } from 'fastify'
import { defaultLanguage } from '#contract/language.ts'
import * as endpoints from '#contract/product-edits.ts'
import { readEditFields, stageEdit } from '#server/imports/edits/edit-products.ts'
import { labelOf } from '#server/catalog/fields/field.ts'
import { readImport } from '#server/imports/list-imports.ts'
import { presentImport } from '#server/imports/present-import.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertPermission, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export function editsRoutes(app: FastifyInstance, deps: { db: Database; jobs: Pick<Jobs, 'enqueue'> }): void {
  registerEndpoint(app, endpoints.listEditFields, async ({ query: { language = defaultLanguage } }) =>
    (await readEditFields(deps.db)).map((field) => ({
      code: field.code,
      label: labelOf(field, language),
      ...(field.number && { number: field.number }),
      ...(field.isRequired && { required: true as const }),
    })),
  )

  registerEndpoint(app, endpoints.editProducts, async ({ body, actor }) => {
    if (body.changesLists) assertPermission(actor, 'prices')
    const { id } = await stageEdit(deps, body, actor)
    return { success: true as const, import: presentImport(await readImport(deps.db, id, actor)) }
  })
}
