import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { useState } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { t } from '#web/i18n/messages.ts'

/** Renders a part of the page with its heading and action. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Renders a form in a dialog, which closes once it is saved; a refusal stands above its button. */
export function FormDialog(props: {
  open: boolean
  title: string
  text?: ReactNode
  wide?: boolean
  onSave: (data: FormData) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const { open, title, text, wide = false, onClose, children, onSave } = props
  return (
    <Dialog open={open} title={title} text={text} wide={wide} onClose={onClose}>
      <DialogBody onSave={onSave} onClose={onClose}>
        {children}
      </DialogBody>
    </Dialog>
  )
}

function DialogBody({
  onSave,
  onClose,
  children,
}: Pick<Parameters<typeof FormDialog>[0], 'onSave' | 'onClose' | 'children'>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function save(data: FormData) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave(data)
      onClose()
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }
  return (
    <Form onSend={save}>
      {children}
      <FormError text={problem} />
      <div>
        <Button type="submit" busy={busy}>
          {t('form.save')}
        </Button>
      </div>
    </Form>
  )
}

/** Returns a text of a form without blanks around it. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
