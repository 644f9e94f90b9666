import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { EmailNeededForm } from '#web/identity/email-needed-form.tsx'
import { PhoneSteps } from '#web/identity/phone-form.tsx'
import { SecondFactorForm } from '#web/identity/second-factor-form.tsx'
import type { SignInOutcome } from '#web/identity/session-changes.ts'
import { clearSignInLinkEmail } from '#web/identity/sign-in-link-email.ts'
import { sendPhoneCode, signInWithPhone } from '#web/identity/sign-in-methods.ts'
import type { SignInFlow, SignInStep } from '#web/identity/use-sign-in-flow.ts'
import { Button } from '#web/ui/button.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

type Later = Exclude<SignInStep, { at: 'start' }>

/** Returns title and text of a later step. */
export function stepMessages(at: Later['at']): { title: string; text: string } {
  const [title, text] = words[at]
  return { title: t(title), text: t(text) }
}

const words: Record<Later['at'], readonly [title: MessageId, text: MessageId]> = {
  phone: ['sign-in.phone', 'sign-in.phone-text'],
  'link-sent': ['link-sent.title', 'link-sent.text'],
  'second-step': ['second-step.title', 'second-step.text'],
  'email-needed': ['email-needed.title', 'email-needed.text'],
}

/** Shows the later steps: phone, second factor, missing address, or a sent mail. */
export function SignInStepForm({ stage, flow }: { stage: Later; flow: SignInFlow }) {
  const attemptSignIn = async (finish: () => Promise<SignInOutcome>) => {
    const error = await flow.attemptSignIn('stage', finish)
    return error === undefined ? undefined : errorMessageOf(error)
  }
  switch (stage.at) {
    case 'phone':
      return (
        <StepFrame flow={flow}>
          <PhoneSteps
            button={t('sign-in.button')}
            send={sendPhoneCode}
            sentBefore={stage.sent}
            onSent={(sent) => flow.setStage({ at: 'phone', sent })}
            onCode={(verificationId, code) => attemptSignIn(() => signInWithPhone(verificationId, code))}
          />
        </StepFrame>
      )
    case 'second-step':
      return (
        <StepFrame flow={flow}>
          <SecondFactorForm factors={stage.factors} onCode={attemptSignIn} />
        </StepFrame>
      )
    case 'email-needed':
      return (
        <StepFrame flow={flow} leave={() => void flow.leaveWithoutEmail()}>
          <EmailNeededForm flow={flow} />
        </StepFrame>
      )
    case 'link-sent': {
      const giveUp = () => {
        clearSignInLinkEmail()
        flow.setStage({ at: 'start' })
      }
      return (
        <StepFrame flow={flow} leave={giveUp}>
          <p className="flex items-start gap-4 rounded-box border border-base-300 bg-base-200 p-5">
            <MailCheck aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
            <span>
              <RichMessage
                id="link-sent.note"
                values={{ email: stage.email }}
                parts={{ strong: <strong className="wrap-anywhere" /> }}
              />
            </span>
          </p>
        </StepFrame>
      )
    }
  }
}

function StepFrame({
  flow,
  leave = () => flow.setStage({ at: 'start' }),
  children,
}: {
  flow: SignInFlow
  leave?: () => void
  children: ReactNode
}) {
  return (
    <div className="grid gap-4">
      {children}
      <Button variant="quiet" busy={flow.running === 'leave'} onClick={leave}>
        {t('sign-in.another-way')}
      </Button>
    </div>
  )
}
