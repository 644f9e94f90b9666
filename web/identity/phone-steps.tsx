import { useEffect, useRef, useState } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { textLink } from '#web/identity/account-page.tsx'
import { CodeForm } from '#web/identity/code-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/words/words.ts'

/** A phone number, then the code that comes to it. `onCode` answers the sentence that is wrong with the code, if any. */
export function PhoneSteps({
  button,
  send,
  onCode,
}: {
  /** What handing in the code does. */
  button: string
  send: (phoneNumber: string) => Promise<string>
  onCode: (verificationId: string, code: string) => Promise<string | undefined>
}) {
  const field = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<{ to: string; verificationId: string }>()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  useEffect(() => field.current?.focus(), [])

  async function submit(phoneNumber: string) {
    if (!/\d/.test(phoneNumber)) return refuse(t('identity.missing-phone-number'))
    setWrong(undefined)
    setBusy(true)
    try {
      setSent({ to: phoneNumber, verificationId: await send(phoneNumber) })
    } catch (error) {
      refuse(problemSentence(error))
    }
    setBusy(false)
  }

  function refuse(sentence: string) {
    setWrong(sentence)
    field.current?.focus()
  }

  if (sent) {
    return (
      <CodeForm
        button={button}
        hint={t('code.sent-to', { phone: sent.to })}
        onCode={(code) => onCode(sent.verificationId, code)}
      >
        <p className="text-sm">
          <button type="button" className={`${textLink} min-h-11 cursor-pointer`} onClick={() => setSent(undefined)}>
            {t('phone.again')}
          </button>
        </p>
      </CodeForm>
    )
  }
  return (
    <Form onSend={() => submit(field.current?.value.trim() ?? '')}>
      <Field
        ref={field}
        label={t('phone.number')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        placeholder="+1 555 555 0100"
        hint={t('phone.hint')}
        required
        error={wrong}
      />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {busy ? t('phone.checking') : t('code.send')}
      </Button>
    </Form>
  )
}
