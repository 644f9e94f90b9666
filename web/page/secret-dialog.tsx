import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a secret that has just been made, with a button that copies it. Nothing is shown without a secret. */
export function SecretDialog(props: {
  secret: string | undefined
  title: string
  text: string
  copyLabel: string
  copied: string
  onClose: () => void
}) {
  const { secret, title, text, copyLabel, copied, onClose } = props
  return (
    <Dialog open={secret !== undefined} title={title} text={text} onClose={onClose}>
      {secret === undefined ? null : (
        <div className="grid gap-5">
          <div className="flex items-center gap-2 rounded-field border border-base-300 bg-base-200 py-2 pr-2 pl-4">
            <code className="min-w-0 grow font-mono text-sm wrap-anywhere select-all">{secret}</code>
            <CopyButton text={secret} label={copyLabel} copied={copied} />
          </div>
          <div>
            <Button onClick={onClose}>{t('word.done')}</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
