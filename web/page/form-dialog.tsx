import { type ReactNode, useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  open: boolean
  title: string
  text?: ReactNode
  wide?: boolean
  saveLabel?: string
  onSend: (data: FormData) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Renders a form in a dialog: its error stands above the button, and a success closes it. */
export function FormDialog(props: Props) {
  const { open, title, text, wide = false, onClose } = props
  return (
    <Dialog open={open} title={title} text={text} wide={wide} onClose={onClose}>
      <Content {...props} />
    </Dialog>
  )
}

function Content({ saveLabel = t('word.save'), onSend, onClose, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send(data: FormData) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSend(data)
      onClose()
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }
  return (
    <Form onSend={send}>
      {children}
      <FormError text={problem} />
      <Button type="submit" busy={busy}>
        {saveLabel}
      </Button>
    </Form>
  )
}
