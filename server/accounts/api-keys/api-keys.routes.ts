import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/api-keys.ts'
import { addApiKey, revokeApiKey } from '#server/accounts/api-keys/edit-api-keys.ts'
import { listApiKeys, presentApiKey } from '#server/accounts/api-keys/find-api-keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const success = { success: true } as const
const dayMs = 86_400_000

export function apiKeysRoutes(app: FastifyInstance, { db, now }: { db: Database; now: () => Date }): void {
  registerEndpoint(app, endpoints.listApiKeys, () => listApiKeys(db, now()))

  registerEndpoint(app, endpoints.addApiKey, async ({ body: { name, scopes, expiresInDays }, actor }) => {
    const expiresAt = expiresInDays === undefined ? null : new Date(now().getTime() + expiresInDays * dayMs)
    const { row, secret } = await addApiKey(db, { name: name.trim(), scopes, expiresAt }, actor)
    return { ...success, key: presentApiKey(row, { email: actor.email, held: actor.permissions }, now()), secret }
  })

  registerEndpoint(app, endpoints.revokeApiKey, ({ params, actor }) => revokeApiKey(db, params.id, actor))
}
