import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import { assertRecentSignIn, linkPhone, type Security, unlinkProvider } from '#web/identity/account-security.ts'
import { PhoneSteps } from '#web/identity/phone-form.tsx'
import { sendPhoneCode } from '#web/identity/sign-in-methods.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { t } from '#web/i18n/messages.ts'

/** Adds or removes a phone number for sign-in by text message. */
export function PhoneRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  const isLinked = security.providers.some(({ id }) => id === 'phone')
  const add = async () => setOpen(await change.prepare(assertRecentSignIn))
  const isOnlyWay = isLinked && security.providers.length === 1
  return (
    <SecurityRow
      Icon={Smartphone}
      title={t('word.phone')}
      text={isLinked ? security.phoneNumber : t('security.phone-text')}
      action={
        isLinked ? (
          <Button
            size="sm"
            variant="outline"
            disabled={isOnlyWay}
            title={isOnlyWay ? t('security.only-way') : undefined}
            busy={change.running === 'phone'}
            onClick={() => void change.change('phone', () => unlinkProvider('phone'), t('security.phone-removed'))}
          >
            {t('security.remove-phone')}
          </Button>
        ) : (
          <Button size="sm" variant="outline" onClick={() => void add()}>
            {t('security.add-phone')}
          </Button>
        )
      }
      dialogs={
        <Dialog open={open} title={t('security.add-phone')} onClose={() => setOpen(false)}>
          <PhoneSteps
            button={t('security.add-phone')}
            send={sendPhoneCode}
            onCode={async (verificationId, code) => {
              const message = await change.change(
                'phone',
                () => linkPhone(verificationId, code),
                t('security.phone-added'),
                true,
              )
              if (!message) setOpen(false)
              return message
            }}
          />
        </Dialog>
      }
    />
  )
}
