import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks for the name of a cart or list, and closes when it is saved; what was typed stays otherwise. */
export function NameDialog({
  open,
  title,
  label,
  name = '',
  maxLength,
  onSave,
  onClose,
}: {
  open: boolean
  title: string
  label: string
  name?: string
  maxLength: number
  /** Says whether it worked. */
  onSave: (name: string) => Promise<boolean>
  onClose: () => void
}) {
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState(false)
  const wanted = (typed ?? name).trim()
  function close() {
    setTyped(undefined)
    onClose()
  }
  async function save() {
    setBusy(true)
    const isSaved = await onSave(wanted)
    setBusy(false)
    if (isSaved) close()
  }
  return (
    <Dialog open={open} title={title} onClose={close}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted !== '' && !busy) void save()
        }}
      >
        <Field
          label={label}
          className="grow"
          required
          value={typed ?? name}
          maxLength={maxLength}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" busy={busy}>
          {t('word.save')}
        </Button>
      </form>
    </Dialog>
  )
}
