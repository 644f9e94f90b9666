import type { EditedTool } from '#contract/catalog.ts'
import { translationLanguages } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import { hasTexts } from '#web/catalog/product-translations.tsx'
import { textLabel } from '#web/catalog/text-label.ts'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits title and description of the product's page for search engines, in all languages. */
export function ProductSearchTexts({ form, product }: { form: ProductEntryForm; product: EditedTool | undefined }) {
  const isFilled = hasTexts(product, 'pageTitle', 'pageDescription')
  return (
    <FormSection title={t('page-texts.title')} text={t('page-texts.product-hint')} isOpen={isFilled}>
      <Field
        label={t('product.pageTitle')}
        hint={t('page-texts.page-title-hint')}
        maxLength={maxLengths.pageTitle}
        autoComplete="off"
        {...form.field('pageTitle')}
      />
      <TextArea
        label={t('product.pageDescription')}
        hint={t('page-texts.page-description-hint')}
        maxLength={maxLengths.pageDescription}
        {...form.field('pageDescription')}
      />
      {translationLanguages().map((language) => (
        <div key={language} className="grid gap-5">
          <Field
            label={textLabel('pageTitle', language)}
            lang={language}
            maxLength={maxLengths.pageTitle}
            autoComplete="off"
            {...form.field(`texts.${language}.pageTitle`)}
          />
          <TextArea
            label={textLabel('pageDescription', language)}
            lang={language}
            maxLength={maxLengths.pageDescription}
            {...form.field(`texts.${language}.pageDescription`)}
          />
        </div>
      ))}
    </FormSection>
  )
}
