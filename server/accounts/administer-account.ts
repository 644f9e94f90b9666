import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AuditKind } from '#contract/audit-log.ts'
import type { AccountAdmin } from '#server/accounts/account-admin.ts'
import { assertCanLockOut, assertNotSelf } from '#server/accounts/account-rules.ts'
import { revokeKeysOf } from '#server/accounts/api-keys/edit-api-keys.ts'
import { assertHolds, readPermissions } from '#server/accounts/staff/read-permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

// Admin operations on accounts. Each is audited; without `by` it was the command line. All throw `account-not-found`, `not-yourself` and
// `more-than-yours`; those that need the embedded identity service throw `account-elsewhere` without it.

export interface AdministerAccountDeps {
  db: Database
  /** Undefined if accounts are managed elsewhere. */
  accountAdmin: AccountAdmin | undefined
}

type UserRow = typeof users.$inferSelect

/** Returns a user with the state of the account, which is undefined if it is managed elsewhere or deleted. */
export async function getUserAccount({ db, accountAdmin }: AdministerAccountDeps, id: string) {
  const [user] = await db.select().from(users).where(activeUserById(id))
  if (!user) throw problem('account-not-found')
  return { user, account: user.identityUid === null ? undefined : await accountAdmin?.read(user.identityUid) }
}

/** Changes the account of a user, by id; `factorId` names a second factor. */
type AccountAction = (
  deps: AdministerAccountDeps,
  subject: { id: string; factorId?: string },
  by: AuditActor | undefined,
) => Promise<void>

/** Locks a user out of the shop and of the shop's own identity service, at once; also throws `last-admin`. */
export const disableAccount: AccountAction = ({ db, accountAdmin }, { id }, by) =>
  db.transaction(async (tx) => {
    await lockAccountOf(tx, accountAdmin, id)
    const admins = await lockAdmins(tx)
    const user = await lockUser(tx, id, by)
    assertCanLockOut(user, by, admins)
    const [disabled] = await tx
      .update(users)
      .set({ disabledAt: sql`now()`, tokenVersion: sql`${users.tokenVersion} + 1` })
      .where(and(eq(users.id, user.id), isNull(users.disabledAt)))
      .returning()
    if (!disabled) return
    await revokeKeysOf(tx, user.id)
    if (user.identityUid !== null) await accountAdmin?.disable(tx, user.identityUid)
    await recordAccountAction(tx, by, 'account-disabled', user)
  })

/** Lets a disabled user in again; their old sessions stay ended. */
export const enableAccount: AccountAction = ({ db, accountAdmin }, { id }, by) =>
  db.transaction(async (tx) => {
    await lockAccountOf(tx, accountAdmin, id)
    const user = await lockUser(tx, id, by)
    assertNotSelf(user, by)
    if (user.disabledAt === null) return
    await tx.update(users).set({ disabledAt: null }).where(eq(users.id, user.id))
    if (user.identityUid !== null) await accountAdmin?.enable(tx, user.identityUid)
    await recordAccountAction(tx, by, 'account-enabled', user)
  })

/** Ends all sessions, tokens and API keys of a user. */
export const signOutAccount = embeddedAccountAction(
  'signed-out-by-admin',
  'account-not-found',
  async (tx, admin, localId, { user }) => {
    await revokeKeysOf(tx, user.id)
    return admin.signOut(tx, localId)
  },
)

/** Removes a second factor and notifies the owner. Also throws `second-factor-not-found`. */
export const removeSecondFactor = embeddedAccountAction(
  'second-factor-removed',
  'second-factor-not-found',
  (tx, admin, localId, { factorId = '' }) => admin.removeSecondFactor(tx, localId, factorId),
)

/** Takes the phone number off an account, which ends its sessions. Also throws `no-phone-number`. */
export const removePhoneNumber = embeddedAccountAction('provider-removed', 'no-phone-number', (tx, admin, localId) =>
  admin.removePhone(tx, localId),
)

/** Mails a user a link to a new password. Also throws `account-disabled`. */
export const sendPasswordReset = embeddedAccountAction(
  'password-reset-sent',
  'account-not-found',
  (tx, admin, localId, { user }) => {
    if (user.disabledAt) throw problem('account-disabled')
    return admin.sendPasswordReset(tx, localId)
  },
)

/** Makes an action on an account of the shop's own identity service; `work` returns false for the problem `refusal`. */
function embeddedAccountAction(
  kind: AuditKind,
  refusal: 'account-not-found' | 'no-phone-number' | 'second-factor-not-found',
  work: (
    tx: Transaction,
    accountAdmin: AccountAdmin,
    localId: string,
    subject: { user: UserRow; factorId?: string },
  ) => Promise<boolean>,
): AccountAction {
  return ({ db, accountAdmin }, { id, ...subject }, by) =>
    db.transaction(async (tx) => {
      await lockAccountOf(tx, accountAdmin, id)
      const user = await lockUser(tx, id, by)
      assertNotSelf(user, by)
      if (!accountAdmin) throw problem('account-elsewhere')
      if (user.identityUid === null) throw problem('account-not-found')
      if (!(await work(tx, accountAdmin, user.identityUid, { ...subject, user }))) throw problem(refusal)
      await recordAccountAction(tx, by, kind, user)
    })
}

/** Locks the account of a user, if there is one; before the user, as a call of the owner does. */
async function lockAccountOf(tx: Transaction, accountAdmin: AccountAdmin | undefined, id: string): Promise<void> {
  const [user] = await tx.select({ identityUid: users.identityUid }).from(users).where(activeUserById(id))
  if (user?.identityUid) await accountAdmin?.lock(tx, user.identityUid)
}

/** Locks and returns an active user; throws `account-not-found`, or `more-than-yours` if the user may do what the actor may not. */
async function lockUser(tx: Transaction, id: string, by: AuditActor | undefined): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(activeUserById(id)).for('update')
  if (!user) throw problem('account-not-found')
  await assertHolds(tx, by, await readPermissions(tx, user.id))
  return user
}

const activeUserById = (id: string) => and(eq(users.id, parseId(id, 'account-not-found')), isNull(users.removedAt))

/** Puts an action on record; the only sign-in method that an admin removes is the phone. */
function recordAccountAction(
  tx: Transaction,
  by: AuditActor | undefined,
  kind: AuditKind,
  { id }: UserRow,
): Promise<void> {
  const after = kind === 'provider-removed' ? { after: { method: 'phone' } } : {}
  return recordAuditEvent(tx, by, { kind, subject: { type: 'user', id }, ...after })
}
