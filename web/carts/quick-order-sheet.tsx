import { maxLengths } from '#contract/max-lengths.ts'
import { readDecimals } from '#contract/detect-decimals.ts'
import { narrowText } from '#contract/narrow-text.ts'
import { CircleCheck, Trash2 } from 'lucide-react'
import { type ClipboardEvent, memo } from 'react'
import { readQuantity } from '#web/carts/parse-order-list.ts'
import { adjustQuantity, isEmpty, refusalOf, type SheetRow, withQuantity } from '#web/carts/quick-order-rows.ts'
import { SoldOutOffers } from '#web/carts/sold-out-offers.tsx'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { SuggestedProducts } from '#web/catalog/suggested-products.tsx'
import { lineRefusalText } from '#web/catalog/refusal-text.ts'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

interface Handlers {
  onChange: (id: number, change: (row: SheetRow) => SheetRow) => void
  onRemove: (id: number) => void
  onPaste: (event: ClipboardEvent, row: number) => void
}

/** Shows the sheet: what was typed, and what the shop says of each row. */
export function SheetRows({ rows, ...handlers }: { rows: readonly SheetRow[] } & Handlers) {
  const { onChange, onRemove, onPaste } = handlers
  return (
    <ol className="divide-y divide-base-300 border-b border-base-300">
      {rows.map((row, index) => (
        <Row key={row.id} row={row} index={index} onChange={onChange} onRemove={onRemove} onPaste={onPaste} />
      ))}
    </ol>
  )
}

const input = 'input figures min-h-11 w-full border-base-content/35 px-2 text-base'

