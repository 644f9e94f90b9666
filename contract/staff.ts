import { type Static, Type } from 'typebox'
import { EmailParams, endpoint, IdParams, Success, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { permissions } from '#contract/permissions.ts'

/** Describes a role of staff with its members; `builtIn` is set for one that comes with the shop. */
export const StaffRole = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Type.Enum(permissions)),
  builtIn: Type.Optional(Type.Enum(['catalog', 'orders', 'support'] as const)),
})
export type StaffRole = Static<typeof StaffRole>

/** Describes a member of staff; without `roleId` an admin. */
export const StaffMember = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  emailVerified: Type.Boolean(),
  /** Set until the person has signed in by the mailed link. */
  invited: Type.Optional(Type.Literal(true)),
  roleId: Type.Optional(Type.String()),
})
export type StaffMember = Static<typeof StaffMember>

const RoleInput = Type.Object({
  name: Name(maxLengths.staffRoleName),
  permissions: Type.Array(Type.Enum(permissions), { minItems: 1, uniqueItems: true }),
})

export const listStaff = endpoint('listStaff', 'GET', '/staff', {
  access: 'admin',
  permission: 'users',
  summary: 'Lists the roles of staff with their permissions, and up to 500 members and admins.',
  answer: Type.Object({ roles: Type.Array(StaffRole), members: Type.Array(StaffMember) }),
})

/** Describes a change of roles; it needs a fresh sign-in. */
const change = { access: 'admin', permission: 'users', freshSignIn: true } as const

export const assignStaffRole = endpoint('assignStaffRole', 'PUT', '/staff/:email', {
  ...change,
  summary:
    'Gives a person a role of staff, or takes it back without `roleId`. It holds at the next call. One without an account is mailed an invitation. Nobody gives more than they have.',
  params: EmailParams,
  body: Type.Object({ roleId: Type.Optional(IdParams.properties.id) }),
  answer: Type.Object({ success: Type.Literal(true), invited: Type.Optional(Type.Boolean()) }),
  problems: ['user-not-found', 'role-not-found', 'more-than-yours', 'last-admin'],
})

export const addStaffRole = endpoint('addStaffRole', 'POST', '/staff-roles', {
  ...change,
  summary: 'Adds a role of staff with permissions that the caller has.',
  body: RoleInput,
  answer: Type.Object({ success: Type.Literal(true), role: StaffRole }),
  problems: ['role-name-taken', 'more-than-yours'],
})

export const updateStaffRole = endpoint('updateStaffRole', 'PUT', '/staff-roles/:id', {
  ...change,
  summary: 'Changes an own role; what its members may do changes with their next call.',
  params: IdParams,
  body: RoleInput,
  answer: Type.Object({ success: Type.Literal(true), role: StaffRole }),
  problems: ['role-not-found', 'role-built-in', 'role-name-taken', 'more-than-yours'],
})

export const deleteStaffRole = endpoint('deleteStaffRole', 'DELETE', '/staff-roles/:id', {
  ...change,
  summary: 'Deletes an own role that has no members.',
  params: IdParams,
  answer: Success,
  problems: ['role-not-found', 'role-built-in', 'role-in-use', 'more-than-yours'],
})
