import { hasPermission, type Permission } from '#contract/permissions.ts'
import { useOutletContext } from 'react-router'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'

/** Returns the signed-in user, on every page of the dashboard. */
export function usePerson(): SignedIn {
  return useOutletContext<SignedIn>()
}

/** Describes a dashboard page in `handle`; others get a 404. Of several permissions, one is enough. */
export type DashboardHandle = { only: 'customer' } | { only: 'staff'; permission: Permission | readonly Permission[] }

export const customerOnly: DashboardHandle = { only: 'customer' }

/** Makes the handle of a page for admins and for staff with the permission. */
export const staffWith = (permission: Permission | readonly Permission[]): DashboardHandle => ({
  only: 'staff',
  permission,
})

/** Whether a person is an admin, or staff with the permission. */
export const mayUse = ({ role, permissions = [] }: SignedIn, needed: Permission | readonly Permission[]): boolean =>
  role === 'admin' || hasPermission({ permissions }, needed)

/** Whether a person is an admin, or has a role of staff. */
export const isStaff = ({ role, permissions = [] }: SignedIn): boolean => role === 'admin' || permissions.length > 0

/** Returns the page of the own orders: the dashboard of staff begins with a page of their role instead. */
export const ownOrdersPage = (person: SignedIn): string => (isStaff(person) ? '/dashboard/my-orders' : '/dashboard')

/** Whether a page is for this person. */
export const mayOpen = (handle: DashboardHandle, person: SignedIn): boolean =>
  handle.only === 'customer' ? person.role === 'customer' : mayUse(person, handle.permission)

export function isDashboardHandle(handle: unknown): handle is DashboardHandle {
  return typeof handle === 'object' && handle !== null && 'only' in handle
}
