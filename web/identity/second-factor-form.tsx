import { MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { CodeForm } from '#web/identity/code-form.tsx'
import { OneFieldForm } from '#web/identity/one-field-form.tsx'
import type { Factor } from '#web/identity/sdk/credentials.ts'
import type { SignInOutcome } from '#web/identity/session-changes.ts'
import {
  sendSecondFactorCode,
  signInWithRecoveryCodeInBrowser,
  signInWithSecondFactor,
} from '#web/identity/sign-in-methods.ts'
import { toastProblem } from '#web/identity/toast-problem.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks for the second factor: app or text message, after a choice if there are several. */
export function SecondFactorForm({
  factors,
  onCode,
}: {
  factors: readonly Factor[]
  /** Hands the code in; answers the sentence that is wrong with it, if any. */
  onCode: (finish: () => Promise<SignInOutcome>) => Promise<string | undefined>
}) {
  const { mode } = useIdentitySettings()
  const [chosen, setChosen] = useState(factors.length === 1 ? factors[0] : undefined)
  const [recovering, setRecovering] = useState(false)
  // Google's service has no such codes.
  const recovery =
    mode === 'embedded' ? (
      <Button variant="quiet" onClick={() => setRecovering(true)}>
        {t('second-step.use-recovery')}
      </Button>
    ) : null
  if (recovering) return <RecoveryCodeForm onCode={onCode} onBack={() => setRecovering(false)} />
  if (!chosen) {
    return (
      <div className="grid gap-3">
        <FactorChoice factors={factors} onChoose={setChosen} />
        {recovery}
      </div>
    )
  }
  const other =
    factors.length > 1 ? (
      <Button variant="quiet" onClick={() => setChosen(undefined)}>
        {t('second-step.other')}
      </Button>
    ) : null
  return (
    <div className="grid gap-3">
      {chosen.kind === 'totp' ? (
        <CodeForm
          button={t('word.continue')}
          hint={t('second-step.app-hint')}
          onCode={(code) => onCode(() => signInWithSecondFactor(chosen.id, code))}
        />
      ) : (
        <TextMessageStep factor={chosen} onCode={onCode} />
      )}
      {other}
      {recovery}
      <p className="muted mt-2 text-sm">{t('second-step.lost')}</p>
    </div>
  )
}

/** Takes one of the codes that were kept for the day on which everything else is lost. */
function RecoveryCodeForm({
  onCode,
  onBack,
}: {
  onCode: (finish: () => Promise<SignInOutcome>) => Promise<string | undefined>
  onBack: () => void
}) {
  return (
    <div className="grid gap-3">
      <OneFieldForm
        label={t('second-step.recovery-code')}
        name="recoveryCode"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        hint={t('second-step.recovery-hint')}
        missing={t('second-step.no-recovery-code')}
        send={(code) => onCode(() => signInWithRecoveryCodeInBrowser(code))}
        button={t('word.continue')}
      />
      <Button variant="quiet" onClick={onBack}>
        {t('second-step.other')}
      </Button>
    </div>
  )
}

function FactorChoice({ factors, onChoose }: { factors: readonly Factor[]; onChoose: (factor: Factor) => void }) {
  return (
    <ul className="grid gap-3">
      {factors.map((factor) => (
        <li key={factor.id}>
          <Button variant="outline" size="lg" className="w-full justify-start" onClick={() => onChoose(factor)}>
            <FactorIcon kind={factor.kind} />
            {factor.kind === 'totp' ? t('word.authenticator-app') : t('second-step.phone', { phone: factor.phone })}
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
  onCode: (finish: () => Promise<SignInOutcome>) => Promise<string | undefined>
}) {
  const [verificationId, setVerificationId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send() {
    setBusy(true)
    setProblem(undefined)
    try {
      setVerificationId(await sendSecondFactorCode(factor.id))
    } catch (error) {
      if (verificationId) toastProblem(error)
      else setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }

  if (verificationId) {
    return (
      <CodeForm
        button={t('word.continue')}
        hint={t('code.sent-to', { phone: factor.phone })}
        onCode={(code) => onCode(() => signInWithSecondFactor(factor.id, code, verificationId))}
      >
        <Button variant="quiet" busy={busy} onClick={() => void send()}>
          {t('word.send-again')}
        </Button>
      </CodeForm>
    )
  }
  return (
    <div className="grid gap-3">
      <p>
        <RichMessage id="second-step.sending" values={{ phone: factor.phone }} parts={{ strong: <strong /> }} />
      </p>
      <div role="alert">{problem ? <p className="font-medium text-error">{problem}</p> : null}</div>
      <Button size="lg" busy={busy} onClick={() => void send()}>
        {t('code.send')}
      </Button>
    </div>
  )
}
