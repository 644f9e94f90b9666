import { Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { checkImport, fixImport, type ImportDetails, type ImportField } from '#contract/imports.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { useAction, write } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { addTaxClass } from '#contract/tax.ts'
import { toast } from '#web/ui/toast.tsx'
import { FixButton, isAsked, type useFixes } from '#web/imports/fix-button.tsx'
import { checkBody } from '#web/imports/check-body.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { t } from '#web/i18n/messages.ts'

/** Marks a value that is left out; no text of a field is so. */
const leftOut = '-'

/** Names the field whose values are left out with a consequence: another tax. */
const taxClass = 'taxClass'

/** Limits the choices of a list; of more, one is typed. */
const maxListed = 60
const listOf = ({ code }: ImportField) => `values-${code}`

/** Holds the choices of a field that are typed, once for all of its values. */
function TypedChoices({ field }: { field: ImportField }) {
  const words = Object.values(field.words ?? {})
  if (words.length <= maxListed) return null
  return (
    <datalist id={listOf(field)}>
      {words.map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  )
}

type Answers = Readonly<Record<string, string>>

/** Asks what the values stand for that the shop does not know, and compares again with the answers: one holds for all rows. */
export function ValueQuestions({ found, fixing }: { found: ImportDetails; fixing: ReturnType<typeof useFixes> }) {
  const { _id: id, columns, fields, unknownValues = [], errorGroups = [] } = found
  const [answers, setAnswers] = useState<Readonly<Record<number, Answers>>>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (unknownValues.length === 0) return null

  async function check() {
    setBusy(true)
    setProblem(undefined)
    try {
      const valueMaps = columns.map(({ valueMap }, index) => {
        const map = { ...valueMap, ...toValueMap(answers[index] ?? {}) }
        return Object.keys(map).length > 0 ? map : null
      })
      await write(checkImport, { params: { id }, body: { ...checkBody(found), valueMaps } })
    } catch (error) {
      setProblem(errorMessageOf(error))
      setBusy(false)
    }
  }

  const isAnswered = Object.values(answers).some((some) => Object.values(some).some(Boolean))
  return (
    <section aria-label={t('imports.unknown-values')} className="card-surface mt-6 max-w-3xl p-4 sm:p-6">
      <h2 className="font-heading text-2xl font-bold">{t('imports.unknown-values')}</h2>
      <p className="muted mt-1">{t('imports.unknown-values-text')}</p>
      {unknownValues.map(({ column, field: code, count, values }) => {
        const field = fields.find((one) => one.code === code)
        return field ? (
          <fieldset key={column} className="mt-4">
            <legend className="font-semibold wrap-anywhere">
              {t('imports.unknown-values-of', { column: columns[column]?.header ?? '', field: field.label })}
            </legend>
            <TypedChoices field={field} />
            <div className="mt-2 grid gap-3">
              {values.map(({ text, rows }) => (
                <ValueChoice
                  key={text}
                  field={field}
                  value={text}
                  hint={t('imports.rows-of-file', { rows })}
                  chosen={answers[column]?.[text] ?? ''}
                  onChoose={(chosen) => setAnswers({ ...answers, [column]: { ...answers[column], [text]: chosen } })}
                >
                  {code === taxClass ? <AddTaxClass found={found} name={text} /> : null}
                </ValueChoice>
              ))}
            </div>
            {count > values.length ? (
              <p className="muted mt-2">{t('imports.unknown-values-more', { count: count - values.length })}</p>
            ) : null}
            <p className="mt-3 flex flex-wrap gap-3 empty:hidden">
              {errorGroups.map((group) =>
                group.fix && group.field === code && isAsked(group, found) ? (
                  <FixButton
                    key={group.code}
                    {...{ found, fixing }}
                    fix={group.fix}
                    {...(code === taxClass && { label: t('imports.leave-out-tax', { rows: group.rows }) })}
                  />
                ) : null,
              )}
            </p>
          </fieldset>
        ) : null
      })}
      {problem ? (
        <div className="mt-4">
          <FormError text={problem} hasInput />
        </div>
      ) : null}
      <div className="mt-5">
        <Button variant="outline" busy={busy} disabled={!isAnswered} onClick={() => void check()}>
          {t('imports.check-again')}
        </Button>
      </div>
    </section>
  )
}

/** Creates a tax class that a file names, and compares the file again. */
function AddTaxClass({ found: { _id: id, fixes }, name }: { found: ImportDetails; name: string }) {
  const adding = useAction(async () => {
    await write(addTaxClass, { body: { name, isExempt: false, taxCode: '' } })
    toast.success(t('imports.tax-class-added', { name }))
    await write(fixImport, { params: { id }, body: { fixes } })
  })
  if (!mayUse(usePerson(), 'settings')) return null
  return (
    <span className="sm:col-start-2">
      <Button variant="outline" size="sm" busy={adding.isPending} onClick={() => adding.mutate(undefined)}>
        <Plus aria-hidden="true" size={16} /> {t('imports.add-tax-class', { name })}
      </Button>
    </span>
  )
}

/** Shows what the values of a column stand for, and lets it be changed. */
export function ValueMapChoices(props: {
  field: ImportField
  valueMap: Answers
  onChange: (valueMap: Readonly<Record<string, string>>) => void
}) {
  const { field, valueMap, onChange } = props
  return (
    <span className="grid gap-2">
      <TypedChoices field={field} />
      {Object.entries(valueMap).map(([value, text]) => (
        <ValueChoice
          key={value}
          field={field}
          value={value}
          chosen={text || leftOut}
          onChoose={(chosen) => onChange({ ...valueMap, ...toValueMap({ [value]: chosen }) })}
        />
      ))}
    </span>
  )
}

const toValueMap = (answers: Answers) =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([value, text]) =>
      text === '' ? [] : [[value, text === leftOut ? '' : text] as const],
    ),
  )

/** Lets the seller say what one value stands for: a choice of the field, or, where those are not listed, its name. */
function ValueChoice(props: {
  field: ImportField
  value: string
  hint?: string
  chosen: string
  onChoose: (text: string) => void
  children?: ReactNode
}) {
  const { field, value, hint, chosen, onChoose, children } = props
  const id = useId()
  const words = Object.entries(field.words ?? {})
  const className = `input min-h-11 w-full min-w-0 border-base-content/35 text-base ${chosen === '' ? '' : 'font-semibold'}`
  return (
    <span className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
      <label htmlFor={id} className="wrap-anywhere">
        {t('imports.value-stands-for', { value })} {hint ? <span className="muted text-sm">{hint}</span> : null}
      </label>
      {words.length > 0 && words.length <= maxListed ? (
        <select
          id={id}
          value={chosen}
          onChange={({ target }) => onChoose(target.value)}
          className={`${className} appearance-auto`}
        >
          <option value="">{t('imports.value-open')}</option>
          {words.map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
          <option value={leftOut}>
            {t(field.code === taxClass ? 'imports.value-left-out-tax' : 'imports.value-left-out')}
          </option>
        </select>
      ) : (
        <input
          id={id}
          list={words.length > 0 ? listOf(field) : undefined}
          value={chosen === leftOut ? '' : chosen}
          placeholder={t(chosen === leftOut ? 'imports.value-left-out' : 'imports.value-name', { field: field.label })}
          onChange={({ target }) => onChoose(target.value)}
          className={className}
        />
      )}
      {children}
    </span>
  )
}
