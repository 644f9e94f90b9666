import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/accounts.ts'
import type { AccountAdmin } from '#server/accounts/account-admin.ts'
import { demoteAdmin } from '#server/accounts/demote-admin.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { collectPersonalData, type PersonalData } from '#server/accounts/collect-personal-data.ts'
import { exportPersonalData } from '#server/accounts/export-personal-data.ts'
import { listUsers } from '#server/accounts/list-users.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import {
  disableAccount,
  enableAccount,
  removePhoneNumber,
  getUserAccount,
  removeSecondFactor,
  sendPasswordReset,
  signOutAccount,
} from '#server/accounts/administer-account.ts'
import { presentProfile, presentUser, presentUserAccount, readProfileChange } from '#server/accounts/present-account.ts'
import { removeUser } from '#server/accounts/remove-user.ts'
import { findRolePermissions } from '#server/accounts/staff/read-permissions.ts'
import { updateProfile } from '#server/accounts/update-profile.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sendPageOfRows, readPage } from '#server/platform/database/pagination.ts'

const success = { success: true } as const

export interface AccountsRoutesDeps {
  db: Database
  /** Undefined if accounts are managed elsewhere. */
  accountAdmin: AccountAdmin | undefined
  /** Throws `image-not-ours`. */
  assertUploadedImage: (address: string) => void
  /** What the domains store about a person and the person may see. */
  ownData: PersonalData
  /** All that the domains store about a person. */
  personalData: PersonalData
}

export function accountsRoutes(
  app: FastifyInstance,
  { db, accountAdmin, assertUploadedImage, ownData, personalData }: AccountsRoutesDeps,
): void {
  registerEndpoint(app, endpoints.getProfile, async ({ query }) =>
    presentProfile(await getUserByEmail(db, query.email)),
  )

  registerEndpoint(app, endpoints.updateProfile, async ({ params, body, actor }) => {
    if (body.photoURL) assertUploadedImage(body.photoURL)
    const user = await updateProfile(db, params.email, readProfileChange(body), actor)
    return { ...success, profile: presentProfile(user) }
  })

  registerEndpoint(app, endpoints.getMyData, ({ actor }) => collectPersonalData(db, actor.id, ownData), {
    isWide: true,
  })

  registerEndpoint(
    app,
    endpoints.getPersonalData,
    ({ params, actor }) => exportPersonalData(db, params.id, personalData, actor),
    { isWide: true },
  )

  registerEndpoint(app, endpoints.getAdmin, async ({ params }) => {
    const { role, staffRoleId } = await getUserByEmail(db, params.email)
    const permissions =
      role === 'admin' || staffRoleId === null ? undefined : await findRolePermissions(db, staffRoleId)
    return { admin: role === 'admin', ...(permissions && { permissions }) }
  })

  registerEndpoint(app, endpoints.listUsers, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listUsers(db, page, { q: query.q, role: query.role })
    return sendPageOfRows({ request, reply }, page, rows).map(presentUser)
  })

  for (const [endpoint, change] of [
    [endpoints.makeAdmin, makeAdmin],
    [endpoints.demoteAdmin, demoteAdmin],
    [endpoints.removeUser, removeUser],
  ] as const) {
    registerEndpoint(app, endpoint, async ({ params, actor }) => {
      await change(db, params.email, actor)
    })
  }

  const operating = { db, accountAdmin }
  const show = async (id: string) => {
    const { user, account } = await getUserAccount(operating, id)
    return presentUserAccount(user, account, accountAdmin ? 'shop' : 'firebase')
  }

  registerEndpoint(app, endpoints.getUserAccount, ({ params }) => show(params.id))

  for (const [endpoint, act] of [
    [endpoints.disableAccount, disableAccount],
    [endpoints.enableAccount, enableAccount],
    [endpoints.signOutAccount, signOutAccount],
    [endpoints.removeSecondFactor, removeSecondFactor],
    [endpoints.removePhoneNumber, removePhoneNumber],
    [endpoints.sendPasswordReset, sendPasswordReset],
  ] as const) {
    registerEndpoint(app, endpoint, async ({ params, actor }) => {
      await act(operating, params, actor)
      return show(params.id)
    })
  }
}
