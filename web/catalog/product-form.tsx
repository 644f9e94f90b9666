import { currencyName } from '#web/ui/money.tsx'
import { maxLengths } from '#contract/max-lengths.ts'
import { type ReactNode, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import {
  type EditedTool,
  type LinkedTool,
  type OptionalProductField,
  optionalProductFields,
  pricePerChoices,
  type ProductDocument,
  type ProductImage,
  type ProductTexts,
  type Tool,
} from '#contract/catalog.ts'
import { listAllCategories } from '#contract/categories.ts'
import { measureNames } from '#contract/product-measures.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { AttributeFields, BrandField, type EnteredValues } from '#web/catalog/attributes/attribute-fields.tsx'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { fillTexts, ProductTranslations } from '#web/catalog/product-translations.tsx'
import { ProductDocuments } from '#web/catalog/product-documents.tsx'
import { priceRule, partNumber, requiredText, trimmed, wholeNumber } from '#web/catalog/product-field-rules.ts'
import { ProductLinks } from '#web/catalog/product-links.tsx'
import { KeptListPricesNote } from '#web/catalog/kept-list-prices.tsx'
import { ProductQuantities } from '#web/catalog/product-quantities.tsx'
import { ProductMeasures, sentMeasures, shownMeasure } from '#web/catalog/product-measures.tsx'
import { ProductSearchTexts } from '#web/catalog/product-search-texts.tsx'
import { ProductTax } from '#web/catalog/product-tax.tsx'
import { fillImages, ProductPictures } from '#web/catalog/product-pictures.tsx'
import { indentedName, withDepths } from '#web/catalog/categories/category-choices.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import {
  PartNumberFields,
  type PartNumberRow,
  readPartNumberRows,
  toPartNumberRows,
} from '#web/catalog/search/part-number-fields.tsx'
import { UploadProgress } from '#web/media/upload-progress.tsx'
import { isAboutPicture, usePictureUpload } from '#web/media/use-picture-upload.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'
import { amountInput, numberInput, readAmount, readWhole } from '#web/i18n/typed-number.ts'

/** Describes the result of the form; an empty text removes an optional field. */
export type ProductContent = Omit<
  EditedTool,
  '_id' | 'placeholder' | 'archivedAt' | 'draft' | 'replacedBy' | 'fitsTogether' | 'listPrices'
> & {
  draft?: boolean
  replacedById: string
  fitsTogetherIds: string[]
}

/** Confirms what the shop has asked about. */
export interface Confirmations {
  withoutBrand?: true
}

/** Holds numbers as they are typed. */
interface ProductFormValues extends Required<Pick<Tool, OptionalProductField>> {
  picture: File | undefined
  name: string
  content: string
  minOrder: string
  orderMultiple: string
  maxOrder: string
  draft: boolean
  available: string
  price: string
  pricePer: string
  taxClass: string
  img: string
  texts: ProductTexts
  images: ProductImage[]
  documents: ProductDocument[]
  replacedBy: LinkedTool | null
  fitsTogether: LinkedTool[]
  partNumbers: PartNumberRow[]
  attributes: EnteredValues
}
export type ProductEntryForm = ReturnType<typeof useEntryForm<ProductFormValues>>

const noOptionalFields = Object.fromEntries(Object.keys(optionalProductFields).map((field) => [field, ''])) as Required<
  Pick<Tool, OptionalProductField>
>

const empty = (): ProductFormValues => ({
  picture: undefined,
  name: '',
  content: '',
  minOrder: '',
  orderMultiple: '',
  maxOrder: '',
  available: '',
  price: '',
  pricePer: '1',
  taxClass: 'standard',
  img: '',
  ...noOptionalFields,
  draft: false,
  texts: fillTexts(),
  images: [],
  documents: [],
  replacedBy: null,
  fitsTogether: [],
  partNumbers: [],
  attributes: {},
})

const toFormValues = (product: EditedTool): ProductFormValues => ({
  ...empty(),
  ...product,
  ...Object.fromEntries(measureNames.map((name) => [name, shownMeasure(name, product[name])])),
  minOrder: numberInput(product.minOrder),
  orderMultiple: product.orderMultiple === undefined ? '' : numberInput(product.orderMultiple),
  maxOrder: product.maxOrder === undefined ? '' : numberInput(product.maxOrder),
  available: numberInput(product.available),
  price: amountInput(product.price),
  pricePer: String(product.pricePer ?? 1),
  texts: fillTexts(product.texts),
  images: fillImages(product.images),
  partNumbers: toPartNumberRows(product.partNumbers),
})

