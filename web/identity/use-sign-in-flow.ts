import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { identity, loadIdentity } from '#web/identity/identity-call.ts'
import type { TypedEmail } from '#web/identity/email-taken.tsx'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import { takeRedirectResult } from '#web/identity/provider-return.ts'
import { currentSession } from '#web/identity/session.ts'
import type { SignInOutcome } from '#web/identity/session-changes.ts'
import { leaveWithoutEmail as leaveHalfMade, signInWithRedirectResult } from '#web/identity/sign-in-methods.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

const successDelayMs = 1000

/** Names the steps of signing in. */
export type SignInStep = { at: 'start' } | KeptStep | LaterStep

/** Names the steps that survive a reload. Without the code in the text message, `verificationId` is worth nothing. */
type KeptStep = { at: 'phone'; sent?: { to: string; verificationId: string } } | { at: 'link-sent'; email: string }

type LaterStep = ({ at: 'second-step' } & Extract<SignInOutcome, { state: 'second-step' }>) | { at: 'email-needed' }

/** Returns where a person goes who has signed in: staff who came from no page begin with their dashboard. */
function placeFor(place: string): string {
  const session = currentSession()
  const isStaff = session.status === 'signed-in' && (session.role === 'admin' || Boolean(session.permissions?.length))
  return place === '/' && isStaff ? '/dashboard' : place
}

/** Leads through signing in, whichever way it goes, and to `place` in the end. */
export function useSignInFlow(place: string) {
  const navigate = useNavigate()
  const { stage, setStage } = useKeptStep()
  const [running, setRunning] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [joining, setJoining] = useState<{ providerId: string; email: string }>()

  /** Tries one way to sign in; answers what was wrong, if anything. Only of a `stage` the caller says it. */
  async function attemptSignIn(way: string, work: () => Promise<SignInOutcome>): Promise<unknown> {
    setRunning(way)
    setProblem(undefined)
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

  /** Leaves the account that lacks an e-mail address; with `email` for the account that has that address already. */
  async function leaveWithoutEmail(email?: string) {
    setRunning('leave')
    await leaveHalfMade()
    setRunning(undefined)
    setStage({ at: 'start' })
    if (email !== undefined) await navigate(signInUrl(place), { state: { email } satisfies TypedEmail })
  }

  function welcome() {
    toast.success(t('sign-in.done'))
    void navigate(placeFor(place), { replace: true })
  }

  /** Says what went wrong in a toast and at the form. */
  function showProblem(message: string) {
    setProblem(message)
    toast.error(message)
  }

  async function explain(error: unknown, way: string) {
    const code = codeOfProblem(error)
    // A later stage says at its field what is wrong, unless the field goes away; so does a link at the address it was sent to.
    const isAtField = (way === 'stage' && !startsAgain.has(code)) || (way === 'link' && code === 'auth/invalid-email')
    if (!isAtField) showProblem(errorMessageOf(error))
    if (startsAgain.has(code)) setStage({ at: 'start' })
    if (code !== 'auth/account-exists-with-different-credential') return
    setJoining(await identity((sdk) => sdk.findPendingLink()))
    setStage({ at: 'start' })
  }

  useEffect(() => {
    // Ahead of the first press, and never before the page is painted.
    loadIdentity()
      .then(async ({ sdk }) => setJoining(await sdk.findPendingLink()))
      .catch(() => undefined) // errors are shown when a button is pressed
    const back = takeRedirectResult('sign-in')
    if (!back) return
    if ('error' in back) showProblem(back.message)
    else void attemptSignIn(back.providerId, () => signInWithRedirectResult(back.providerId, back.pendingToken))
    // The result is in the URL once, when this page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return { place, stage, setStage, running, problem, setProblem, joining, attemptSignIn, leaveWithoutEmail }
}

export type SignInFlow = ReturnType<typeof useSignInFlow>

/** Keeps the step, and what a reload needs of it in the entry of the browser's history. */
function useKeptStep() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const [step, setStep] = useState<SignInStep>()
  // The server knows no history: its page starts at the start.
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const kept = isHydrated ? keptStepOf(state) : undefined

  function setStage(next: SignInStep): void {
    setStep(next)
    const isKept = next.at === 'phone' || next.at === 'link-sent'
    if (!isKept && !kept) return
    void navigate({ search }, { replace: true, preventScrollReset: true, state: isKept ? { step: next } : null })
  }

  return { stage: step ?? kept ?? ({ at: 'start' } as const), setStage }
}

/** Returns the step that this page wrote into its own entry of the history. */
const keptStepOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'step' in state ? (state.step as KeptStep) : undefined

const startsAgain = new Set(['auth/invalid-multi-factor-session', 'auth/missing-multi-factor-session'])
