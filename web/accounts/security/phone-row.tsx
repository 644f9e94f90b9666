import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import { linkPhone, type Security, unlinkProvider } from '#web/identity/account-security.ts'
import { PhoneSteps } from '#web/identity/phone-steps.tsx'
import { sendPhoneCode } from '#web/identity/sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A phone that opens the account by a code in a text message. */
export function PhoneRow({ security, change }: { security: Security; change: Change }) {
  const [open, setOpen] = useState(false)
  const isLinked = security.providers.some(({ id }) => id === 'phone')
  const isOnlyWay = isLinked && security.providers.length === 1
  return (
    <SecurityRow
      Icon={Smartphone}
      title="Phone"
      text={isLinked ? security.phoneNumber : 'Add one to sign in by a code in a text message.'}
      action={
        isLinked ? (
          <Button
            size="sm"
            look="outline"
            className="max-md:min-h-11"
            disabled={isOnlyWay}
            title={isOnlyWay ? 'It is your only way to sign in' : undefined}
            busy={change.running === 'phone'}
            onClick={() =>
              void change.change(
                'phone',
                () => unlinkProvider('phone'),
                'Your phone does not open your account any more',
              )
            }
          >
            Remove phone
          </Button>
        ) : (
          <Button size="sm" look="outline" className="max-md:min-h-11" onClick={() => setOpen(true)}>
            Add phone
          </Button>
        )
      }
      dialogs={
        <Dialog open={open} title="Add phone" onClose={() => setOpen(false)}>
          <PhoneSteps
            button="Add phone"
            send={sendPhoneCode}
            onCode={async (verificationId, code) => {
              const sentence = await change.change(
                'phone',
                () => linkPhone(verificationId, code),
                'Your phone opens your account, too',
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
