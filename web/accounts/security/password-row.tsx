import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import { changePassword, type Security } from '#web/identity/account-security.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/words/words.ts'

/** A new password; whoever came by another way may choose their first one. */
export function PasswordRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  const hasOne = security.providers.some(({ id }) => id === 'password')
  const title = hasOne ? t('security.change-password') : t('security.set-password')
  return (
    <SecurityRow
      Icon={KeyRound}
      title={t('security.password')}
      text={hasOne ? t('security.password-text') : t('security.no-password-text')}
      action={
        <Button size="sm" look="outline" onClick={() => setOpen(true)}>
          {title}
        </Button>
      }
      dialogs={
        <Dialog open={open} title={title} onClose={() => setOpen(false)}>
          <NewPasswordForm email={security.email} change={change} onDone={() => setOpen(false)} />
        </Dialog>
      }
    />
  )
}

function NewPasswordForm({ email, change, onDone }: { email: string; change: Change; onDone: () => void }) {
  const [wrong, setWrong] = useState<string>()
  async function submit(password: string) {
    if (!password) return setWrong(t('security.choose-password'))
    const sentence = await change.change('password', () => changePassword(password), t('security.password-saved'), true)
    setWrong(sentence)
    if (!sentence) onDone()
  }
  return (
    <Form onSend={(data) => submit(formText(data, 'newPassword'))}>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <Field
        label={t('security.new-password')}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint={t('security.password-hint')}
        autoFocus
        required
        error={wrong}
      />
      <Button type="submit" busy={change.running === 'password'}>
        {t('security.save-password')}
      </Button>
    </Form>
  )
}
