import { desc, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/accounts.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import { presentProfile, presentUser, readProfileChange } from '#server/accounts/present-account.ts'
import { removeUser } from '#server/accounts/remove-user.ts'
import { updateProfile } from '#server/accounts/update-profile.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

const success = { success: true } as const

export function accountsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  answerEndpoint(app, endpoints.getProfile, async ({ query }) => presentProfile(await getUserByEmail(db, query.email)))

  answerEndpoint(app, endpoints.updateProfile, async ({ params, body }) => {
    if (body.photoURL !== undefined && !/^(\/media\/[\w-]+\/960\.webp)?$/.test(body.photoURL))
      throw problem('image-not-ours')
    return { ...success, profile: presentProfile(await updateProfile(db, params.email, readProfileChange(body))) }
  })

  answerEndpoint(app, endpoints.getAdmin, async ({ params }) => ({
    admin: (await getUserByEmail(db, params.email)).role === 'admin',
  }))

  answerEndpoint(app, endpoints.listUsers, async () => {
    const rows = await db.select().from(users).where(isNull(users.removedAt)).orderBy(desc(users.createdAt)).limit(1000)
    return rows.map(presentUser)
  })

  answerEndpoint(app, endpoints.makeAdmin, async ({ params, actor }) => {
    await makeAdmin(db, params.email, actor)
    return success
  })

  answerEndpoint(app, endpoints.removeUser, async ({ params, actor }) => {
    await removeUser(db, params.email, actor)
    return success
  })
}
