import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import { record } from './audit.ts'
import { revokeAccess } from './end-access.ts'
import type { IdentityDeps, Tx } from './identity-deps.ts'
import { accounts, sessions, tokensOfDisabled } from './identity.tables.ts'
import { languages } from './languages.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { createMailCode } from './mail-codes.ts'
import { type MailCall, mailLink, notifyOwner } from './mails.ts'
import { maskedNumber } from './phone-number.ts'
import { deleteSecondFactors, listSecondFactors } from './second-factors.ts'
import { keepTokensOfDisabled } from './sessions.ts'
import { lockAccount } from './write-account.ts'

type AccountAdminDeps = Pick<IdentityDeps, 'db' | 'now' | 'revokeAccess' | 'issuer' | 'sendMail' | 'siteName'> & {
  /** Part of mail links. */
  apiKey: string
}

/**
 * Creates the operator actions on accounts. They run in the host's transaction, which records the actor and may still abort; they
 * return false if there is nothing to change.
 */
export function accountAdmin(deps: AccountAdminDeps) {
  /** Stands for the call of an owner. */
  const mailCall = (): MailCall => ({
    ...deps,
    at: deps.now(),
    body: {},
    language: undefined,
    visitorLanguage: languages[0],
  })

  return {
    /** Returns the id of the account with an address, whether its owner ever entered the host or not. */
    async find(email: string): Promise<string | undefined> {
      const [account] = await deps.db
        .select({ localId: accounts.localId })
        .from(accounts)
        .where(eq(accounts.email, email.toLowerCase()))
      return account?.localId
    },

    /** Locks an account until the transaction ends. The calls of its owner lock it before anything of the host, so must the host. */
    async lock(tx: Tx, localId: string): Promise<void> {
      await lockAccount(tx, localId)
    },

    /** Returns the state of an account, without secrets; sign-in methods by SDK name, sessions by last use. */
    async read(localId: string) {
      const [account] = await deps.db.select().from(accounts).where(eq(accounts.localId, localId))
      if (!account) return undefined
      const [linked, factors, open] = await Promise.all([
        listLinkedProviders(deps.db, localId),
        listSecondFactors(deps.db, localId),
        deps.db
          .select()
          .from(sessions)
          .where(eq(sessions.localId, localId))
          .orderBy(desc(sessions.lastUsedAt), asc(sessions.sessionId))
          .limit(100),
      ])
      const { email, phoneNumber } = account
      return {
        createdAt: account.createdAt,
        lastSignInAt: account.lastLoginAt,
        emailVerified: account.emailVerifiedAt !== null,
        providers: [
          ...(account.passwordHash && email ? [{ id: 'password', name: email }] : []),
          ...(account.emailLinkUsedAt && email ? [{ id: 'emailLink', name: email }] : []),
          ...(phoneNumber ? [{ id: 'phone', name: phoneNumber }] : []),
          ...linked.map((one) => ({ id: one.providerId, name: one.email ?? one.displayName ?? '' })),
        ],
        phoneNumber,
        secondFactors: factors.map((one) => ({
          id: one.enrollmentId,
          kind: one.kind,
          phoneNumber: one.phoneNumber,
          enrolledAt: one.enrolledAt,
        })),
        sessions: open.map(({ createdAt, lastUsedAt, ipAddress, userAgent }) => ({
          startedAt: createdAt,
          lastUsedAt,
          ipAddress,
          userAgent,
        })),
        disabledAt: account.disabledAt,
      }
    },

    /** Disables the account and ends all its sessions. */
    async disable(tx: Tx, localId: string): Promise<boolean> {
      const now = deps.now()
      const [account] = await tx
        .update(accounts)
        .set({ disabledAt: now, validSince: now })
        .where(eq(accounts.localId, localId))
        .returning()
      if (!account) return false
      await keepTokensOfDisabled(tx, localId)
      await revokeAccess(tx, deps, account)
      await record(tx, { at: deps.now() }, { event: 'account-disabled', localId })
      return true
    },

    async enable(tx: Tx, localId: string): Promise<boolean> {
      const enabled = await tx
        .update(accounts)
        .set({ disabledAt: null })
        .where(and(eq(accounts.localId, localId), isNotNull(accounts.disabledAt)))
        .returning()
      if (enabled.length > 0) {
        await tx.delete(tokensOfDisabled).where(eq(tokensOfDisabled.localId, localId))
        await record(tx, { at: deps.now() }, { event: 'account-enabled', localId })
      }
      return enabled.length > 0
    },

    async signOut(tx: Tx, localId: string): Promise<boolean> {
      const now = deps.now()
      const [account] = await tx
        .update(accounts)
        .set({ validSince: now })
        .where(eq(accounts.localId, localId))
        .returning()
      if (!account) return false
      await revokeAccess(tx, deps, account)
      await record(tx, { at: deps.now() }, { event: 'sign-out', localId })
      return true
    },

    /** Notifies the owner by mail, with a link to reset the password. */
    async removeSecondFactor(tx: Tx, localId: string, enrollmentId: string): Promise<boolean> {
      const [account] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
      if (!account) return false
      const [removed] = await deleteSecondFactors(tx, localId, enrollmentId)
      if (!removed) return false
      await record(tx, { at: deps.now() }, { event: 'second-factor-removed', localId, method: removed.kind })
      await notifyOwner(tx, mailCall(), account, 'second-factor-removed', { factor: removed.kind })
      return true
    },

    /** Removes the number and ends the sessions, since it may have a new owner. Notifies the owner of the account. */
    async removePhone(tx: Tx, localId: string): Promise<boolean> {
      const now = deps.now()
      const [account] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
      if (!account?.phoneNumber) return false
      await tx.update(accounts).set({ phoneNumber: null, validSince: now }).where(eq(accounts.localId, localId))
      await revokeAccess(tx, deps, account)
      await record(tx, { at: deps.now() }, { event: 'provider-removed', localId, method: 'phone' })
      await notifyOwner(tx, mailCall(), account, 'phone-removed', { phone: maskedNumber(account.phoneNumber) })
      return true
    },

    /** Mails the owner a way to a new password; it works as any other that they ask for. */
    async sendPasswordReset(tx: Tx, localId: string): Promise<boolean> {
      const [account] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for('update')
      if (!account?.email || account.disabledAt) return false
      await record(tx, { at: deps.now() }, { event: 'password-reset-sent', localId })
      const { email } = account
      const code = await createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email }, deps.now())
      await mailLink(tx, mailCall(), 'reset-password', { to: email }, { code, account })
      return true
    },
  }
}
