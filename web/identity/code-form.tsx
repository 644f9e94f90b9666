import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/words/words.ts'

/** Asks for the six digits of an app or a text message. `onCode` answers the sentence that is wrong with them, if any. */
export function CodeForm({
  label = t('code.label'),
  hint,
  button,
  onCode,
  children,
}: {
  label?: string
  hint?: ReactNode
  button: string
  onCode: (code: string) => Promise<string | undefined>
  children?: ReactNode
}) {
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  useEffect(() => field.current?.focus(), [])

  async function submit() {
    const code = field.current?.value.replaceAll(/\D/g, '') ?? ''
    if (code.length !== 6) return refuse(t('code.six-digits'))
    setWrong(undefined)
    setBusy(true)
    const sentence = await onCode(code)
    setBusy(false)
    if (sentence) refuse(sentence)
  }

  function refuse(sentence: string) {
    setWrong(sentence)
    field.current?.select()
  }

  return (
    <Form onSend={() => submit()}>
      <Field
        ref={field}
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        hint={hint}
        error={wrong}
      />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {button}
      </Button>
      {children}
    </Form>
  )
}
