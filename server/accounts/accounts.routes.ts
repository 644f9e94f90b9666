import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/accounts.ts'
import { demoteAdmin } from '#server/accounts/demote-admin.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { listUsers } from '#server/accounts/list-users.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import { presentProfile, presentUser, readProfileChange } from '#server/accounts/present-account.ts'
import { removeUser } from '#server/accounts/remove-user.ts'
import { updateProfile } from '#server/accounts/update-profile.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, readPage } from '#server/platform/paging.ts'
import { problem } from '#server/platform/problem.ts'

const success = { success: true } as const

export function accountsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  answerEndpoint(app, endpoints.getProfile, async ({ query }) => presentProfile(await getUserByEmail(db, query.email)))

  answerEndpoint(app, endpoints.updateProfile, async ({ params, body, actor }) => {
    if (body.photoURL !== undefined && !/^(\/media\/[\w-]+\/960\.webp)?$/.test(body.photoURL))
      throw problem('image-not-ours')
    const user = await updateProfile(db, params.email, readProfileChange(body), actor)
    return { ...success, profile: presentProfile(user) }
  })

  answerEndpoint(app, endpoints.getAdmin, async ({ params }) => ({
    admin: (await getUserByEmail(db, params.email)).role === 'admin',
  }))

  answerEndpoint(app, endpoints.listUsers, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listUsers(db, page, { q: query.q, role: query.role })
    return answerPage({ request, reply }, page, rows).map(presentUser)
  })

  answerEndpoint(app, endpoints.makeAdmin, async ({ params, actor }) => {
    await makeAdmin(db, params.email, actor)
    return success
  })

  answerEndpoint(app, endpoints.demoteAdmin, async ({ params, actor }) => {
    await demoteAdmin(db, params.email, actor)
    return success
  })

  answerEndpoint(app, endpoints.removeUser, async ({ params, actor }) => {
    await removeUser(db, params.email, actor)
    return success
  })
}
