import { type ReactNode, useState } from 'react'
import { type FieldErrors, useController, useForm } from 'react-hook-form'
import type { Tool } from '#contract/catalog.ts'
import { ApiProblem, problemSentence } from '#web/api/api-problem.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import { UploadProgress } from '#web/media/upload-progress.tsx'
import { isAboutPicture, usePictureUpload } from '#web/media/use-picture-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** What the form makes of a product; `available` is undefined where the stock is not for this form to change. */
export interface ProductContent {
  name: string
  content: string
  minQuantity: number
  available: number | undefined
  price: number
  img: string
}

interface Wish {
  picture: File | undefined
  name: string
  content: string
  minQuantity: string
  available: string
  price: string
}

const empty: Wish = { picture: undefined, name: '', content: '', minQuantity: '', available: '', price: '' }

const wishOf = (product: Tool): Wish => ({
  picture: undefined,
  name: product.name,
  content: product.content,
  minQuantity: String(product.minOrder),
  available: String(product.available),
  price: String(product.price),
})

/** The form of a product, a new one or `product`. When `onSave` refuses, what was typed stays; afterwards a new one is emptied. */
export function ProductForm(props: {
  product?: Tool
  email: string
  saveLabel: string
  onStart?: () => void
  onSave: (content: ProductContent) => Promise<void>
  children: ReactNode
}) {
  const { product, email, saveLabel, onStart, onSave, children } = props
  const form = useForm<Wish>({ defaultValues: product ? wishOf(product) : empty })
  const { errors, isSubmitting } = form.formState
  const [problem, setProblem] = useState<string>()
  const { upload, progress } = usePictureUpload()
  const picture = useController({
    control: form.control,
    name: 'picture',
    rules: { validate: (file) => file !== undefined || product !== undefined || t('picture.required') },
  }).field

  async function save(wish: Wish) {
    setProblem(undefined)
    onStart?.()
    try {
      const img = wish.picture ? await upload(wish.picture) : (product?.img ?? '')
      await onSave({
        name: wish.name.trim(),
        content: wish.content.trim(),
        minQuantity: Number.parseInt(wish.minQuantity, 10),
        available: product ? undefined : Number.parseInt(wish.available, 10),
        price: Number(wish.price),
        img,
      })
      if (!product) form.reset(empty)
    } catch (error) {
      explain(error)
    }
  }

  function explain(error: unknown) {
    const sentence = problemSentence(error)
    const field = fieldOf(error)
    if (field) form.setError(field, { message: sentence }, { shouldFocus: true })
    else setProblem(sentence)
    toast.error(sentence)
  }

  return (
    <Card className="mt-6 max-w-3xl">
      <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit(save, sayFirst)(event)}>
        <FilePicker
          label={t('product.image')}
          required
          inputRef={picture.ref}
          file={picture.value}
          current={product?.img}
          disabled={isSubmitting}
          error={errors.picture?.message}
          onPick={picture.onChange}
        />
        <Field
          label={t('product.name')}
          required
          maxLength={120}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', { validate: filled(t('product.name-required')) })}
        />
        <TextArea
          label={t('product.description')}
          required
          maxLength={5000}
          hint={t('product.description-hint')}
          error={errors.content?.message}
          {...form.register('content', { validate: filled(t('product.description-required')) })}
        />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field
            label={t('product.minimum-quantity')}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            required
            error={errors.minQuantity?.message}
            {...form.register('minQuantity', {
              required: t('product.minimum-quantity-required'),
              validate: wholeNumber(1),
            })}
          />
          {product ? (
            <Field
              label={t('product.available-quantity')}
              value={unitsText(product.available)}
              readOnly
              autoComplete="off"
              hint={t('product.available-quantity-hint')}
            />
          ) : (
            <Field
              label={t('product.available-quantity')}
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              required
              error={errors.available?.message}
              {...form.register('available', {
                required: t('product.available-quantity-required'),
                validate: wholeNumber(0),
              })}
            />
          )}
          <Field
            label={t('product.price')}
            type="number"
            inputMode="decimal"
            min={leastDollars}
            step={0.01}
            required
            hint={t('product.price-hint')}
            error={errors.price?.message}
            {...form.register('price', { required: t('product.price-required'), validate: dollars })}
          />
        </div>
        <Field label={t('form.email')} value={email} readOnly autoComplete="off" />
        <UploadProgress busy={isSubmitting} part={progress} />
        <FormProblem text={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" busy={isSubmitting} className="min-w-36">
            {saveLabel}
          </Button>
          {children}
        </div>
      </form>
    </Card>
  )
}

/** The first problem from the top, where the focus goes. */
function sayFirst(errors: FieldErrors<Wish>) {
  const { picture, name, content, minQuantity, available, price } = errors
  const first = picture ?? name ?? content ?? minQuantity ?? available ?? price
  if (first?.message) toast.error(first.message)
}

const mostUnits = 1_000_000
const leastDollars = 0.01
const mostDollars = 999_999.99

const filled = (sentence: string) => (text: string) => text.trim() !== '' || sentence

const wholeNumber = (minimum: number) => (text: string) => {
  const units = Number(text)
  if (!Number.isInteger(units) || units < minimum) return t('product.whole-number', { minimum })
  return units <= mostUnits || t('product.most-units', { count: unitsText(mostUnits) })
}

function dollars(text: string) {
  const price = Number(text)
  if (!Number.isFinite(price) || price < leastDollars)
    return t('product.least-price', { price: moneyText(leastDollars) })
  if (!/^\d+(?:\.\d{1,2})?$/.test(text.trim())) return t('product.decimals')
  return price <= mostDollars || t('product.most-price', { price: moneyText(mostDollars) })
}

/** Which field a refusal is about. */
function fieldOf(error: unknown): keyof Wish | undefined {
  if (isAboutPicture(error)) return 'picture'
  return error instanceof ApiProblem && error.code === 'product-name-taken' ? 'name' : undefined
}
