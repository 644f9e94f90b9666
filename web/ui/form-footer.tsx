import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  form: { problem: string | undefined; busy: boolean }
  sendLabel: string
  /** Set while there is nothing to send. */
  isEmpty?: boolean
  onCancel: () => void
}

/** Renders the end of a form in a dialog: what is wrong with it as a whole, and the buttons that cancel and send. */
export function FormFooter({ form: { problem, busy }, sendLabel, isEmpty = false, onCancel }: Props) {
  return (
    <>
      <FormError text={problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" disabled={busy} onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={busy} disabled={isEmpty}>
          {sendLabel}
        </Button>
      </div>
    </>
  )
}
