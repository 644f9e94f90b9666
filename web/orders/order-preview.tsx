import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { getAddressFormat } from '#contract/addresses.ts'
import type { DiscountInput } from '#contract/discounts.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { narrowText } from '#contract/narrow-text.ts'
import { previewOrder, type PreviewedLine } from '#contract/order-preview.ts'
import type { Place } from '#contract/place.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, queryClient, useQuery } from '#web/api/queries.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { refusalText } from '#web/catalog/refusal-text.ts'
import { AmountRows, rateText, reasonText } from '#web/orders/amount-rows.tsx'
import { daysText, omissionText, priceText as shippingPriceText } from '#web/orders/offer-text.ts'
import { PlaceFields } from '#web/page/place-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { taxName } from '#web/orders/tax-name.ts'
import { moneyText } from '#web/ui/money.tsx'
import { countryName } from '#web/i18n/country-names.ts'
import { weightText } from '#web/i18n/weights.ts'
import { t } from '#web/i18n/messages.ts'
import { readWhole } from '#web/i18n/typed-number.ts'

type Question = Body<typeof previewOrder>
type Preview = ResponseBody<typeof previewOrder>

/** Holds what is typed, and what was asked last. */
interface Kept {
  email: string
  lines: string
  place: Place
  code: string
  day: string
  asked?: Question
}

/** Kept until the session ends, so that every page of the dashboard asks about the same cart. */
const keptKey = ['order-preview']

/** Answers what a buyer would pay for a cart in a place, and why; with a discount as it is being written, at once. */
export function OrderPreview({
  discount,
  discountId,
  className = '',
}: {
  discount?: DiscountInput
  discountId?: string | undefined
  className?: string
}) {
  const [kept, setKept] = useState<Kept>(
    queryClient.getQueryData<Kept>(keptKey) ?? { email: '', lines: '', place: { country: '' }, code: '', day: '' },
  )
  const change = (changed: Partial<Kept>) => {
    // What comes later, such as the region of a postal code, leaves what was typed meanwhile.
    const next = { ...(queryClient.getQueryData<Kept>(keptKey) ?? kept), ...changed }
    queryClient.setQueryData(keptKey, next)
    setKept(next)
  }
  const { email, lines, place, code, day, asked } = kept
  const { data: format } = useQuery(endpointQuery(getAddressFormat, { query: { country: 'US' } }))
  const body = { lines: [], ...asked, ...(discount && { discount }), ...(discountId !== undefined && { discountId }) }
  const query = useQuery({
    ...endpointQuery(previewOrder, { body }),
    enabled: body.lines.length > 0,
    placeholderData: keepPreviousData,
  })
  const failure =
    asked?.lines.length === 0 ? { field: 'lines', text: t('order-preview.no-lines') } : failureOf(query.error)
  const errorAt = (field: string) => (failure?.field === field ? failure.text : undefined)
  const ask = () =>
    change({
      asked: {
        lines: readLines(lines),
        ...(email.trim() && { email: email.trim() }),
        ...(place.country && { place }),
        ...(code.trim() && { code: code.trim() }),
        ...(day && { day }),
      },
    })
  return (
    <Card className={`@container ${className}`}>
      <h2 className="text-2xl">{t('order-preview.title')}</h2>
      <p className="muted mt-1 mb-4">{t('order-preview.text')}</p>
      <div className="grid items-start gap-6 @3xl:grid-cols-2">
        <Form onSend={ask}>
          <TextArea
            label={t('order-preview.lines')}
            hint={t('order-preview.lines-hint')}
            className="figures"
            rows={3}
            value={lines}
            error={errorAt('lines')}
            onChange={({ target }) => change({ lines: target.value })}
          />
          <Field
            label={t('word.buyer-email')}
            type="email"
            placeholder={t('order-preview.visitor')}
            maxLength={maxLengths.email}
            autoComplete="off"
            value={email}
            error={errorAt('email')}
            onChange={({ target }) => change({ email: target.value })}
          />
          <div className="grid gap-5 @md:grid-cols-2">
            <PlaceFields
              place={place}
              countries={format?.countries ?? []}
              needs="region"
              noneLabel={t('order-preview.no-place')}
              onChange={(chosen) => change({ place: chosen })}
            />
            <Field
              label={t('word.discount-code')}
              maxLength={maxLengths.discountCode}
              autoComplete="off"
              value={code}
              error={errorAt('code')}
              onChange={({ target }) => change({ code: target.value })}
            />
            <Field
              label={t('order-preview.day')}
              hint={t('order-preview.day-hint')}
              type="date"
              value={day}
              onChange={({ target }) => change({ day: target.value })}
            />
          </div>
          <FormError text={errorAt('')} />
          <div>
            <Button type="submit" variant="outline" busy={query.isFetching && !query.data}>
              {t('order-preview.ask')}
            </Button>
          </div>
        </Form>
        <div role="status" aria-busy={query.isFetching || undefined} className="min-w-0">
          {query.data && !failure ? (
            <Result
              preview={query.data}
              isBuyer={asked?.email !== undefined}
              onChoose={(shippingMethod) => asked && change({ asked: { ...asked, shippingMethod } })}
            />
          ) : null}
        </div>
      </div>
    </Card>
  )
}

