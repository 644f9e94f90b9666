import { Progress } from '#web/ui/progress.tsx'
import { t } from '#web/words/words.ts'

/** How far the picture of a form is on its way; after it, the rest of the form. */
export function UploadProgress({ busy, part }: { busy: boolean; part: number | undefined }) {
  if (!busy) return null
  // All is sent, and the shop makes its sizes of it.
  if (part === undefined || part >= 1) return <Progress label={t('picture.working')} />
  return <Progress label={t('picture.sending', { percent: Math.floor(part * 100) })} value={part} />
}
