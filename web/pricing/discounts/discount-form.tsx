import { X } from 'lucide-react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { currencySymbol } from '#web/ui/money.tsx'
import { toAmount } from '#contract/currency.ts'
import { discountKinds, discountTargets } from '#contract/apply-discount.ts'
import type { LinkedTool } from '#contract/catalog.ts'
import { listAllCategories } from '#contract/categories.ts'
import { type DiscountInput, type ManagedDiscount, maxDiscountTargets } from '#contract/discounts.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { categoryName, indentedName, withDepths } from '#web/catalog/categories/category-choices.ts'
import { LinkedProducts } from '#web/catalog/product-links.tsx'
import { OrderPreview } from '#web/orders/order-preview.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { fromLocalInput, toLocalInput } from '#web/i18n/store-clock.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import {
  amountExample,
  amountInput,
  amountRefusal,
  numberInput,
  readAmount,
  readPercent,
  readWhole,
} from '#web/i18n/typed-number.ts'

interface Values {
  name: string
  code: string
  kind: DiscountInput['kind']
  value: string
  target: NonNullable<DiscountInput['target']>
  products: LinkedTool[]
  categoryIds: string[]
  minimum: string
  startsAt: string
  endsAt: string
  usageLimit: string
  oncePerBuyer: boolean
  active: boolean
}

/** Edits a discount, beside what it takes off a cart. */
export function DiscountForm(props: {
  /** Undefined for a new one. */
  discount: ManagedDiscount | undefined
  onSave: (input: DiscountInput) => Promise<void>
}) {
  const { discount, onSave } = props
  const form = useEntryForm<Values>({
    values: toValues(discount),
    draft: `discount-${discount?._id ?? 'new'}`,
    fieldOf: (error) => (error instanceof ApiProblem ? fieldsByCode[error.code] : undefined),
    async send(values) {
      await onSave(toInput(values))
      return undefined
    },
  })
  const kind = useController({ control: form.control, name: 'kind' }).field
  const target = useController({ control: form.control, name: 'target' }).field
  const products = useController({ control: form.control, name: 'products' }).field
  const filled = (text: string) => text.trim() !== '' || t('word.name-needed')
  return (
    <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card>
        <form {...form.form} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label={t('word.name')}
              required
              maxLength={maxLengths.discountName}
              autoComplete="off"
              hint={t('discounts.name-hint')}
              {...form.field('name', { validate: filled })}
            />
            <Field
              label={t('word.code')}
              maxLength={maxLengths.discountCode}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              hint={t('discounts.code-hint')}
              {...form.field('code', {
                validate: (text) => /^[\p{L}\p{N}_-]*$/u.test(text.trim()) || t('discounts.code-invalid'),
              })}
            />
            <Select
              label={t('word.kind')}
              choices={discountKinds.map((value) => ({ value, label: t(`discounts.kind.${value}`) }))}
              value={kind.value}
              onChoose={(chosen) => {
                kind.onChange(chosen)
                if (chosen === 'shipping') target.onChange('order')
              }}
            />
            {kind.value === 'shipping' ? null : (
              <Field
                label={
                  kind.value === 'percent'
                    ? t('discounts.percent')
                    : t('discounts.amount', { symbol: currencySymbol() })
                }
                inputMode="decimal"
                autoComplete="off"
                required
                {...form.field('value', {
                  validate: (text, { kind: of }) =>
                    of === 'shipping' ||
                    readValue(of, text) > 0 ||
                    (of === 'fixed' && text.trim() !== '' && amountRefusal(text)) ||
                    t('problem.discount-value-invalid', { least: toAmount(1), most: toAmount(100_000_000) }),
                })}
              />
            )}
            <Select
              label={t('discounts.target')}
              disabled={kind.value === 'shipping'}
              choices={discountTargets.map((value) => ({ value, label: t(`discounts.target.${value}`) }))}
              value={target.value}
              onChoose={target.onChange}
            />
            <Field
              label={t('discounts.minimum', { symbol: currencySymbol() })}
              inputMode="decimal"
              autoComplete="off"
              hint={t('discounts.minimum-hint')}
              {...form.field('minimum', {
                validate: (text) =>
                  text.trim() === '' ||
                  readAmount(text) >= 0 ||
                  (amountRefusal(text) ?? t('ui.no-amount', { example: amountExample() })),
              })}
            />
          </div>
          {target.value === 'products' ? (
            <LinkedProducts
              label={t('discounts.target.products')}
              hint={t('discounts.products-hint')}
              ownId={undefined}
              most={maxDiscountTargets}
              products={products.value}
              onChange={products.onChange}
            />
          ) : null}
          {target.value === 'categories' ? <CategoryChoice control={form.control} /> : null}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label={t('discounts.starts', { zone: currentStore().timeZone })}
              type="datetime-local"
              hint={t('discounts.starts-hint')}
              {...form.field('startsAt')}
            />
            <Field
              label={t('discounts.ends', { zone: currentStore().timeZone })}
              type="datetime-local"
              hint={t('discounts.ends-hint')}
              {...form.field('endsAt', {
                validate: (text) =>
                  text === '' ||
                  text === toLocalInput(discount?.endsAt) ||
                  new Date(text) > new Date() ||
                  t('problem.discount-already-over'),
              })}
            />
            <Field
              label={t('discounts.limit')}
              inputMode="numeric"
              autoComplete="off"
              hint={t('discounts.limit-hint', { used: discount?.used ?? 0 })}
              {...form.field('usageLimit', {
                validate: (text) => text.trim() === '' || readWhole(text) >= 1 || t('problem.discount-limit-zero'),
              })}
            />
          </div>
          <div className="grid gap-1">
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" className="checkbox" {...form.plain('oncePerBuyer')} />
              {t('discounts.once-label')}
            </label>
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" className="checkbox" {...form.plain('active')} />
              {t('word.switched-on')}
            </label>
          </div>
          <FormError text={form.problem} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="lg" busy={form.busy}>
              {t('word.save')}
            </Button>
            <ButtonLink to="/dashboard/discounts" variant="quiet" size="lg">
              {t('ui.cancel')}
            </ButtonLink>
          </div>
        </form>
      </Card>
      <DraftPreview control={form.control} id={discount?._id} />
    </div>
  )
}

