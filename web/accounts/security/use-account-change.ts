import { useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import type { WithReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { refetchShown } from '#web/api/queries.ts'
import { toastProblem } from '#web/identity/toast-problem.ts'
import { toast } from '#web/ui/toast.tsx'

/** Runs changes of an account at a press: says what came of them, and shows how the account stands afterwards. */
export function useAccountChange(withReauthentication: WithReauthentication) {
  const [running, setRunning] = useState<string>()
  return {
    /** The name of the change in progress. */
    running,
    /** Fetches what a change needs first; answers whether that worked, and says if not. */
    async prepare(work: (isAuthenticated: boolean) => Promise<void>): Promise<boolean> {
      try {
        return await withReauthentication(work)
      } catch (error) {
        toast.error(errorMessageOf(error))
        return false
      }
    },
    /** Returns the error message, if any; a `silent` one is shown by the caller. */
    async change(
      name: string,
      work: (isAuthenticated: boolean) => Promise<void>,
      done: string,
      silent = false,
    ): Promise<string | undefined> {
      setRunning(name)
      try {
        if (await withReauthentication(work)) {
          toast.success(done)
          await refetchShown()
        }
        return undefined
      } catch (error) {
        if (!silent) toastProblem(error)
        return errorMessageOf(error)
      } finally {
        setRunning(undefined)
      }
    },
  }
}

export type Change = ReturnType<typeof useAccountChange>
