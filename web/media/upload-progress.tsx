import { Progress } from '#web/ui/progress.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the upload progress of an image, then that the form is being sent. */
export function UploadProgress({ busy, part }: { busy: boolean; part: number | undefined }) {
  if (!busy) return null
  // All is sent, and the shop makes its sizes of it.
  if (part === undefined || part >= 1) return <Progress label={t('picture.working')} />
  return <Progress label={t('picture.sending', { percent: Math.floor(part * 100) })} value={part} />
}
