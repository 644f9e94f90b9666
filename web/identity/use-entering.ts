import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { problemSentence } from '#web/api/api-problem.ts'
import { identity, loadIdentity } from '#web/identity/identity-call.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { takeProviderReturn } from '#web/identity/provider-return.ts'
import type { Entry } from '#web/identity/session-changes.ts'
import { signInByReturn } from '#web/identity/sign-in-ways.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

const successDelayMs = 1000

/** Where somebody stands between coming and being signed in. */
export type Stage = { at: 'start' } | { at: 'phone' } | { at: 'link-sent'; email: string } | BeyondFirstStep

type BeyondFirstStep = ({ at: 'second-step' } & Extract<Entry, { state: 'second-step' }>) | { at: 'email-needed' }

/** Leads through signing in, whichever way it goes, and to `place` in the end. */
export function useEntering(place: string) {
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ at: 'start' })
  const [running, setRunning] = useState<string>()
  const [joining, setJoining] = useState<{ providerId: string; email: string }>()

  /** Tries one way to sign in; answers what was wrong, if anything. Only of a `stage` the caller says it. */
  async function enterBy(way: string, work: () => Promise<Entry>): Promise<unknown> {
    setRunning(way)
    try {
      const entry = await work()
      if (entry.state === 'signed-in') return void setTimeout(welcome, successDelayMs)
      setStage(entry.state === 'second-step' ? { at: 'second-step', ...entry } : { at: 'email-needed' })
    } catch (error) {
      await explain(error, way)
      setRunning(undefined)
      return error
    }
    setRunning(undefined)
    return undefined
  }

  function welcome() {
    toast.success(t('sign-in.done'))
    void navigate(place, { replace: true })
  }

  async function explain(error: unknown, way: string) {
    const code = codeOfProblem(error)
    // A later stage says at its field what is wrong, unless the field goes away.
    if (way !== 'stage' || startsAgain.has(code)) toast.error(problemSentence(error))
    if (startsAgain.has(code)) setStage({ at: 'start' })
    if (code !== 'auth/account-exists-with-different-credential') return
    setJoining(await identity((sdk) => sdk.findWaitingToJoin()))
    setStage({ at: 'start' })
  }

  useEffect(() => {
    // Ahead of the first press, and never before the page is painted.
    loadIdentity()
      .then(async ({ sdk }) => setJoining(await sdk.findWaitingToJoin()))
      .catch(() => undefined) // whoever presses a button hears of it then
    const back = takeProviderReturn('sign-in')
    if (!back) return
    if ('error' in back) toast.error(back.message)
    else void enterBy(back.providerId, () => signInByReturn(back.providerId, back.pendingToken))
    // What came back stands in the address once, when this page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return { stage, setStage, running, joining, enterBy }
}

export type Entering = ReturnType<typeof useEntering>

const startsAgain = new Set(['auth/invalid-multi-factor-session', 'auth/missing-multi-factor-session'])
