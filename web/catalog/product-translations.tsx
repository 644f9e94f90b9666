import { otherLanguages, translationLanguages } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  type EditedTool,
  type OptionalProductText,
  optionalProductTexts,
  type ProductTexts,
} from '#contract/catalog.ts'
import { textLabel } from '#web/catalog/text-label.ts'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { FormSection } from '#web/catalog/form-section.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

const emptyTexts = Object.fromEntries(Object.keys(optionalProductTexts).map((text) => [text, '']))

/** Returns empty texts in every other language, over which those of a product are laid. */
export const fillTexts = (texts: ProductTexts = {}): ProductTexts =>
  Object.fromEntries(
    otherLanguages().map((language) => [language, { name: '', content: '', ...emptyTexts, ...texts[language] }]),
  )

/** Returns whether a product has one of these texts in one of its languages. */
export const hasTexts = (product: EditedTool | undefined, ...names: OptionalProductText[]): boolean =>
  [product, ...Object.values(product?.texts ?? {})].some((texts) => names.some((name) => texts?.[name]))

/** Edits name and description in the other languages of the shop. */
export function ProductTranslations({ form, product }: { form: ProductEntryForm; product: EditedTool | undefined }) {
  const isFilled = Object.values(product?.texts ?? {}).some(({ name, content }) => name || content)
  if (translationLanguages().length === 0) return null
  return (
    <FormSection title={t('product.translations')} text={t('product.translations-hint')} isOpen={isFilled}>
      {translationLanguages().map((language) => (
        <div key={language} className="grid gap-5">
          <Field
            label={textLabel('name', language)}
            lang={language}
            maxLength={maxLengths.productName}
            autoComplete="off"
            {...form.field(`texts.${language}.name`)}
          />
          <TextArea
            label={textLabel('description', language)}
            lang={language}
            maxLength={maxLengths.description}
            {...form.field(`texts.${language}.content`)}
          />
        </div>
      ))}
    </FormSection>
  )
}