function DraftPreview({ control, id }: { control: Control<Values>; id: string | undefined }) {
  // A form has all of its values.
  const values = useWatch({ control }) as Values
  return <OrderPreview discount={{ ...toInput(values), name: values.name.trim() || '–' }} discountId={id} />
}

function CategoryChoice({ control }: { control: Control<Values> }) {
  const chosen = useController({ control, name: 'categoryIds' }).field
  const { data = [] } = useQuery(endpointQuery(listAllCategories))
  const rows = withDepths(data)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{t('discounts.target.categories')}</legend>
      {chosen.value.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {rows
            .filter(({ _id }) => chosen.value.includes(_id))
            .map((category) => (
              <li
                key={category._id}
                className="flex items-center rounded-field border border-base-300 bg-base-200 pl-3"
              >
                <span className="wrap-anywhere">{categoryName(category)}</span>
                <button
                  type="button"
                  className="btn btn-square btn-ghost min-h-11 w-11"
                  aria-label={t('word.remove-one', { name: categoryName(category) })}
                  onClick={() => chosen.onChange(chosen.value.filter((id) => id !== category._id))}
                >
                  <X aria-hidden="true" size={18} />
                </button>
              </li>
            ))}
        </ul>
      ) : null}
      <Select
        label={t('discounts.add-category')}
        hint={t('discounts.categories-hint')}
        choices={[
          { value: '', label: t('attributes.choose') },
          ...rows
            .filter(({ _id }) => !chosen.value.includes(_id))
            .map((category) => ({ value: category._id, label: indentedName(category) })),
        ]}
        value=""
        onChoose={(id) => id && chosen.onChange([...chosen.value, id])}
      />
    </fieldset>
  )
}

const fieldsByCode: Readonly<Partial<Record<ApiProblem['code'], keyof Values>>> = {
  'discount-code-taken': 'code',
  'discount-value-invalid': 'value',
  'discount-dates-invalid': 'endsAt',
  'discount-already-over': 'endsAt',
  'discount-limit-below-uses': 'usageLimit',
  'discount-limit-zero': 'usageLimit',
}

const toValues = (discount: ManagedDiscount | undefined): Values => ({
  name: discount?.name ?? '',
  code: discount?.code ?? '',
  kind: discount?.kind ?? 'percent',
  value: discount?.value === undefined ? '' : numberInput(discount.value),
  target: discount?.target ?? 'order',
  products: discount?.products.map((product) => ({ ...product, img: '' })) ?? [],
  categoryIds: discount?.categories.map(({ _id }) => _id) ?? [],
  minimum: discount?.minimum === undefined ? '' : amountInput(discount.minimum),
  startsAt: toLocalInput(discount?.startsAt),
  endsAt: toLocalInput(discount?.endsAt),
  usageLimit: discount?.usageLimit === undefined ? '' : numberInput(discount.usageLimit),
  oncePerBuyer: discount?.oncePerBuyer ?? false,
  active: discount?.active ?? true,
})

/** Reads what is off: a percentage, or an amount. */
const readValue = (kind: Values['kind'], text: string): number =>
  kind === 'percent' ? readPercent(text) : readAmount(text)

const toInput = (values: Values): DiscountInput => ({
  name: values.name.trim(),
  code: values.code.trim(),
  kind: values.kind,
  value: readValue(values.kind, values.value || '0'),
  target: values.target,
  productIds: values.products.map(({ _id }) => _id),
  categoryIds: values.categoryIds,
  minimum: readAmount(values.minimum.trim() || '0'),
  startsAt: fromLocalInput(values.startsAt),
  endsAt: fromLocalInput(values.endsAt),
  usageLimit: values.usageLimit.trim() === '' ? null : readWhole(values.usageLimit),
  oncePerBuyer: values.oncePerBuyer,
  active: values.active,
})
