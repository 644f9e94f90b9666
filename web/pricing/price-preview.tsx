import { useState } from 'react'
import type { ResponseBody } from '#contract/endpoint.ts'
import { previewPrice } from '#contract/pricing.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Answers what a customer or a visitor pays for a product at a quantity, and which list says so. */
export function PricePreview() {
  const [email, setEmail] = useState('')
  const [number, setNumber] = useState('')
  const [quantity, setQuantity] = useState('')
  const [answer, setAnswer] = useState<ResponseBody<typeof previewPrice>>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function ask() {
    setBusy(true)
    setFailure(undefined)
    try {
      const units = Number(quantity)
      setAnswer(
        await call(previewPrice, {
          body: {
            partNumber: number.trim(),
            ...(email.trim() !== '' && { email: email.trim() }),
            ...(Number.isInteger(units) && units > 0 && { quantity: units }),
          },
        }),
      )
    } catch (error) {
      setAnswer(undefined)
      setFailure(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="price-preview">
      <h2 id="price-preview" className="text-2xl">
        {t('price-lists.preview')}
      </h2>
      <p className="muted mt-1">{t('price-lists.preview-text')}</p>
      <form
        className="mt-4 grid items-end gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          if (number.trim() !== '') void ask()
        }}
      >
        <Field
          label={t('price-lists.buyer')}
          type="email"
          placeholder={t('price-lists.visitor')}
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label={t('product.part-number')}
          required
          autoComplete="off"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
        <Field
          label={t('orders.quantity')}
          type="number"
          inputMode="numeric"
          min={1}
          value={quantity}
          onChange={({ target }) => setQuantity(target.value)}
        />
        <Button type="submit" variant="dark" busy={busy}>
          {t('price-lists.ask')}
        </Button>
      </form>
      <div className="mt-4">
        <FormError text={failure} hasInput={false} />
      </div>
      {answer ? (
        <div role="status" className="mt-2">
          <p className="figures font-heading text-3xl font-bold">
            {priceText({
              price: answer.unitPrice,
              ...(answer.product.pricePer && { pricePer: answer.product.pricePer }),
            })}
          </p>
          <p className="muted figures">
            {answer.product.name} · {unitsText(answer.quantity)} · {moneyText(answer.total)} ·{' '}
            {answer.priceList?.name ?? t('price-lists.own')}
          </p>
          <p className="muted text-sm">
            {t('price-lists.rule', {
              minimum: unitsText(answer.rule.minOrder),
              multiple: unitsText(answer.rule.orderMultiple ?? 1),
            })}
            {answer.groups.length > 0
              ? ` · ${t('price-lists.groups', { groups: answer.groups.map(({ name }) => name).join(', ') })}`
              : ''}
          </p>
          {answer.offers.length > 0 ? (
            <ul className="mt-3 grid gap-1.5">
              {answer.offers.map(({ _id, name, unitPrice, state }) => (
                <li key={_id} className={`flex flex-wrap gap-x-3 ${state === 'chosen' ? 'font-semibold' : ''}`}>
                  <span>{name}</span>
                  <span className="figures">{moneyText(unitPrice)}</span>
                  <span className="muted font-normal">{t(`price-lists.offer.${state}`)}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
