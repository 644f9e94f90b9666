import type { Config } from '#server/platform/config.ts'

/** Describes the sign-in of an initial user, for the start message. */
export type InitialSignIn =
  /** Created by this start; `password` is undefined if it is ADMIN_PASSWORD. */
  | { state: 'created'; email: string; password: string | undefined }
  /** Created by an earlier start; `email` is undefined if that user was removed or lost the role. */
  | { state: 'known'; email: string | undefined }
  /** There is an account with this address that this start must leave alone: of someone else, disabled or removed. */
  | { state: 'taken'; email: string }
  /** None exists, and none is created without settings. */
  | { state: 'unset' }

/** Holds the sign-ins that a start prints; `admin` is undefined where a Firebase project has the accounts. */
export interface InitialUsers {
  admin: InitialSignIn | undefined
  customer: InitialSignIn | undefined
}

const shownPassword = 'the password shown at the first start, or a new one by “Forgot password?”'

/** Returns a line for each sign-in that the start message shows. */
export function describeInitialUsers({ admin, customer }: InitialUsers, config: Config): string[] {
  const elsewhere = `${config.adminEmail ?? 'set ADMIN_EMAIL, and this address becomes the admin'} (in your Firebase project)`
  const lines = [`as admin:    ${admin ? describeAdmin(admin, config) : elsewhere}`]
  if (customer?.state === 'created') lines.push(`as customer: ${customer.email}   password ${customer.password}`)
  if (customer?.state === 'known' && customer.email !== undefined)
    lines.push(`as customer: ${customer.email}   ${shownPassword}`)
  return lines
}

function describeAdmin(admin: InitialSignIn, { adminPassword }: Config): string {
  switch (admin.state) {
    case 'created':
      return `${admin.email}   ${admin.password === undefined ? 'the password from ADMIN_PASSWORD' : `password ${admin.password}`}`
    case 'known':
      return admin.email === undefined
        ? 'an admin of this shop; a lost one is replaced by: npm run shop -- make-admin EMAIL'
        : `${admin.email}   ${adminPassword === undefined ? shownPassword : 'the password of the first start, unless it was changed'}`
    case 'taken':
      return `none yet. ${admin.email} belongs to an account with another password, or one that is locked. If it is yours: npm run shop -- make-admin ${admin.email}`
    case 'unset':
      return 'none yet. Set ADMIN_EMAIL and ADMIN_PASSWORD and start again, or sign up and use: npm run shop -- make-admin EMAIL'
  }
}
