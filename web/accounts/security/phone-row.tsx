import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import { linkPhone, type Security, unlinkProvider } from '#web/identity/account-security.ts'
import { PhoneSteps } from '#web/identity/phone-steps.tsx'
import { sendPhoneCode } from '#web/identity/sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { t } from '#web/words/words.ts'

/** A phone that opens the account by a code in a text message. */
export function PhoneRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  const isLinked = security.providers.some(({ id }) => id === 'phone')
  const isOnlyWay = isLinked && security.providers.length === 1
  return (
    <SecurityRow
      Icon={Smartphone}
      title={t('profile.phone')}
      text={isLinked ? security.phoneNumber : t('security.phone-text')}
      action={
        isLinked ? (
          <Button
            size="sm"
            look="outline"
            disabled={isOnlyWay}
            title={isOnlyWay ? t('security.only-way') : undefined}
            busy={change.running === 'phone'}
            onClick={() => void change.change('phone', () => unlinkProvider('phone'), t('security.phone-removed'))}
          >
            {t('security.remove-phone')}
          </Button>
        ) : (
          <Button size="sm" look="outline" onClick={() => setOpen(true)}>
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
              const sentence = await change.change(
                'phone',
                () => linkPhone(verificationId, code),
                t('security.phone-added'),
                true,
              )
              if (!sentence) setOpen(false)
              return sentence
            }}
          />
        </Dialog>
      }
    />
  )
}
