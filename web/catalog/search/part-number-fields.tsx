import { maxLengths } from '#contract/max-lengths.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import {
  maxPartNumbers,
  type OtherPartNumberKind,
  otherPartNumberKinds,
  type PartNumber,
} from '#contract/part-numbers.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { partNumber } from '#web/catalog/product-field-rules.ts'
import { partNumberKindLabel } from '#web/catalog/search/part-number-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldLabel } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Holds a row as it is typed. */
export interface PartNumberRow {
  kind: OtherPartNumberKind
  maker: string
  number: string
}

export const toPartNumberRows = (numbers: readonly PartNumber[] = []): PartNumberRow[] =>
  numbers.map(({ kind, maker = '', number }) => ({ kind, maker, number }))

/** Returns the numbers of the rows that have one. */
export const readPartNumberRows = (rows: readonly PartNumberRow[]): PartNumber[] =>
  rows
    .map(({ kind, maker, number }) => ({
      kind,
      ...(maker.trim() && { maker: maker.trim() }),
      number: number.trim(),
    }))
    .filter(({ number }) => number !== '')

/** Edits the numbers of a product beside its own one. */
export function PartNumberFields({ form, isFilled }: { form: ProductEntryForm; isFilled: boolean }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'partNumbers' })
  return (
    <FormSection title={t('part-number.others')} text={t('part-number.others-hint')} isOpen={isFilled}>
      {fields.map(({ id }, row) => (
        <fieldset
          key={id}
          className="grid items-end gap-3 border-b border-base-300 pb-4 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_minmax(0,1fr)_auto] sm:border-0 sm:pb-0"
        >
          <legend className="sr-only">{t('part-number.row', { row: row + 1 })}</legend>
          <div>
            <FieldLabel htmlFor={`${id}-kind`}>{t('part-number.kind')}</FieldLabel>
            <select
              id={`${id}-kind`}
              className="input min-h-11 w-full appearance-auto border-base-content/35 text-base"
              {...form.plain(`partNumbers.${row}.kind`)}
            >
              {otherPartNumberKinds.map((kind) => (
                <option key={kind} value={kind} className="bg-base-100 text-base-content">
                  {partNumberKindLabel(kind)}
                </option>
              ))}
            </select>
          </div>
          <Field
            label={t('part-number.maker')}
            maxLength={maxLengths.maker}
            autoComplete="off"
            {...form.field(`partNumbers.${row}.maker`)}
          />
          <Field
            label={t('part-number.number')}
            maxLength={maxLengths.partNumber}
            autoComplete="off"
            {...form.field(`partNumbers.${row}.number`, { validate: partNumber })}
          />
          <Button
            variant="outline"
            className="sm:btn-square"
            aria-label={t('part-number.remove', { row: row + 1 })}
            onClick={() => remove(row)}
          >
            <Trash2 aria-hidden="true" size={18} />
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          variant="outline"
          disabled={fields.length >= maxPartNumbers}
          onClick={() => append({ kind: 'oem', maker: '', number: '' })}
        >
          <Plus aria-hidden="true" size={18} /> {t('part-number.add')}
        </Button>
      </div>
    </FormSection>
  )
}
