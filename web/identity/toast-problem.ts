import { errorMessageOf } from '#web/api/api-problem.ts'
import { codeOfProblem, messageOnItsWayCode } from '#web/identity/identity-problem.ts'
import { toast } from '#web/ui/toast.tsx'

/** Says what went wrong; that a message is on its way already is news and no error. */
export function toastProblem(error: unknown): void {
  if (codeOfProblem(error) === messageOnItsWayCode) toast.info(errorMessageOf(error))
  else toast.error(errorMessageOf(error))
}
