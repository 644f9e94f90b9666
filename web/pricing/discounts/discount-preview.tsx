import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkedTool } from '#contract/catalog.ts'
import { type DiscountInput, previewDiscount } from '#contract/discounts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { LinkedProducts } from '#web/catalog/product-links.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/field.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

interface Line extends LinkedTool {
  quantity: string
}

const maxPreviewLines = 20

/** Shows what a discount, as it is being written, takes off a cart of chosen products. */
export function DiscountPreview({ discount, id }: { discount: DiscountInput; id: string | undefined }) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [shipping, setShipping] = useState('10')
  const body = {
    discount,
    ...(id !== undefined && { id }),
    lines: lines.map(({ _id, quantity }) => ({ productId: _id, quantity: Math.max(1, Math.floor(Number(quantity))) })),
    shipping: Number(shipping),
  }
  const query = useQuery({
    queryKey: [previewDiscount.name, body],
    queryFn: () => call(previewDiscount, { body }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Card className="2xl:sticky 2xl:top-24">
      <h2 className="text-2xl">{t('discounts.preview')}</h2>
      <p className="muted mt-1 mb-4">{t('discounts.preview-text')}</p>
      <div className="grid gap-4">
        <LinkedProducts
          label={t('discounts.preview-cart')}
          hint={t('discounts.products-hint')}
          ownId={undefined}
          most={maxPreviewLines}
          products={lines}
          onChange={(products) =>
            setLines(
              products.map((product) => ({
                ...product,
                quantity: lines.find(({ _id }) => _id === product._id)?.quantity ?? '10',
              })),
            )
          }
        />
        {lines.map((line) => (
          <Field
            key={line._id}
            label={t('facets.quantity', { name: line.name })}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={line.quantity}
            onChange={({ target }) =>
              setLines(lines.map((one) => (one === line ? { ...one, quantity: target.value } : one)))
            }
          />
        ))}
        {discount.kind === 'shipping' ? (
          <Field
            label={t('discounts.preview-shipping')}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            value={shipping}
            onChange={({ target }) => setShipping(target.value)}
          />
        ) : null}
        <div role="status" aria-busy={query.isFetching || undefined}>
          {lines.length === 0 ? null : query.error ? (
            <p className="font-medium text-error">{errorMessageOf(query.error)}</p>
          ) : query.data ? (
            <Outcome outcome={query.data} />
          ) : null}
        </div>
      </div>
    </Card>
  )
}

function Outcome({ outcome }: { outcome: ResponseBody<typeof previewDiscount> }) {
  const { lines, items, discount, shippingDiscount, misfit, missing = 0, better } = outcome
  const saved = discount + shippingDiscount
  return (
    <div className="grid gap-3 border-t border-base-300 pt-4">
      <Facts
        facts={[
          ...lines.map((line) => ({
            term: `${line.quantity} × ${line.name}`,
            value: (
              <span className="figures">
                {moneyText(line.total)}
                {line.discount > 0 ? ` − ${moneyText(line.discount)}` : ''}
              </span>
            ),
          })),
          discount > 0 && {
            term: t('discounts.discount'),
            value: <span className="figures">−{moneyText(discount)}</span>,
          },
          shippingDiscount > 0 && {
            term: t('discounts.kind.shipping'),
            value: <span className="figures">−{moneyText(shippingDiscount)}</span>,
          },
          { term: t('discounts.preview-total'), value: <Money dollars={items - discount} />, strong: true },
        ]}
      />
      {misfit === 'discount-no-products' ? <p className="font-medium">{t('discounts.misfit-products')}</p> : null}
      {misfit === 'discount-below-minimum' ? (
        <p className="font-medium">{t('discounts.misfit-minimum', { missing: moneyText(missing) })}</p>
      ) : null}
      {misfit === undefined && saved === 0 ? <p className="font-medium">{t('discounts.saves-nothing')}</p> : null}
      {better ? (
        <p className="font-medium">{t('discounts.better', { name: better.name, saved: moneyText(better.saved) })}</p>
      ) : null}
    </div>
  )
}
