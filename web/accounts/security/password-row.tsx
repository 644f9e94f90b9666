import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import { changePassword, type Security } from '#web/identity/account-security.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'

/** A new password; whoever came by another way may choose their first one. */
export function PasswordRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  const hasOne = security.providers.some(({ id }) => id === 'password')
  const title = hasOne ? 'Change password' : 'Set a password'
  return (
    <SecurityRow
      Icon={KeyRound}
      title="Password"
      text={hasOne ? 'A new one signs you out everywhere else.' : 'You have none: you sign in another way.'}
      action={
        <Button size="sm" look="outline" className="max-md:min-h-11" onClick={() => setOpen(true)}>
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
    if (!password) return setWrong('Choose a password.')
    const sentence = await change.change('password', () => changePassword(password), 'Your new password is saved', true)
    setWrong(sentence)
    if (!sentence) onDone()
  }
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(formText(new FormData(event.currentTarget), 'newPassword'))
      }}
    >
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        autoFocus
        required
        error={wrong}
      />
      <Button type="submit" busy={change.running === 'password'}>
        Save new password
      </Button>
    </form>
  )
}
