import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Form } from '#web/ui/form.tsx'

/** Runs a form of one field, which has the focus. What is wrong stands at the field. */
export function OneFieldForm({
  name,
  missing,
  send,
  button,
  busyButton = button,
  username,
  children,
  ...field
}: Omit<ComponentProps<typeof Field>, 'ref' | 'error' | 'children'> & {
  name: string
  /** Said if nothing was typed. */
  missing?: string
  /** Sends what was typed; returns or throws what is wrong with it. */
  send: (value: string) => Promise<string | undefined>
  button: string
  busyButton?: string
  /** The account of a password, for password managers. */
  username?: string
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()

  async function submit(value: string) {
    setWrong(undefined)
    setBusy(true)
    const message = value ? await send(value).catch(errorMessageOf) : missing
    setBusy(false)
    setWrong(message)
    if (!message) return
    input.current?.focus()
    input.current?.select()
  }

  return (
    <Form onSend={(data) => submit(field.type === 'password' ? formText(data, name) : formText(data, name).trim())}>
      {username ? <input type="hidden" name="email" autoComplete="username" value={username} /> : null}
      <Field {...field} ref={input} name={name} required autoFocus error={wrong} />
      <Button type="submit" size="lg" busy={busy} className="w-full">
        {busy ? busyButton : button}
      </Button>
      {children}
    </Form>
  )
}
