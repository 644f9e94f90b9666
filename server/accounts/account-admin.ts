import type { Transaction } from '#server/platform/database/database.ts'

/** Describes the state of an account at the identity service. */
export interface AccountState {
  createdAt: Date
  lastSignInAt: Date
  emailVerified: boolean
  providers: { id: string; name: string }[]
  phoneNumber: string | null
  secondFactors: { id: string; kind: 'totp' | 'phone'; phoneNumber: string | null; enrolledAt: Date }[]
  disabledAt: Date | null
  sessions: { startedAt: Date; lastUsedAt: Date; ipAddress: string | null; userAgent: string | null }[]
}

/**
 * Defines the admin operations on accounts of the embedded identity service, run in the shop's transaction. Returns false if
 * there is nothing to change.
 */
export interface AccountAdmin {
  /** Returns the id of the account with an address, also of one that never entered the shop. */
  find(email: string): Promise<string | undefined>
  /** Locks an account until the transaction ends, before the rows of the shop: so does every call of its owner. */
  lock(tx: Transaction, localId: string): Promise<void>
  read(localId: string): Promise<AccountState | undefined>
  disable(tx: Transaction, localId: string): Promise<boolean>
  enable(tx: Transaction, localId: string): Promise<boolean>
  signOut(tx: Transaction, localId: string): Promise<boolean>
  removeSecondFactor(tx: Transaction, localId: string, factorId: string): Promise<boolean>
  removePhone(tx: Transaction, localId: string): Promise<boolean>
  sendPasswordReset(tx: Transaction, localId: string): Promise<boolean>
}
