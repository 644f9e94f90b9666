import { useState } from 'react'
import { textLink } from '#web/identity/account-page.tsx'
import { CodeForm } from '#web/identity/code-form.tsx'
import { OneFieldForm } from '#web/identity/one-field-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

interface Sent {
  to: string
  verificationId: string
}

/** Asks for a phone number and then for its code. `onCode` returns the error message, if any. */
export function PhoneSteps({
  button,
  number = '',
  send,
  sentBefore,
  onSent,
  onCode,
}: {
  /** The label of the submit button. */
  button: string
  /** The initial value. */
  number?: string
  send: (phoneNumber: string) => Promise<string>
  /** A code that was sent before a reload. */
  sentBefore?: Sent | undefined
  onSent?: (sent: Sent) => void
  onCode: (verificationId: string, code: string) => Promise<string | undefined>
}) {
  const [sent, setSent] = useState(sentBefore)
  // Back from the code to the number, to send again or to another one.
  const [isChanging, setChanging] = useState(false)
  // The number stays as typed for sending again.
  const [typed, setTyped] = useState(sentBefore?.to ?? number)

  async function sendTo(phoneNumber: string): Promise<string | undefined> {
    if (!/\p{Nd}/u.test(phoneNumber)) return t('identity.missing-phone-number')
    setTyped(phoneNumber)
    const sentNow = { to: phoneNumber, verificationId: await send(phoneNumber) }
    setSent(sentNow)
    onSent?.(sentNow)
    setChanging(false)
    return undefined
  }

  if (sent && !isChanging) {
    return (
      <CodeForm
        button={button}
        hint={t('code.sent-to', { phone: sent.to })}
        onCode={(code) => onCode(sent.verificationId, code)}
      >
        <p className="text-sm">
          <button type="button" className={`${textLink} min-h-11 cursor-pointer`} onClick={() => setChanging(true)}>
            {t('phone.again')}
          </button>
        </p>
      </CodeForm>
    )
  }
  return (
    <OneFieldForm
      label={t('phone.number')}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={30}
      placeholder="+1 555 555 0100"
      defaultValue={typed}
      hint={t('phone.hint')}
      missing={t('identity.missing-phone-number')}
      send={sendTo}
      button={t('code.send')}
      busyButton={t('phone.checking')}
    >
      {sent ? (
        <Button variant="quiet" onClick={() => setChanging(false)}>
          {t('phone.back')}
        </Button>
      ) : null}
    </OneFieldForm>
  )
}
