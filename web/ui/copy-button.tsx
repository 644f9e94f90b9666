import { Copy } from 'lucide-react'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders a small button that copies a text; `label` says which, `copied` is told afterwards. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="btn btn-square btn-ghost btn-sm no-print pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      onClick={() => void copy(text, copied)}
    >
      <Copy aria-hidden="true" size={15} />
    </button>
  )
}

async function copy(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.info(copied)
  } catch {
    toast.warning(t('ui.copying-refused'))
  }
}
