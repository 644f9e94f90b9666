import { useOutletContext } from 'react-router'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'

/** The signed-in person, on every page inside the dashboard. */
export function usePerson(): SignedIn {
  return useOutletContext<SignedIn>()
}

/** What a page of the dashboard says about itself in `handle`; to everybody else it does not exist. */
export interface DashboardHandle {
  only: 'admin' | 'customer'
}

export const adminOnly: DashboardHandle = { only: 'admin' }
export const customerOnly: DashboardHandle = { only: 'customer' }

export function isDashboardHandle(handle: unknown): handle is DashboardHandle {
  return typeof handle === 'object' && handle !== null && 'only' in handle
}