const Row = memo(
  function Row({ row, index, onChange, onRemove, onPaste }: { row: SheetRow; index: number } & Handlers) {
    const reason = refusalOf(row)
    const { product, total, offer, match, suggestions = [] } = row.line ?? {}
    const isFine = product !== undefined && reason === undefined
    const choose = (partNumber: string, productId?: string) =>
      onChange(row.id, ({ quantity, job, id }) => ({ id, quantity, ...(job && { job }), partNumber, productId }))
    return (
      <li
        className={`grid grid-cols-[1.75rem_minmax(0,1fr)_5.5rem_2.75rem] items-center gap-x-2 gap-y-1.5 border-l-4 py-1.5 pl-2 md:grid-cols-[2rem_14rem_6rem_minmax(0,1fr)_2.75rem] ${isFine ? 'border-l-success bg-success/8' : reason ? 'border-l-error bg-error/8' : 'border-l-transparent'}`}
      >
        <span className="muted figures text-right text-sm">{index + 1}</span>
        <input
          className={input}
          aria-label={t('quick-order.number', { row: index + 1 })}
          placeholder={index === 0 ? t('quick-order.head-number') : undefined}
          value={row.partNumber}
          maxLength={maxLengths.search}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={reason && reason !== 'no-quantity' ? true : undefined}
          data-early-list
          onPaste={(event) => onPaste(event, index)}
          onChange={({ target }) => choose(target.value)}
        />
        <input
          className={input}
          aria-label={t('quick-order.quantity', { row: index + 1 })}
          placeholder={index === 0 ? t('word.quantity') : undefined}
          value={row.quantity}
          maxLength={12}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={reason ? true : undefined}
          data-early-list
          onPaste={(event) => onPaste(event, index)}
          onChange={({ target }) =>
            onChange(row.id, (one) => ({ ...withQuantity(one, target.value), merged: undefined, adjusted: undefined }))
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input')
            next?.focus()
          }}
        />
        <div className="min-w-0 max-md:order-last max-md:col-span-3 max-md:col-start-2">
          {product ? (
            <p className="flex flex-wrap items-baseline gap-x-3">
              {isFine ? (
                <CircleCheck aria-hidden="true" size={16} className="shrink-0 self-center text-success" />
              ) : null}
              <a
                href={`/products/${product._id}`}
                target="_blank"
                rel="noreferrer"
                className="font-medium hover:underline"
              >
                {product.name}
              </a>
              {product.sku && product.sku !== row.partNumber.trim() ? (
                // Another spelling was taken: the buyer sees which number it is.
                <span className="figures text-sm">{product.sku}</span>
              ) : null}
              <span className="muted figures text-sm">
                {priceText(product)}
                {isFine && total !== undefined ? ` · ${moneyText(total)}` : ''}
              </span>
            </p>
          ) : null}
          {product ? <FitMark productId={product._id} /> : null}
          {match ? (
            <p className="muted text-sm">
              {t('quick-order.match', { number: [match.maker, match.number].filter(Boolean).join(' ') })}
            </p>
          ) : null}
          {row.merged ? (
            <p className="muted figures text-sm">
              {t('quick-order.merged', { quantities: row.merged.map(readUnits).map(unitsText).join(' + ') })}
            </p>
          ) : null}
          {row.adjusted === undefined ? null : (
            <p className="muted figures flex flex-wrap items-center gap-2 text-sm">
              {t('quick-order.adjusted', { typed: row.adjusted.trim(), quantity: row.quantity })}{' '}
              {refusalSentence(withQuantity(row, row.adjusted))}
              <Button
                size="sm"
                variant="outline"
                onClick={() =>
                  onChange(row.id, (one) => ({
                    ...withQuantity(one, one.adjusted ?? one.quantity),
                    adjusted: undefined,
                  }))
                }
              >
                {t('word.undo')}
              </Button>
            </p>
          )}
          {product && reason !== 'no-quantity' && readDecimals(row.quantity).has('open') ? (
            <p className="muted figures flex flex-wrap items-center gap-2 text-sm">
              {t('quick-order.read-as', { typed: row.quantity.trim(), quantity: unitsText(readUnits(row.quantity)) })}
              {/[.,]0+$/.test(narrowText(row.quantity).trim()) ? (
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => onChange(row.id, (one) => withQuantity(one, String(readUnits(one.quantity) / 1000)))}
                >
                  {t('cart.take', { quantity: unitsText(readUnits(row.quantity) / 1000) })}
                </Button>
              ) : null}
            </p>
          ) : null}
          {reason ? (
            <div className="flex flex-wrap items-center gap-2">
              <p className="text-sm font-medium text-error">{refusalSentence(row)}</p>
              {offer?.quantity === undefined || reason === 'no-quantity' ? null : (
                <Button size="sm" variant="outline" onClick={() => onChange(row.id, adjustQuantity)}>
                  {t('cart.take', { quantity: unitsText(offer.quantity) })}
                </Button>
              )}
              <SuggestedProducts
                products={suggestions}
                onTake={(other) => choose(other.sku ?? row.partNumber, other._id)}
              />
              {product?.replacedBy ? (
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => choose(product.replacedBy?.sku ?? row.partNumber, product.replacedBy?._id)}
                >
                  {t('cart.replace', { name: product.replacedBy.name })}
                </Button>
              ) : null}
              {product && reason === 'out-of-stock' && offer?.quantity === undefined ? (
                <SoldOutOffers
                  key={product._id}
                  productId={product._id}
                  onTake={(other) => choose(other.sku ?? row.partNumber, other._id)}
                />
              ) : null}
            </div>
          ) : null}
        </div>
        {isEmpty(row) ? (
          <span />
        ) : (
          <button
            type="button"
            className="btn btn-square min-h-11 w-11 btn-ghost"
            aria-label={t('quick-order.remove', { row: index + 1 })}
            onClick={() => onRemove(row.id)}
          >
            <Trash2 aria-hidden="true" size={18} />
          </button>
        )}
      </li>
    )
  },
  (before, after) => before.row === after.row && before.index === after.index,
)

const readUnits = (quantity: string): number => readQuantity(quantity) ?? 0

const sentences = {
  'no-number': 'quick-order.no-number',
  'no-quantity': 'quick-order.no-quantity',
  'product-ambiguous': 'quick-order.ambiguous',
} as const

/** Says what is wrong with a row, if anything. */
export function refusalSentence(row: SheetRow): string | undefined {
  const code = refusalOf(row)
  if (code === undefined) return undefined
  if (code in sentences) return t(sentences[code as keyof typeof sentences])
  if (code === 'product-not-found' && !row.line?.product)
    return row.brand ? t('quick-order.not-of-brand', { brand: row.brand }) : t('quick-order.not-found')
  return lineRefusalText(code as Exclude<typeof code, keyof typeof sentences>, row.line ?? {})
}
