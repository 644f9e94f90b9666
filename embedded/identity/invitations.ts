import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { canonicalEmail } from './email-address.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { languages } from './languages.ts'
import { createMailCode } from './mail-codes.ts'
import { mailLink } from './mails.ts'
import { createAccount } from './write-account.ts'

type InvitationDeps = Pick<IdentityDeps, 'db' | 'now' | 'issuer' | 'sendMail' | 'siteName'> & {
  /** Part of mail links. */
  apiKey: string
}

const lifetimeMs = 7 * 24 * 3_600_000

/** Creates the invitations of the operator: accounts without a password, and links to set one. */
export function invitations(deps: InvitationDeps) {
  return {
    /**
     * Opens an account that only a mail to its address lets in, so that the address counts as verified. One that is there stays as it is;
     * undefined if nobody has verified its address, since a stranger may have opened it.
     */
    async open({ email: typed, displayName }: { email: string; displayName: string }): Promise<string | undefined> {
      const email = canonicalEmail(typed)
      const at = deps.now()
      const values = { email, emailVerifiedAt: at, displayName: displayName || null }
      const created = await createAccount(deps.db, { at }, values, 'invitation')
      if (created) return created.localId
      const [known] = await deps.db.select().from(accounts).where(eq(accounts.email, email))
      return known?.emailVerifiedAt ? known.localId : undefined
    },

    /** Mails a link to set a password, which lives for a week; false if there is no such account. */
    async send(
      { email: typed, isStaff }: { email: string; isStaff: boolean },
      language: (typeof languages)[number] = languages[0],
    ): Promise<boolean> {
      const email = canonicalEmail(typed)
      return deps.db.transaction(async (tx) => {
        const [account] = await tx.select().from(accounts).where(eq(accounts.email, email)).for('update')
        if (!account || account.disabledAt) return false
        const { localId } = account
        const at = deps.now()
        await record(tx, { at }, { event: 'password-reset-sent', localId })
        const code = await createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email, lifetimeMs }, at)
        const call = { ...deps, at, body: {}, language: undefined, visitorLanguage: language }
        await mailLink(tx, call, 'invitation', { to: email, isStaff }, { code, account })
        return true
      })
    },
  }
}
