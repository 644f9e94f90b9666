import type { Database, Tx } from './identity-deps.ts'
import { WireError, deepestCause } from './wire-error.ts'

/** Runs the work in one transaction. Throws the refusal of a rule of the tables that another request reached first. */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (thrown) {
    const code = codes[constraintOf(thrown) ?? '']
    throw code ? new WireError(code) : thrown
  }
}

/** Maps violated constraints to error codes; any other is a bug. */
const codes: Record<string, string> = {
  accounts_email_key: 'EMAIL_EXISTS',
  accounts_phone_number_key: 'PHONE_NUMBER_EXISTS',
  linked_providers_pkey: 'FEDERATED_USER_ID_ALREADY_LINKED',
  linked_providers_local_id_provider_id_key: 'PROVIDER_ALREADY_LINKED',
  second_factors_one_of_number: 'SECOND_FACTOR_EXISTS',
  second_factors_one_totp: 'SECOND_FACTOR_EXISTS',
  // The referenced row was deleted concurrently.
  linked_providers_local_id_fkey: 'USER_NOT_FOUND',
  mail_codes_local_id_fkey: 'USER_NOT_FOUND',
  mail_codes_enrollment_id_fkey: 'MFA_ENROLLMENT_NOT_FOUND',
  pending_sign_ins_local_id_fkey: 'USER_NOT_FOUND',
  phone_sessions_local_id_fkey: 'USER_NOT_FOUND',
  phone_sessions_enrollment_id_fkey: 'MFA_ENROLLMENT_NOT_FOUND',
  phone_sessions_credential_hash_fkey: 'INVALID_MFA_PENDING_CREDENTIAL',
  refresh_tokens_session_id_fkey: 'TOKEN_EXPIRED',
  second_factors_local_id_fkey: 'USER_NOT_FOUND',
  sessions_local_id_fkey: 'USER_NOT_FOUND',
}

function constraintOf(thrown: unknown): string | undefined {
  const cause = deepestCause(thrown)
  const constraint = cause instanceof Error && 'constraint' in cause ? cause.constraint : undefined
  return typeof constraint === 'string' ? constraint : undefined
}
