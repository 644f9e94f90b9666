import { Undo2 } from 'lucide-react'
import type { ImportDetails, ImportErrorGroup } from '#contract/imports.ts'
import { FixButton, isAsked, keyOf, labelOf, nameOf, useFixes } from '#web/imports/fix-button.tsx'
import { ValueQuestions } from '#web/imports/value-choices.tsx'
import { t } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'

/** Shows the errors of a file by reason, and asks what values stand for that the shop does not know; before it is applied, with what one press does about all rows of each, and what was chosen so. */
export function ErrorGroups({ found }: { found: ImportDetails }) {
  const { _id: id, fixes, fields, isEdit, counts, state } = found
  const canBeFixed = state === 'checked' && !isEdit
  const errorGroups = (found.errorGroups ?? []).filter((group) => !isAsked(group, found))
  const hasOthers = (counts.new ?? 0) + (counts.changed ?? 0) > 0
  const fixing = useFixes(id)
  return (
    <>
      {fixes.length > 0 && canBeFixed ? (
        <div className="mt-4 max-w-3xl">
          <p className="muted">{t('imports.fixes')}</p>
          <ul className="mt-1 flex flex-wrap gap-2">
            {fixes.map((fix) => (
              <li key={keyOf(fix)}>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={t('imports.fix-back', { fix: nameOf(fix, fields) })}
                  busy={fixing.isPending}
                  onClick={() => fixing.mutate(fixes.filter((one) => keyOf(one) !== keyOf(fix)))}
                >
                  <Undo2 aria-hidden="true" size={16} /> {nameOf(fix, fields)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {errorGroups.length > 0 ? (
        <Section
          className="mt-6"
          title={t('imports.errors')}
          {...(hasOthers && state === 'checked' && { text: t('imports.errors-text') })}
        >
          <ul className="grid gap-3">
            {errorGroups.map((group) => (
              <li
                key={`${group.code} ${group.field}`}
                className="card-surface grid gap-3 p-4 lg:grid-cols-[1fr_auto] lg:items-start"
              >
                <Reason group={group} label={labelOf(group.field, fields)} />
                {group.fix && canBeFixed ? <FixButton {...{ found, fixing }} fix={group.fix} /> : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <ValueQuestions {...{ found, fixing }} />
    </>
  )
}

function Reason({ group: { rows, examples, field }, label }: { group: ImportErrorGroup; label: string }) {
  const [first] = examples
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="font-semibold">
        {field === undefined ? '' : `${label} · `}
        <span className="figures text-error">{t('imports.error-rows', { count: rows })}</span>
      </p>
      <ul className="mt-1 grid gap-1 text-sm">
        {examples.map(({ line, name, cell, message }, index) => (
          <li key={line}>
            <span className="muted">
              {t('imports.error-example', { line })}
              {name ? ` · ${name}` : ''}
              {cell && cell !== name ? ` · ${cell}` : ''}
            </span>
            {index === 0 || message !== first?.message ? <span className="block">{message}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