/** Returns what is wrong, and the field that it is about, if it is about one. */
function failureOf(error: Error | null): { field: string; text: string } | undefined {
  if (!error) return undefined
  const text = errorMessageOf(error)
  if (!(error instanceof ApiProblem)) return { field: '', text }
  const named = error.errors[0]?.field.split('.')[0] ?? fieldsByCode[error.code] ?? ''
  return { field: ['lines', 'email', 'code'].includes(named) ? named : '', text }
}

const fieldsByCode: Partial<Record<ApiProblem['code'], string>> = {
  'user-not-found': 'email',
  'product-not-found': 'lines',
  'part-numbers-unknown': 'lines',
  'product-number-ambiguous': 'lines',
  'discount-code-unknown': 'code',
  'discount-not-valid': 'code',
  'discount-ended': 'code',
  'discount-used-up': 'code',
  'discount-used-before': 'code',
  'discount-no-products': 'code',
  'discount-below-minimum': 'code',
}

function Result({
  preview,
  isBuyer,
  onChoose,
}: {
  preview: Preview
  isBuyer: boolean
  onChoose: (shippingMethod: string) => void
}) {
  const { lines, groups, charges, taxes, shippingMethods, shippingMethod } = preview
  const chosen = shippingMethods.find(({ id }) => id === shippingMethod)
  const uncharged = [!charges.tax && 'tax', !charges.shipping && 'shipping'].filter(Boolean).join('-')
  return (
    <div className="grid gap-5">
      {isBuyer ? (
        <p className="muted">
          {groups.length > 0
            ? t('order-preview.groups', { groups: groups.map(({ name }) => name).join(', ') })
            : t('order-preview.no-groups')}
        </p>
      ) : null}
      <ul className="grid gap-3">
        {lines.map((line, index) => (
          <Line key={index} line={line} isOpen={lines.length === 1} />
        ))}
      </ul>
      <Written preview={preview} />
      <Shipping preview={preview} onChoose={onChoose} />
      {taxes.length > 0 ? (
        <ul aria-label={t('word.tax')} className="grid gap-1 text-sm">
          {taxes.map(({ country, region, name, rate, reason, taxable, amount }) => (
            <li key={[country, region, name, rate, reason].join(' ')}>
              {[
                taxName(name) || t('word.tax'),
                [countryName(country), region].filter(Boolean).join(', '),
                rateText(rate),
              ].join(' · ')}
              {': '}
              {t('order-preview.tax-of', { tax: moneyText(amount), taxable: moneyText(taxable) })}
              <span className="muted"> · {reasonText(reason)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <AmountRows
        amounts={preview}
        shipping={chosen && { name: chosen.name, isOnRequest: chosen.price === undefined }}
        totalLabel={t('word.total')}
      />
      {preview.needs.includes('place') && !preview.placeNeeds ? (
        <p className="muted">{t('order-preview.place-needed')}</p>
      ) : null}
      {uncharged ? <p className="font-medium">{t(`order-preview.uncharged.${uncharged as 'tax'}`)}</p> : null}
    </div>
  )
}

/** Shows a line with its price, the list that says so, and the others with why they do not. */
function Line({ line, isOpen }: { line: PreviewedLine; isOpen: boolean }) {
  const { name, quantity, unitPrice, pricePer, total, rule, refusal, offers } = line
  const decides = offers.find(({ state }) => state === 'chosen')?.name ?? t('price-lists.own')
  return (
    <li>
      <p className="flex justify-between gap-x-4 font-semibold">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span className="figures shrink-0">{moneyText(total)}</span>
      </p>
      {refusal ? (
        <p className="font-medium text-error">
          {refusalText(refusal.code, { ...refusal, nearest: refusal.offer.quantity })}
        </p>
      ) : null}
      <details open={isOpen}>
        <summary className="figures cursor-pointer">
          {unitsText(quantity)} × {priceText({ price: unitPrice, ...(pricePer && { pricePer }) })} · {decides}
        </summary>
        <ul className="mt-1 grid gap-1 text-sm">
          {offers.map((offer) => (
            <li key={offer._id} className={`flex flex-wrap gap-x-3 ${offer.state === 'chosen' ? 'font-semibold' : ''}`}>
              <span>{offer.name}</span>
              <span className="figures">{moneyText(offer.unitPrice)}</span>
              <span className="muted font-normal">{t(`price-lists.offer.${offer.state}`)}</span>
            </li>
          ))}
          <li className="muted">
            {t('price-lists.rule', {
              minimum: unitsText(rule.minOrder),
              multiple: unitsText(rule.orderMultiple ?? 1),
            })}
          </li>
        </ul>
      </details>
    </li>
  )
}

/** Says what the discount that is being written does with the cart, and which one takes its place. */
function Written({ preview: { written, discount } }: { preview: Preview }) {
  if (!written) return null
  const { saved, applies, misfit, missing = 0 } = written
  return (
    <p className="font-medium">
      {misfit === 'discount-no-products'
        ? t('discounts.misfit-products')
        : misfit === 'discount-below-minimum'
          ? t('discounts.misfit-minimum', { missing: moneyText(missing) })
          : saved === 0
            ? t('discounts.saves-nothing')
            : !applies && discount
              ? t('discounts.better', {
                  name: discount.name,
                  saved: moneyText(discount.amount + (discount.shipping ?? 0)),
                })
              : t('order-preview.saves', { saved: moneyText(saved) })}
    </p>
  )
}

/** Shows zone, weight and what can be chosen, and why other methods are left out. */
function Shipping({
  preview: { zone, weight, needs, placeNeeds, shippingMethods, shippingMethod, omitted },
  onChoose,
}: {
  preview: Preview
  onChoose: (shippingMethod: string) => void
}) {
  if (needs.includes('place') && !placeNeeds) return null
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">
        {[
          zone ? t('order-preview.zone', { zone }) : t('delivery.not-there'),
          weight === undefined ? t('order-preview.no-weight') : weightText(weight),
        ].join(' · ')}
      </legend>
      {placeNeeds ? <p>{t(`delivery.needs.${placeNeeds}`)}</p> : null}
      {shippingMethods.map(({ id, name, days, price }) => (
        <label key={id} className="flex min-h-11 cursor-pointer items-center gap-x-3">
          <input
            type="radio"
            className="radio radio-sm"
            name="shippingMethod"
            checked={id === shippingMethod}
            onChange={() => onChoose(id)}
          />
          <span className="min-w-0 grow wrap-anywhere">
            {name}
            {days ? <span className="muted"> · {daysText(days)}</span> : null}
          </span>
          <span className="figures shrink-0">{shippingPriceText({ price })}</span>
        </label>
      ))}
      {omitted.map(({ name, reason }) => (
        <p key={name} className="muted text-sm">
          {omissionText(name, reason)}
        </p>
      ))}
    </fieldset>
  )
}

/** Reads lines of a part number and a quantity, such as `BRK-312 4`. */
const readLines = (text: string): Question['lines'] =>
  text.split('\n').flatMap((line) => {
    const typed = narrowText(line).trim()
    const found = [/^(.+?)[\s,;×x]+([1-9][\d.,]{0,9})$/u, /^(.+?)[\s,;×x]+([1-9]\d{0,6})$/u]
      .map((pattern) => pattern.exec(typed))
      .find((one) => readWhole(one?.[2] ?? '') > 0)
    const [, partNumber = typed, quantity] = found ?? []
    return partNumber ? [{ partNumber, ...(quantity && { quantity: readWhole(quantity) }) }] : []
  })
