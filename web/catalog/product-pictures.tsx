import { otherLanguages, translationLanguages } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { useFieldArray } from 'react-hook-form'
import type { EditedTool, ProductImage } from '#contract/catalog.ts'
import { uploadImage } from '#contract/media.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import { hasTexts } from '#web/catalog/product-translations.tsx'
import { textLabel } from '#web/catalog/text-label.ts'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { UploadButton } from '#web/media/upload-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { OrderedList } from '#web/ui/ordered-list.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { t } from '#web/i18n/messages.ts'

const maxPictures = 11

/** Returns empty texts of a picture in every other language, over which those that it has are laid. */
const fillAlts = (alts: ProductImage['alts'] = {}): NonNullable<ProductImage['alts']> => ({
  ...Object.fromEntries(otherLanguages().map((language) => [language, ''])),
  ...alts,
})

export const fillImages = (images: readonly ProductImage[]): ProductImage[] =>
  images.map(({ url, alt, alts }) => ({ url, alt, alts: fillAlts(alts) }))

/** Edits the pictures behind the main one and what each of them shows. The first one, moved up, changes places with the main one. */
export function ProductPictures({ form, hasPicked, product }: Props) {
  const isFilled = Boolean(product?.images.length) || hasTexts(product, 'imageAlt')
  const { control, getValues, setValue } = form
  const { fields, append, move, remove } = useFieldArray({ control, name: 'images' })

  function reorder(from: number, to: number) {
    if (to >= 0) return move(from, to)
    const { img, imageAlt, images, texts } = getValues()
    const [first, ...others] = images
    if (!first) return
    const options = { shouldDirty: true }
    setValue('img', first.url, options)
    setValue('imageAlt', first.alt, options)
    const alts = fillAlts(
      Object.fromEntries(otherLanguages().map((language) => [language, texts[language]?.imageAlt ?? ''])),
    )
    for (const language of otherLanguages())
      setValue(`texts.${language}.imageAlt`, first.alts?.[language] ?? '', options)
    setValue('images', [{ url: img, alt: imageAlt, alts }, ...others], options)
  }

  return (
    <FormSection title={t('product.images')} text={t('product.pictures-hint')} isOpen={isFilled}>
      <Field
        label={t('product.imageAlt')}
        hint={t('product.image-alt-hint')}
        maxLength={maxLengths.alt}
        autoComplete="off"
        {...form.field('imageAlt')}
      />
      {translationLanguages().map((language) => (
        <Field
          key={language}
          label={textLabel('imageAlt', language)}
          lang={language}
          maxLength={maxLengths.alt}
          autoComplete="off"
          {...form.field(`texts.${language}.imageAlt`)}
        />
      ))}
      <OrderedList
        rows={fields}
        label={t('product.images')}
        nameOf={(number) => t('product.picture-number', { number: number + 1 })}
        canLead={!hasPicked && getValues('img') !== ''}
        onMove={reorder}
        onRemove={remove}
      >
        {(image, index) => (
          <div className="flex items-end gap-3">
            <span className="picture-ground block w-20 shrink-0 overflow-hidden rounded-field border border-base-300">
              <Picture src={image.url} alt="" sizes="5rem" />
            </span>
            <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
              <Field
                label={t('product.picture-alt', { number: index + 2 })}
                maxLength={maxLengths.alt}
                autoComplete="off"
                {...form.field(`images.${index}.alt`)}
              />
              {translationLanguages().map((language) => (
                <Field
                  key={language}
                  label={t('product.picture-alt-in', { number: index + 2, language: t(`language.${language}`) })}
                  lang={language}
                  maxLength={maxLengths.alt}
                  autoComplete="off"
                  {...form.field(`images.${index}.alts.${language}`)}
                />
              ))}
            </div>
          </div>
        )}
      </OrderedList>
      {fields.length < maxPictures ? (
        <UploadButton
          label={t('product.picture-add')}
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          endpoint={uploadImage}
          field="image"
          most={maxPictures - fields.length}
          onUpload={({ url }) => append({ url, alt: '', alts: fillAlts() }, { shouldFocus: false })}
        />
      ) : null}
    </FormSection>
  )
}

interface Props {
  form: ProductEntryForm
  /** Whether another main picture is picked that is not yet uploaded. */
  hasPicked: boolean
  product: EditedTool | undefined
}
