import { Copy } from 'lucide-react'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a transaction id that can be copied; it wraps, or is truncated in a table row. */
export function TransactionId({ id, inRow = false }: { id: string; inRow?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code
        {...(inRow && { title: id })}
        className={`min-w-0 font-mono text-xs break-all ${inRow ? 'md:max-w-28 md:truncate xl:max-w-none print:max-w-none' : 'xl:whitespace-nowrap'}`}
      >
        {id}
      </code>
      <button
        type="button"
        aria-label={t('orders.copy-transaction', { id })}
        className="btn btn-square btn-ghost btn-sm no-print pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        onClick={() => void copy(id)}
      >
        <Copy aria-hidden="true" size={15} />
      </button>
    </span>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.info(t('orders.transaction-copied'))
  } catch {
    toast.warning(t('orders.copying-refused'))
  }
}
