import { Progress } from '#web/ui/progress.tsx'

/** How far the picture of a form is on its way; after it, the rest of the form. */
export function UploadProgress({ busy, part }: { busy: boolean; part: number | undefined }) {
  if (!busy) return null
  // All is sent, and the shop makes its sizes of it.
  if (part === undefined || part >= 1) return <Progress label="The shop is working on it" />
  return <Progress label={`Sending the picture: ${Math.floor(part * 100)} %`} value={part} />
}
