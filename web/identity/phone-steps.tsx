import { useEffect, useRef, useState } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { textLink } from '#web/identity/account-page.tsx'
import { CodeForm } from '#web/identity/code-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

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
    if (!/\d/.test(phoneNumber)) return refuse('Please enter your phone number, with its country code.')
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
        hint={`We sent it to ${sent.to}. It can take a minute.`}
        onCode={(code) => onCode(sent.verificationId, code)}
      >
        <p className="text-sm">
          <button type="button" className={`${textLink} min-h-11 cursor-pointer`} onClick={() => setSent(undefined)}>
            Send again or change the number
          </button>
        </p>
      </CodeForm>
    )
  }
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(field.current?.value.trim() ?? '')
      }}
    >
      <Field
        ref={field}
        label="Phone number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        placeholder="+1 555 555 0100"
        hint="With its country code. We send a code to it as a text message; your carrier may charge for it."
        required
        error={wrong}
      />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {busy ? 'Checking that you are not a machine' : 'Send code'}
      </Button>
    </form>
  )
}
