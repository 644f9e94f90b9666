import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import { changePassword, type Security } from '#web/identity/account-security.ts'
import { OneFieldForm } from '#web/identity/one-field-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { t } from '#web/i18n/messages.ts'

/** Sets a new password, or the first one of an account without a password. */
export function PasswordRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  const title = security.hasPassword ? t('security.change-password') : t('security.set-password')
  return (
    <SecurityRow
      Icon={KeyRound}
      title={t('word.password')}
      text={security.hasPassword ? t('security.password-text') : t('security.no-password-text')}
      action={
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {title}
        </Button>
      }
      dialogs={
        <Dialog open={open} title={title} onClose={() => setOpen(false)}>
          <OneFieldForm
            username={security.email}
            label={t('mail-link.new-password')}
            name="newPassword"
            type="password"
            autoComplete="new-password"
            hint={t('sign-up.password-hint')}
            missing={t('sign-up.no-password')}
            send={async (password) => {
              const done = t('reset-password.done')
              const wrong = await change.change('password', () => changePassword(password), done, true)
              if (!wrong) setOpen(false)
              return wrong
            }}
            button={t('reset-password.button')}
          />
        </Dialog>
      }
    />
  )
}
