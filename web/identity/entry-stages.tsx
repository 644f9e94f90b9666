import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { EmailNeededForm } from '#web/identity/email-needed-form.tsx'
import { PhoneSteps } from '#web/identity/phone-steps.tsx'
import { SecondStepForm } from '#web/identity/second-step-form.tsx'
import type { Entry } from '#web/identity/session.ts'
import { sendPhoneCode, signInByPhone } from '#web/identity/sign-in-ways.ts'
import type { Entering, Stage } from '#web/identity/use-entering.ts'
import { Button } from '#web/ui/button.tsx'

type Later = Exclude<Stage, { at: 'start' }>

/** What the page says at each stage after its first. */
export const stageWords: Record<Later['at'], { title: string; text: string }> = {
  phone: { title: 'Continue with phone', text: 'A code in a text message signs you in. No password is needed.' },
  'link-sent': {
    title: 'Look into your mailbox',
    text: 'The link in our mail signs you in, on whatever device you open it.',
  },
  'second-step': { title: 'Second step', text: 'Your account asks for one more proof that it is you.' },
  'email-needed': {
    title: 'One more thing',
    text: 'Your orders need an e-mail address. With a password you can sign in by it, too.',
  },
}

/** The forms after the first: a phone, a second step, a missing address, or a mail that is on its way. */
export function EntryStage({ stage, entering }: { stage: Later; entering: Entering }) {
  const enterBy = async (finish: () => Promise<Entry>) => {
    const error = await entering.enterBy('stage', finish)
    return error === undefined ? undefined : problemSentence(error)
  }
  switch (stage.at) {
    case 'phone':
      return (
        <Stage entering={entering}>
          <PhoneSteps
            button="Sign In"
            send={sendPhoneCode}
            onCode={(verificationId, code) => enterBy(() => signInByPhone(verificationId, code))}
          />
        </Stage>
      )
    case 'second-step':
      return (
        <Stage entering={entering}>
          <SecondStepForm factors={stage.factors} onCode={enterBy} />
        </Stage>
      )
    case 'email-needed':
      return <EmailNeededForm enterBy={enterBy} />
    case 'link-sent':
      return (
        <Stage entering={entering}>
          <p className="flex items-start gap-4 rounded-box border border-base-300 bg-base-200 p-5">
            <MailCheck aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
            <span>
              We sent a link to <strong className="wrap-anywhere">{stage.email}</strong>. It works for one hour and only
              once. Nothing there? Look among the unwanted mail.
            </span>
          </p>
        </Stage>
      )
  }
}

function Stage({ entering, children }: { entering: Entering; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      {children}
      <Button look="quiet" onClick={() => entering.setStage({ at: 'start' })}>
        Sign in another way
      </Button>
    </div>
  )
}
