import { useRef, useState } from 'react'
import { useAnswer } from '#web/api/answers.ts'
import { ApiProblem, problemSentence } from '#web/api/api-problem.ts'
import {
  proveAgainByPassword,
  proveAgainByPhone,
  proveAgainByProvider,
  type Security,
  securityOf,
} from '#web/identity/account-security.ts'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { PhoneSteps } from '#web/identity/phone-steps.tsx'
import { ProviderButton } from '#web/identity/provider-button.tsx'
import type { Factor } from '#web/identity/sdk/prove.ts'
import { SecondStepForm } from '#web/identity/second-step-form.tsx'
import type { Entry } from '#web/identity/session-changes.ts'
import { sendPhoneCode } from '#web/identity/sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { t } from '#web/words/words.ts'

/** Does something that wants a fresh proof of who is there; answers false if the person would not give it. */
export type Sure = (work: () => Promise<void>) => Promise<boolean>

/**
 * For changes that a stolen, still open session must not make. `sure` runs them; where the last proof is too old it asks for a new
 * one in `dialog`, and then goes on with what was asked.
 */
export function useProvingAgain(email: string): { sure: Sure; dialog: React.ReactNode } {
  const [open, setOpen] = useState(false)
  const settle = useRef<(isProved: boolean) => void>(undefined)

  function ask(): Promise<boolean> {
    setOpen(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }

  function close(isProved: boolean) {
    setOpen(false)
    settle.current?.(isProved)
    settle.current = undefined
  }

  return {
    async sure(work) {
      try {
        await work()
      } catch (error) {
        if (!wantsProof(error)) throw error
        if (!(await ask())) return false
        await work()
      }
      return true
    },
    dialog: (
      <Dialog
        open={open}
        title={t('security.still-you')}
        text={t('security.still-you-text')}
        onClose={() => close(false)}
      >
        <ProofForm email={email} onProved={() => close(true)} />
      </Dialog>
    ),
  }
}

const wantsProof = (error: unknown) =>
  codeOfProblem(error) === 'auth/requires-recent-login' ||
  (error instanceof ApiProblem && error.code === 'sign-in-again')

function ProofForm({ email, onProved }: { email: string; onProved: () => void }) {
  const answer = useAnswer(securityOf, email)
  const [factors, setFactors] = useState<Factor[]>()

  async function prove(work: () => Promise<Entry>): Promise<string | undefined> {
    try {
      const entry = await work()
      if (entry.state === 'second-step') setFactors(entry.factors)
      else onProved()
      return undefined
    } catch (error) {
      return problemSentence(error)
    }
  }

  if (factors) return <SecondStepForm factors={factors} onCode={prove} />
  if (answer.state === 'loading') return <Spinner label={t('security.looking-up')} />
  if (answer.state === 'failed') {
    return (
      <div className="grid gap-4">
        <p>{answer.message}</p>
        <Button look="outline" onClick={answer.retry}>
          {t('ui.try-again')}
        </Button>
      </div>
    )
  }
  return <FirstProof security={answer.value} prove={prove} />
}

function FirstProof({
  security,
  prove,
}: {
  security: Security
  prove: (work: () => Promise<Entry>) => Promise<string | undefined>
}) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const ids = security.providers.map(({ id }) => id)
  const others = ids.filter((id) => id !== 'password' && id !== 'phone')
  const onlyPhone = ids.includes('phone') && !ids.includes('password') && others.length === 0

  async function run(way: string, work: () => Promise<Entry>) {
    setBusy(way)
    setProblem(await prove(work))
    setBusy(undefined)
  }

  return (
    <div className="grid gap-5">
      {ids.includes('password') ? (
        <Form
          onSend={(data) => {
            const password = formText(data, 'password')
            if (!password) setProblem(t('security.no-password'))
            else void run('password', () => proveAgainByPassword(password))
          }}
        >
          <input type="hidden" name="email" autoComplete="username" value={security.email} />
          <Field
            label={t('security.your-password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
          <Button type="submit" size="lg" busy={busy === 'password'}>
            {t('security.continue')}
          </Button>
        </Form>
      ) : null}
      {others.map((id) => (
        <ProviderButton
          key={id}
          providerId={id}
          busy={busy === id}
          onPress={() => void run(id, () => proveAgainByProvider(id))}
        />
      ))}
      {onlyPhone ? (
        <PhoneSteps
          button={t('security.continue')}
          send={sendPhoneCode}
          onCode={(verificationId, code) => prove(() => proveAgainByPhone(verificationId, code))}
        />
      ) : null}
      <FormProblem text={problem} />
    </div>
  )
}
