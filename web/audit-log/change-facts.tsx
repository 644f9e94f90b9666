import type { AuditEvent } from '#contract/audit-log.ts'
import { t } from '#web/words/words.ts'

const mostLetters = 120

/** Each part of what was changed: its name, what it was and what it is. */
export function ChangeFacts({ event: { before = {}, after = {} } }: { event: AuditEvent }) {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (part) => before[part] != null || after[part] != null,
  )
  return (
    <dl className="grid gap-1 text-sm max-md:text-left">
      {parts.map((part) => (
        <div key={part} className="wrap-anywhere">
          <dt className="muted inline font-mono text-xs">{part}</dt>{' '}
          <dd className="inline">
            {before[part] == null ? null : (
              <>
                <del className="opacity-75">
                  <span className="sr-only">{t('audit.before')} </span>
                  {shortText(before[part])}
                </del>{' '}
              </>
            )}
            {after[part] == null ? null : (
              <ins className="no-underline">
                <span className="sr-only">{t('audit.after')} </span>
                {shortText(after[part])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}
