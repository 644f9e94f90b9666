import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { problem } from '#server/platform/http/problem.ts'

interface LockoutTarget {
  id: string
  role: 'customer' | 'admin'
}

/** Throws `not-yourself`: what an admin does to accounts is never done to the own one, which has its own page. */
export function assertNotSelf(user: Pick<LockoutTarget, 'id'>, by: AuditActor | undefined): void {
  if (user.id === by?.id) throw problem('not-yourself')
}

/** Throws `not-yourself` or `last-admin` if the user must not be locked out; `admins` are the active admins, locked. */
export function assertCanLockOut(user: LockoutTarget, by: AuditActor | undefined, admins: readonly string[]): void {
  assertNotSelf(user, by)
  if (user.role === 'admin' && !admins.some((id) => id !== user.id)) throw problem('last-admin')
}
