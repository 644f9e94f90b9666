import { Mail } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import { changeEmail, type Security } from '#web/identity/account-security.ts'
import { sendVerificationMail } from '#web/identity/sign-in-ways.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/words/words.ts'

/** Whether the address is verified, and moving to another one. */
export function EmailRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  return (
    <SecurityRow
      Icon={Mail}
      title={t('security.email')}
      text={security.email}
      state={
        security.emailVerified ? (
          <Badge tone="success">{t('security.verified')}</Badge>
        ) : (
          <Badge tone="warning">{t('users.not-verified')}</Badge>
        )
      }
      action={
        <>
          {security.emailVerified ? null : (
            <Button
              size="sm"
              look="outline"
              busy={change.running === 'verify'}
              onClick={() =>
                void change.change('verify', sendVerificationMail, t('security.mail-sent', { email: security.email }))
              }
            >
              {t('security.send-mail-again')}
            </Button>
          )}
          <Button size="sm" look="outline" onClick={() => setOpen(true)}>
            {t('security.change-email')}
          </Button>
        </>
      }
      dialogs={
        <Dialog
          open={open}
          title={t('security.change-email')}
          text={t('security.change-email-text')}
          onClose={() => setOpen(false)}
        >
          <NewEmailForm change={change} onDone={() => setOpen(false)} />
        </Dialog>
      }
    />
  )
}

function NewEmailForm({ change, onDone }: { change: Change; onDone: () => void }) {
  const [wrong, setWrong] = useState<string>()
  async function submit(email: string) {
    if (!email) return setWrong(t('security.no-email'))
    const sentence = await change.change('email', () => changeEmail(email), t('security.mail-sent', { email }), true)
    setWrong(sentence)
    if (!sentence) onDone()
  }
  return (
    <Form onSend={(data) => submit(formText(data, 'newEmail').trim())}>
      <Field
        label={t('security.new-email')}
        name="newEmail"
        type="email"
        autoComplete="email"
        autoFocus
        required
        error={wrong}
      />
      <Button type="submit" busy={change.running === 'email'}>
        {t('security.send-link')}
      </Button>
    </Form>
  )
}
