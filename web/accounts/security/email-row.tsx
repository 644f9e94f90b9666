import { Mail } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import { changeEmail, type Security } from '#web/identity/account-security.ts'
import { OneFieldForm } from '#web/identity/one-field-form.tsx'
import { sendVerificationMail } from '#web/identity/sign-in-methods.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { t } from '#web/i18n/messages.ts'

/** Whether the address is verified, and moving to another one. */
export function EmailRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  return (
    <SecurityRow
      Icon={Mail}
      title={t('word.email')}
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
              variant="outline"
              busy={change.running === 'verify'}
              onClick={() =>
                void change.change('verify', sendVerificationMail, t('security.mail-sent', { email: security.email }))
              }
            >
              {t('security.send-mail-again')}
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
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
          <OneFieldForm
            label={t('security.new-email')}
            name="newEmail"
            type="email"
            autoComplete="email"
            missing={t('security.no-email')}
            send={async (email) => {
              const done = t('security.mail-sent', { email })
              const wrong = await change.change('email', () => changeEmail(email), done, true)
              if (!wrong) setOpen(false)
              return wrong
            }}
            button={t('security.send-link')}
          />
        </Dialog>
      }
    />
  )
}
