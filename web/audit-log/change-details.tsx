import type { AuditEvent } from '#contract/audit-log.ts'
import { changedTexts, fieldLabel, fieldValue } from '#web/audit-log/audited-fields.ts'
import type { ContentSchema } from '#web/site-content/schema-fields.tsx'
import { t } from '#web/i18n/messages.ts'

const maxValueLength = 120

/** Shows each changed field with its old and new value; `labels` names the fields of the parts of the site. */
export function ChangeFacts({
  event: { kind, subject, before = {}, after = {} },
  labels,
}: {
  event: AuditEvent
  labels: Readonly<Record<string, ContentSchema>>
}) {
  const text = (part: string, value: unknown, other: unknown) =>
    value == null
      ? ''
      : shorten(
          isSection(part, value)
            ? changedTexts(part, value, other, kind === 'site-content-changed' ? labels[part] : undefined)
            : fieldValue(part, value, after['currency']),
        )
  const facts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // The currency of an order is said by the amounts.
    .filter((part) => part !== 'currency' || kind === 'store-changed')
    .map((part) => ({
      part,
      old: text(part, before[part], after[part]),
      now: text(part, after[part], before[part]),
    }))
    .filter(({ old, now }) => old !== '' || now !== '')
  return (
    <dl className="grid gap-1 text-sm max-md:text-left">
      {facts.map(({ part, old, now }) => (
        <div key={part} className="wrap-anywhere">
          <dt className="muted inline">{fieldLabel(part, subject.type)}:</dt>{' '}
          <dd className="inline">
            {old === '' || old === now ? null : (
              <>
                <del className="opacity-75">
                  <span className="sr-only">{t('audit.before')} </span>
                  {old}
                </del>{' '}
              </>
            )}
            {now === '' ? null : (
              <ins className="no-underline">
                <span className="sr-only">{t('audit.after')} </span>
                {now}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether the parts of a value are compared, rather than the value written as a whole. */
const isSection = (part: string, value: unknown) =>
  typeof value === 'object' && !Array.isArray(value) && !wholes.has(part)

const wholes: ReadonlySet<string> = new Set(['openingHours', 'logo', 'icon', 'socialPicture', 'announcement'])

const shorten = (text: string) => (text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text)