/** Edits a new product or `product`. Input is kept if `onSave` fails; after a success the form of a new product is cleared. */
export function ProductForm(props: {
  product?: EditedTool
  email: string
  saveLabel: string
  onStart?: () => void
  onSave: (content: ProductContent, confirmations: Confirmations) => Promise<void>
  children: ReactNode
}) {
  const { product, email, saveLabel, onStart, onSave, children } = props
  const { upload, progress } = usePictureUpload()
  // The open question about the brand; the answer holds for this number and brand alone.
  const [question, setQuestion] = useState<Named & { withoutBrand: boolean }>()
  // Products of an import can be without.
  const needsDescription = product?.content !== ''
  const form = useEntryForm<ProductFormValues>({
    values: product ? toFormValues(product) : empty(),
    draft: product ? `product-${product._id}` : 'product',
    fieldOf,
    async send(values) {
      onStart?.()
      const img = values.picture ? await upload(values.picture) : values.img
      const { picture: _, draft, replacedBy, fitsTogether, ...texts } = values
      const content: ProductContent = {
        ...texts,
        img,
        minOrder: readWhole(values.minOrder),
        orderMultiple: readWhole(values.orderMultiple || '1'),
        maxOrder: readWhole(values.maxOrder || '0'),
        ...sentMeasures(values),
        replacedById: replacedBy?._id ?? '',
        fitsTogetherIds: fitsTogether.map(({ _id }) => _id),
        ...(product ? {} : { draft }),
        available: readWhole(values.available),
        price: readAmount(values.price),
        pricePer: pricePerChoices.find((units) => String(units) === values.pricePer) ?? 1,
        partNumbers: readPartNumberRows(values.partNumbers),
      }
      const isConfirmed = isAbout(question, values) && question.withoutBrand
      try {
        await onSave(content, isConfirmed ? { withoutBrand: true } : {})
      } catch (error) {
        if (isAboutBrand(error)) setQuestion({ sku: values.sku, brand: values.brand, withoutBrand: false })
        throw error
      }
      setQuestion(undefined)
      return product ? { ...values, img, picture: undefined } : empty()
    },
  })
  const picture = useController({
    control: form.control,
    name: 'picture',
    rules: { validate: (file) => file !== undefined || product !== undefined || t('picture.required') },
  }).field
  const current = useWatch({ control: form.control, name: 'img' })
  const [sku, brand] = useWatch({ control: form.control, name: ['sku', 'brand'] })
  const newPrice = readAmount(useWatch({ control: form.control, name: 'price' }))
  const isPriceChanged = newPrice > 0 && newPrice !== product?.price
  const category = useController({ control: form.control, name: 'category' }).field
  const attributes = useController({ control: form.control, name: 'attributes' }).field
  const pricePer = useController({ control: form.control, name: 'pricePer' }).field
  const categoryChoices = useCategoryChoices(category.value)

  return (
    <Card className="mt-6 max-w-3xl">
      <form {...form.form} className="grid gap-5">
        <FilePicker
          label={t('product.imageUrl')}
          required
          inputRef={picture.ref}
          file={picture.value}
          current={current || undefined}
          disabled={form.busy}
          error={form.messageOf('picture')}
          onPick={picture.onChange}
        />
        <Field
          label={t('product.name')}
          required
          maxLength={maxLengths.productName}
          autoComplete="off"
          {...form.field('name', { ...trimmed, validate: requiredText(t('product.name-required')) })}
        />
        <TextArea
          label={t('product.description')}
          required={needsDescription}
          maxLength={maxLengths.description}
          hint={t('product.description-hint')}
          {...form.field('content', {
            ...trimmed,
            ...(needsDescription && { validate: requiredText(t('product.description-required')) }),
          })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('product.sku')}
            maxLength={maxLengths.partNumber}
            autoComplete="off"
            hint={t('product-form.part-number-hint')}
            // The question about the brand names this number.
            {...form.field('sku', { ...trimmed, validate: partNumber, deps: 'brand' })}
          />
          <Select
            label={t('product.category')}
            choices={categoryChoices}
            value={category.value}
            onChoose={category.onChange}
          />
          <div className="grid content-start gap-2">
            <BrandField {...form.field('brand', trimmed)} />
            {isAbout(question, { sku, brand }) ? (
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={question.withoutBrand}
                  onChange={({ target }) => setQuestion({ ...question, withoutBrand: target.checked })}
                />
                {t('product-form.without-brand')}
              </label>
            ) : null}
          </div>
        </div>
        <PartNumberFields form={form} isFilled={Boolean(product?.partNumbers?.length)} />
        <AttributeFields category={category.value} values={attributes.value} onChange={attributes.onChange} />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field
            label={t('product.minimumQuantity')}
            inputMode="numeric"
            autoComplete="off"
            required
            {...form.field('minOrder', {
              required: t('product-form.minimum-quantity-required'),
              validate: wholeNumber(1),
            })}
          />
          {product ? (
            <Field
              label={t('product.availableQuantity')}
              value={unitsText(product.available)}
              readOnly
              autoComplete="off"
              hint={t('product-form.available-quantity-hint')}
            />
          ) : (
            <Field
              label={t('product.availableQuantity')}
              inputMode="numeric"
              autoComplete="off"
              required
              {...form.field('available', {
                required: t('product-form.available-quantity-required'),
                validate: wholeNumber(0),
              })}
            />
          )}
          <Field
            label={t('product.priceCents')}
            inputMode="decimal"
            autoComplete="off"
            required
            hint={currencyName()}
            {...form.field('price', { required: t('product-form.price-required'), validate: priceRule })}
          />
          <Select
            label={t('product.pricePer')}
            choices={pricePerChoices.map((count) => ({
              value: String(count),
              label: t('product.price-per-units', { count }),
            }))}
            value={pricePer.value}
            onChoose={pricePer.onChange}
          />
        </div>
        {product?.listPrices && isPriceChanged ? (
          <KeptListPricesNote prices={product.listPrices} before={product.price} after={newPrice} />
        ) : null}
        <ProductQuantities
          form={form}
          isFilled={product?.orderMultiple !== undefined || product?.maxOrder !== undefined}
        />
        <ProductMeasures
          form={form}
          isFilled={measureNames.some((name) => product?.[name]) || Boolean(product?.shipClass)}
        />
        <ProductTax form={form} isFilled={Boolean(product?.taxClass ?? product?.taxCode)} />
        <ProductPictures form={form} hasPicked={picture.value !== undefined} product={product} />
        <ProductDocuments form={form} isFilled={Boolean(product?.documents.length)} />
        <ProductLinks
          form={form}
          ownId={product?._id}
          isFilled={Boolean(product?.replacedBy) || Boolean(product?.fitsTogether.length)}
        />
        <ProductTranslations form={form} product={product} />
        <ProductSearchTexts form={form} product={product} />
        <Field label={t('word.email')} value={email} readOnly autoComplete="off" />
        {product ? null : (
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" className="checkbox" {...form.register('draft')} />
            {t('product-form.draft')}
          </label>
        )}
        <UploadProgress busy={form.busy} part={progress} />
        <FormError text={form.problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" busy={form.busy} className="min-w-36">
            {saveLabel}
          </Button>
          {children}
        </div>
      </form>
    </Card>
  )
}

/** Returns the tree for a menu. The present category is in it even before the tree is loaded. */
function useCategoryChoices(present: string): { value: string; label: string }[] {
  const { data } = useQuery(endpointQuery(listAllCategories))
  const known = withDepths(data ?? []).map((one) => ({ value: one.category, label: indentedName(one) }))
  const missing = present !== '' && !known.some(({ value }) => value === present)
  return [
    { value: '', label: t('word.no-category') },
    ...known,
    ...(missing ? [{ value: present, label: present }] : []),
  ]
}

/** Whether what the shop has asked is about the number and brand that are entered now. */
const isAbout = <Question extends Named>(question: Question | undefined, { sku, brand }: Named): question is Question =>
  question?.sku === sku && question.brand === brand
type Named = Pick<ProductFormValues, 'sku' | 'brand'>

const isAboutBrand = (error: unknown) => error instanceof ApiProblem && error.code === 'brand-needed'

/** Returns the field of an error. */
function fieldOf(error: unknown): keyof ProductFormValues | undefined {
  if (isAboutPicture(error)) return 'picture'
  if (!(error instanceof ApiProblem)) return undefined
  if (error.code === 'part-number-taken') return 'sku'
  if (isAboutBrand(error) || error.code === 'brand-not-found') return 'brand'
  return error.code === 'product-name-taken' ? 'name' : undefined
}
