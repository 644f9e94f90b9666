import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { EmailNeededForm } from '#web/identity/email-needed-form.tsx'
import { PhoneSteps } from '#web/identity/phone-steps.tsx'
import { SecondStepForm } from '#web/identity/second-step-form.tsx'
import type { Entry } from '#web/identity/session-changes.ts'
import { sendPhoneCode, signInByPhone } from '#web/identity/sign-in-ways.ts'
import type { Entering, Stage } from '#web/identity/use-entering.ts'
import { Button } from '#web/ui/button.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t, type WordId } from '#web/words/words.ts'

type Later = Exclude<Stage, { at: 'start' }>

/** What the page says at a stage after its first. */
export function stageWords(at: Later['at']): { title: string; text: string } {
  const [title, text] = words[at]
  return { title: t(title), text: t(text) }
}

const words: Record<Later['at'], readonly [title: WordId, text: WordId]> = {
  phone: ['sign-in.phone', 'sign-in.phone-text'],
  'link-sent': ['link-sent.title', 'link-sent.text'],
  'second-step': ['second-step.title', 'second-step.text'],
  'email-needed': ['email-needed.title', 'email-needed.text'],
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
            button={t('sign-in.button')}
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
              <Sentence
                id="link-sent.note"
                values={{ email: stage.email }}
                parts={{ strong: <strong className="wrap-anywhere" /> }}
              />
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
        {t('sign-in.another-way')}
      </Button>
    </div>
  )
}
