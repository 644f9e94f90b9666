import { type ReactNode, useState } from 'react'
import { isPersonName } from '#contract/person-name.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { EmailTaken } from '#web/identity/email-taken.tsx'
import { isAboutEmail, isAboutPassword, isEmailTaken } from '#web/identity/identity-problem.ts'
import { addEmail } from '#web/identity/sign-in-methods.ts'
import type { SignInFlow } from '#web/identity/use-sign-in-flow.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks for an e-mail address after a sign-in by phone or a provider without one. */
export function EmailNeededForm({ flow }: { flow: SignInFlow }) {
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; email?: ReactNode; password?: string }>({})
  const [problem, setProblem] = useState<string>()

  async function submit(form: FormData) {
    const text = (name: string) => formText(form, name)
    const input = { name: text('name').trim(), email: text('email').trim(), password: text('password') }
    const lacks = {
      ...(!input.name && { name: t('email-needed.no-name') }),
      ...(input.name && !isPersonName(input.name) && { name: t('form.person-name') }),
      ...(!input.email && { email: t('sign-in.no-email') }),
      ...(!input.password && { password: t('sign-up.no-password') }),
    }
    setMissing(lacks)
    if (Object.keys(lacks).length > 0) return
    setProblem(undefined)
    setBusy(true)
    const error = await flow.attemptSignIn('stage', () => addEmail(input))
    setBusy(false)
    if (error === undefined) return
    if (isAboutPassword(error)) setMissing({ password: errorMessageOf(error) })
    else if (isEmailTaken(error)) {
      const leave = (email: string) => void flow.leaveWithoutEmail(email)
      setMissing({ email: <EmailTaken email={input.email} place={flow.place} leave={leave} /> })
    } else if (isAboutEmail(error)) setMissing({ email: errorMessageOf(error) })
    else setProblem(errorMessageOf(error))
  }

  return (
    <Form onSend={(data) => submit(data)}>
      <Field label={t('email-needed.name')} name="name" autoComplete="name" required error={missing.name} />
      <Field label={t('word.email')} name="email" type="email" autoComplete="username" required error={missing.email} />
      <Field
        label={t('word.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('sign-up.password-hint')}
        required
        error={missing.password}
      />
      <FormError text={problem} />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {t('word.continue')}
      </Button>
    </Form>
  )
}
