import { authenticateForChange, holdSession } from './authenticate.ts'
import type { Call } from './identity-deps.ts'
import { canUndoEmailChange } from './mail-codes.ts'
import { mailAccountDeleted } from './mails.ts'
import { removeAccount } from './end-access.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Removes the account with its sessions and codes; its tokens are refused from here on. Throws while a change of its address can be undone. */
export async function deleteAccount(call: Call): Promise<object> {
  const { account, session } = await authenticateForChange(call, readText(call.body, 'idToken'))
  await inTransaction(call.db, async (tx) => {
    await holdSession(tx, session)
    // A thief who changed the address must not delete what the owner can still restore.
    if (await canUndoEmailChange(tx, account.localId, call.at)) {
      throw new WireError('EMAIL_CHANGED_LATELY', 'The e-mail address was changed in the last seven days.')
    }
    await removeAccount(tx, call, account)
    // Last, since the host erases the messages to the address.
    await mailAccountDeleted(tx, call, account)
  })
  return {}
}
