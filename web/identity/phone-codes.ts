import { errorMessageOf } from '#web/api/api-problem.ts'
import { codeOfProblem, messageOnItsWayCode } from '#web/identity/identity-problem.ts'
import { toast } from '#web/ui/toast.tsx'

export type PhoneCodePurpose = 'sign-in' | 'second-factor'

interface PendingCode {
  purpose: PhoneCodePurpose
  phoneNumber: string
  verificationId: string
}

// Outside of the forms, which may be left and opened again while the message travels.
let pending: PendingCode | undefined

/** Sends a code and returns its verification ID; while one is on its way to this number, says so and returns that one's. */
export async function requestPhoneCode(
  purpose: PhoneCodePurpose,
  phoneNumber: string,
  send: (phoneNumber: string) => Promise<string>,
): Promise<string> {
  try {
    pending = { purpose, phoneNumber, verificationId: await send(phoneNumber) }
    return pending.verificationId
  } catch (error) {
    const isUnderWay = pending?.purpose === purpose && pending.phoneNumber === phoneNumber
    if (!pending || !isUnderWay || codeOfProblem(error) !== messageOnItsWayCode) throw error
    toast.info(errorMessageOf(error))
    return pending.verificationId
  }
}

/** Redeems a code; one that is used or expired is no longer pending. */
export async function redeemPhoneCode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    pending = undefined
    return result
  } catch (error) {
    if (codeOfProblem(error) === 'auth/code-expired') pending = undefined
    throw error
  }
}
