import { useOutletContext } from 'react-router'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'

/** Returns the signed-in user, on every page of the dashboard. */
export function usePerson(): SignedIn {
  return useOutletContext<SignedIn>()
}

/** Describes a dashboard page in `handle`; other roles get a 404. */
export interface DashboardHandle {
  only: 'admin' | 'customer'
}

export const adminOnly: DashboardHandle = { only: 'admin' }
export const customerOnly: DashboardHandle = { only: 'customer' }

export function isDashboardHandle(handle: unknown): handle is DashboardHandle {
  return typeof handle === 'object' && handle !== null && 'only' in handle
}
