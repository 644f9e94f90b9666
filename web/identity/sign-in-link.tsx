import { useRef, useState } from 'react'
import { AccountPage } from '#web/identity/account-page.tsx'
import { EntryStage, stageWords } from '#web/identity/entry-stages.tsx'
import { codeOfProblem } from '#web/identity/identity-problem.ts'
import { deadLinkWords } from '#web/identity/mail-link-words.ts'
import { askedLinkFor, signInByLink } from '#web/identity/sign-in-ways.ts'
import { useEntering } from '#web/identity/use-entering.ts'
import { useStageHeading } from '#web/identity/use-stage-heading.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'

/** Signs in by a mail's link: at a press, and on another device only with the address that it was mailed to. */
export function SignInLink({ place, onDead }: { place: string; onDead: (error: unknown) => void }) {
  const entering = useEntering(place)
  const { stage } = entering
  const heading = useStageHeading(stage.at)
  const field = useRef<HTMLInputElement>(null)
  const [known] = useState(askedLinkFor)
  const [isAsked, setAsked] = useState(known === undefined)
  const [wrong, setWrong] = useState<string>()

  async function submit() {
    const email = isAsked ? (field.current?.value.trim() ?? '') : (known ?? '')
    if (!email) return refuse(t('sign-in-link.no-email'))
    setWrong(undefined)
    const error = await entering.enterBy('link', () => signInByLink(email, location.href))
    if (error === undefined) return
    if (deadLinkWords(codeOfProblem(error))) return onDead(error)
    if (codeOfProblem(error) !== 'auth/invalid-email') return
    setAsked(true)
    refuse(t('sign-in-link.other-email'))
  }

  function refuse(sentence: string) {
    setWrong(sentence)
    field.current?.focus()
  }

  if (stage.at !== 'start') {
    return (
      <AccountPage {...stageWords(stage.at)} headingRef={heading}>
        <EntryStage stage={stage} entering={entering} />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={t('sign-in-link.title')}
      headingRef={heading}
      text={
        isAsked ? (
          t('sign-in-link.ask')
        ) : (
          <Sentence
            id="sign-in-link.known"
            values={{ email: known }}
            parts={{ strong: <strong className="wrap-anywhere" /> }}
          />
        )
      }
    >
      <Form onSend={() => submit()}>
        {isAsked ? (
          <Field
            ref={field}
            label={t('form.email')}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={known}
            required
            error={wrong}
          />
        ) : null}
        <Button type="submit" size="lg" busy={entering.running !== undefined} className="w-full">
          {t('sign-in.button')}
        </Button>
      </Form>
      {isAsked ? null : (
        <Button look="quiet" className="mt-3" onClick={() => setAsked(true)}>
          {t('sign-in-link.another')}
        </Button>
      )}
    </AccountPage>
  )
}
