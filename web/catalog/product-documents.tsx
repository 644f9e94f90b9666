import { maxLengths } from '#contract/max-lengths.ts'
import { Controller, useFieldArray } from 'react-hook-form'
import { documentKinds, maxDocuments } from '#contract/catalog.ts'
import { uploadDocument } from '#contract/media.ts'
import { documentSize } from '#web/catalog/document-links.tsx'
import { FormSection } from '#web/catalog/form-section.tsx'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { UploadButton } from '#web/media/upload-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { OrderedList } from '#web/ui/ordered-list.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits the PDF files of a product. */
export function ProductDocuments({ form, isFilled }: { form: ProductEntryForm; isFilled: boolean }) {
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'documents' })
  return (
    <FormSection title={t('word.documents')} text={t('product.documents-hint')} isOpen={isFilled}>
      <OrderedList
        rows={fields}
        label={t('word.documents')}
        nameOf={(number) => t('product.document-number', { number })}
        onMove={move}
        onRemove={remove}
      >
        {(file, index) => (
          <div className="grid items-start gap-3 sm:grid-cols-[1fr_14rem]">
            <Field
              label={t('product.document-title', { number: index + 1 })}
              maxLength={maxLengths.documentTitle}
              autoComplete="off"
              required
              hint={documentSize(file.bytes)}
              {...form.field(`documents.${index}.title`, {
                validate: (text) => text.trim() !== '' || t('product.document-title-required'),
              })}
            />
            <Controller
              control={form.control}
              name={`documents.${index}.kind`}
              render={({ field }) => (
                <Select
                  label={t('product.document-kind', { number: index + 1 })}
                  choices={documentKinds.map((kind) => ({ value: kind, label: t(`document.${kind}`) }))}
                  value={field.value}
                  onChoose={field.onChange}
                />
              )}
            />
          </div>
        )}
      </OrderedList>
      {fields.length < maxDocuments ? (
        <UploadButton
          label={t('product.document-add')}
          accept="application/pdf"
          endpoint={uploadDocument}
          field="document"
          most={maxDocuments - fields.length}
          onUpload={({ url, bytes }, file) =>
            append({ url, bytes, kind: 'data-sheet', title: file.name.replace(/\.pdf$/i, '') }, { shouldFocus: false })
          }
        />
      ) : null}
    </FormSection>
  )
}
