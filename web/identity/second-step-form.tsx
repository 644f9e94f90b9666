import { MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { CodeForm } from '#web/identity/code-form.tsx'
import type { Factor } from '#web/identity/sdk/prove.ts'
import type { Entry } from '#web/identity/session-changes.ts'
import { sendSecondStepCode, signInBySecondStep } from '#web/identity/sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'

/** Asks for the second step of an account: its app, a text message, or first for which of them. */
export function SecondStepForm({
  factors,
  onCode,
}: {
  factors: readonly Factor[]
  /** Hands the code in; answers the sentence that is wrong with it, if any. */
  onCode: (finish: () => Promise<Entry>) => Promise<string | undefined>
}) {
  const [chosen, setChosen] = useState(factors.length === 1 ? factors[0] : undefined)
  if (!chosen) return <FactorChoice factors={factors} onChoose={setChosen} />
  const other =
    factors.length > 1 ? (
      <Button look="quiet" onClick={() => setChosen(undefined)}>
        {t('second-step.other')}
      </Button>
    ) : null
  return (
    <div className="grid gap-3">
      {chosen.kind === 'totp' ? (
        <CodeForm
          button={t('sign-in.continue')}
          hint={t('second-step.app-hint')}
          onCode={(code) => onCode(() => signInBySecondStep(chosen.id, code))}
        />
      ) : (
        <TextMessageStep factor={chosen} onCode={onCode} />
      )}
      {other}
      <p className="muted mt-2 text-sm">{t('second-step.lost')}</p>
    </div>
  )
}

function FactorChoice({ factors, onChoose }: { factors: readonly Factor[]; onChoose: (factor: Factor) => void }) {
  return (
    <ul className="grid gap-3">
      {factors.map((factor) => (
        <li key={factor.id}>
          <Button look="outline" size="lg" className="w-full justify-start" onClick={() => onChoose(factor)}>
            <FactorIcon kind={factor.kind} />
            {factor.kind === 'totp' ? t('second-step.app') : t('second-step.phone', { phone: factor.phone })}
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function FactorIcon({ kind }: { kind: Factor['kind'] }) {
  const Icon = kind === 'totp' ? Smartphone : MessageSquareText
  return <Icon aria-hidden="true" size={20} className="shrink-0" />
}

function TextMessageStep({
  factor,
  onCode,
}: {
  factor: Factor
  onCode: (finish: () => Promise<Entry>) => Promise<string | undefined>
}) {
  const [verificationId, setVerificationId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send() {
    setBusy(true)
    setProblem(undefined)
    try {
      setVerificationId(await sendSecondStepCode(factor.id))
    } catch (error) {
      setProblem(problemSentence(error))
    }
    setBusy(false)
  }

  if (verificationId) {
    return (
      <CodeForm
        button={t('sign-in.continue')}
        hint={t('code.sent-to', { phone: factor.phone })}
        onCode={(code) => onCode(() => signInBySecondStep(factor.id, code, verificationId))}
      >
        <Button look="quiet" busy={busy} onClick={() => void send()}>
          {t('code.again')}
        </Button>
      </CodeForm>
    )
  }
  return (
    <div className="grid gap-3">
      <p>
        <Sentence id="second-step.sending" values={{ phone: factor.phone }} parts={{ strong: <strong /> }} />
      </p>
      <div role="alert">{problem ? <p className="font-medium text-error">{problem}</p> : null}</div>
      <Button size="lg" busy={busy} onClick={() => void send()}>
        {t('code.send')}
      </Button>
    </div>
  )
}
