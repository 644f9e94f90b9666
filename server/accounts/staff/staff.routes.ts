import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/staff.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { assignStaffRole } from '#server/accounts/staff/assign-staff-role.ts'
import { addStaffRole, deleteStaffRole, updateStaffRole } from '#server/accounts/staff/edit-staff-roles.ts'
import { staffRoles } from '#server/accounts/staff/staff.tables.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const success = { success: true } as const
const maxMembers = 500

type StaffDeps = Parameters<typeof assignStaffRole>[0]

export function staffRoutes(app: FastifyInstance, deps: StaffDeps): void {
  const { db } = deps
  registerEndpoint(app, endpoints.listStaff, async () => {
    const [roles, members] = await Promise.all([
      db.select().from(staffRoles).orderBy(asc(staffRoles.createdAt), asc(staffRoles.name)),
      db
        .select()
        .from(users)
        .where(and(isNull(users.removedAt), or(eq(users.role, 'admin'), isNotNull(users.staffRoleId))))
        .orderBy(asc(users.email))
        .limit(maxMembers),
    ])
    return { roles: roles.map(presentRole), members: members.map(presentMember) }
  })

  registerEndpoint(app, endpoints.assignStaffRole, async ({ params, body, actor }) => {
    const invited = await assignStaffRole(deps, { email: params.email, roleId: body.roleId }, actor)
    return { ...success, ...(invited && { invited }) }
  })

  registerEndpoint(app, endpoints.addStaffRole, async ({ body, actor }) => ({
    ...success,
    role: presentRole(await addStaffRole(db, readRole(body), actor)),
  }))

  registerEndpoint(app, endpoints.updateStaffRole, async ({ params, body, actor }) => ({
    ...success,
    role: presentRole(await updateStaffRole(db, params.id, readRole(body), actor)),
  }))

  registerEndpoint(app, endpoints.deleteStaffRole, ({ params, actor }) => deleteStaffRole(db, params.id, actor))
}

const readRole = ({ name, permissions }: Pick<endpoints.StaffRole, 'name' | 'permissions'>) => ({
  name: name.trim(),
  permissions,
})

const presentRole = ({ id, name, permissions, builtIn }: typeof staffRoles.$inferSelect): endpoints.StaffRole => ({
  _id: id,
  name,
  permissions,
  ...(builtIn && { builtIn }),
})

const presentMember = (user: typeof users.$inferSelect): endpoints.StaffMember => ({
  _id: user.id,
  email: user.email,
  name: user.displayName,
  emailVerified: user.emailVerifiedAt !== null,
  ...(user.invitedAt && { invited: true as const }),
  ...(user.role !== 'admin' && user.staffRoleId !== null && { roleId: user.staffRoleId }),
})
