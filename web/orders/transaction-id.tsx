import { CopyButton } from '#web/ui/copy-button.tsx'
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
      <CopyButton text={id} label={t('orders.copy-transaction', { id })} copied={t('orders.transaction-copied')} />
    </span>
  )
}
