import type { AuditEvent } from '#contract/audit-log.ts'
import { changedTexts, fieldLabel, fieldValue } from '#web/audit-log/audited-fields.ts'
import { t } from '#web/i18n/messages.ts'

const maxValueLength = 120

/** Shows each changed field with its old and new value. */
export function ChangeFacts({ event: { before = {}, after = {} } }: { event: AuditEvent }) {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    // The currency is said by the amounts.
    (part) => part !== 'currency' && (before[part] != null || after[part] != null),
  )
  const text = (part: string, value: unknown, other: unknown) =>
    shorten(isSection(value) ? changedTexts(value, other) : fieldValue(part, value, after['currency']))
  return (
    <dl className="grid gap-1 text-sm max-md:text-left">
      {parts.map((part) => (
        <div key={part} className="wrap-anywhere">
          <dt className="muted inline">{fieldLabel(part)}:</dt>{' '}
          <dd className="inline">
            {before[part] == null ? null : (
              <>
                <del className="opacity-75">
                  <span className="sr-only">{t('audit.before')} </span>
                  {text(part, before[part], after[part])}
                </del>{' '}
              </>
            )}
            {after[part] == null ? null : (
              <ins className="no-underline">
                <span className="sr-only">{t('audit.after')} </span>
                {text(part, after[part], before[part])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isSection = (value: unknown) => typeof value === 'object' && !Array.isArray(value)

const shorten = (text: string) => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)
