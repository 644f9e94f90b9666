import { maxLengths } from '#contract/max-lengths.ts'
import type { ProductTexts } from '#contract/catalog.ts'
import { defaultLanguage, translationLanguages } from '#contract/language.ts'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { FormSection } from '#web/catalog/form-section.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns empty texts in every language, over which those of a product are laid. */
export const fillTexts = (texts: ProductTexts = {}): Required<ProductTexts> => ({
  de: { name: '', content: '', imageAlt: '', pageTitle: '', pageDescription: '', ...texts.de },
})

/** Whether the texts that are no translation are those of a further language of the shop, whose main one has a translation. */
export function isMainTranslated(): boolean {
  const [main, ...others] = currentStore().languages
  return main !== defaultLanguage && others.includes(defaultLanguage)
}

/** Edits name and description in the other languages of the shop. */
export function ProductTranslations({ form, isFilled }: { form: ProductEntryForm; isFilled: boolean }) {
  return (
    <FormSection title={t('product.translations')} text={t('product.translations-hint')} isOpen={isFilled}>
      {translationLanguages.map((language) => (
        <div key={language} className="grid gap-5">
          <Field
            label={t('product.name-in', { language: t(`language.${language}`) })}
            lang={language}
            maxLength={maxLengths.productName}
            autoComplete="off"
            {...form.field(`texts.${language}.name`)}
          />
          <TextArea
            label={t('product.description-in', { language: t(`language.${language}`) })}
            lang={language}
            maxLength={maxLengths.description}
            {...form.field(`texts.${language}.content`)}
          />
        </div>
      ))}
    </FormSection>
  )
}
