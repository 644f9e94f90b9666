import { useState } from 'react'
import type { Entry } from '#web/identity/session-changes.ts'
import { addEmail } from '#web/identity/sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/words/words.ts'

/** For somebody who came by phone or by a provider that did not tell their address. */
export function EmailNeededForm({
  enterBy,
}: {
  enterBy: (finish: () => Promise<Entry>) => Promise<string | undefined>
}) {
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<{ name?: string; email?: string; password?: string }>({})
  const [problem, setProblem] = useState<string>()

  async function submit(form: FormData) {
    const text = (name: string) => formText(form, name)
    const wish = { name: text('name').trim(), email: text('email').trim(), password: text('password') }
    const lacks = {
      ...(!wish.name && { name: t('email-needed.no-name') }),
      ...(!wish.email && { email: t('sign-in.no-email') }),
      ...(!wish.password && { password: t('sign-up.no-password') }),
    }
    setMissing(lacks)
    if (Object.keys(lacks).length > 0) return
    setBusy(true)
    setProblem(await enterBy(() => addEmail(wish)))
    setBusy(false)
  }

  return (
    <Form onSend={(data) => submit(data)}>
      <Field
        label={t('email-needed.name')}
        name="name"
        autoComplete="name"
        maxLength={200}
        required
        error={missing.name}
      />
      <Field label={t('form.email')} name="email" type="email" autoComplete="username" required error={missing.email} />
      <Field
        label={t('sign-in.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('sign-up.password-hint')}
        required
        error={missing.password}
      />
      <FormProblem text={problem} />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {t('sign-in.continue')}
      </Button>
    </Form>
  )
}
