import { useState } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import type { Sure } from '#web/accounts/security/prove-again.tsx'
import { securityOf } from '#web/identity/account-security.ts'
import { toast } from '#web/ui/toast.tsx'

/** Runs changes of an account at a press: says what came of them, and shows how the account stands afterwards. */
export function useChange(email: string, sure: Sure) {
  const [running, setRunning] = useState<string>()
  return {
    /** The name of the change under way. */
    running,
    /** Fetches what a change needs first; answers whether that worked, and says if not. */
    async prepare(work: () => Promise<void>): Promise<boolean> {
      try {
        return await sure(work)
      } catch (error) {
        toast.error(problemSentence(error))
        return false
      }
    },
    /** Answers the sentence of what went wrong, if anything; a `silent` one is for the caller to show. */
    async change(name: string, work: () => Promise<void>, done: string, silent = false): Promise<string | undefined> {
      setRunning(name)
      try {
        if (await sure(work)) {
          toast.success(done)
          await securityOf.refresh(email)
        }
        return undefined
      } catch (error) {
        const sentence = problemSentence(error)
        if (!silent) toast.error(sentence)
        return sentence
      } finally {
        setRunning(undefined)
      }
    },
  }
}

export type Change = ReturnType<typeof useChange>
