import type { ReactNode } from 'react'
import type { Tool } from '#contract/catalog.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Renders a quantity box with “Add to cart”, and on demand “Order”, which phones have no room for: there the name leads to it. Enter adds, and
 * the focus stays. Without scripts it leads to the order.
 */
export function AddToCart({
  product,
  withOrder = false,
  className = '',
}: {
  product: Tool
  withOrder?: boolean
  className?: string
}) {
  const { name, minOrder, orderMultiple = 1, maxOrder, available } = product
  if (available < minOrder) return null
  return (
    <CartForm product={product} className={`flex flex-wrap items-center gap-2 ${className}`}>
      <input
        type="number"
        name="quantity"
        min={minOrder}
        max={Math.min(available, maxOrder ?? available)}
        step={orderMultiple}
        defaultValue={minOrder}
        inputMode="numeric"
        aria-label={t('facets.quantity', { name })}
        className="input min-h-11 w-16 shrink-0 border-base-content/35 px-2 text-base"
      />
      <Button
        type="submit"
        className={`whitespace-nowrap ${withOrder ? '' : 'flex-1 px-1'}`}
        aria-label={t('cart.add-this', { name })}
      >
        {t('cart.add')}
      </Button>
      {withOrder ? (
        <Button
          type="submit"
          variant="quiet"
          data-order
          aria-label={t('product.order-this', { name })}
          className="phone:hidden"
        >
          {t('product.order')}
        </Button>
      ) : null}
    </CartForm>
  )
}

/**
 * Renders a form that puts its field `quantity` into the cart. It is plain HTML: `CartLink` in the header handles the forms of all products,
 * with what a line is assessed by in `data-facts`.
 */
export function CartForm({ product, className, children }: { product: Tool; className: string; children: ReactNode }) {
  const { _id, name, minOrder, orderMultiple = 1, maxOrder, available, price, pricePer = 1, breaks = [] } = product
  return (
    <form
      key={minOrder}
      action={`/products/${_id}`}
      noValidate
      data-early
      data-cart={_id}
      data-name={name}
      data-facts={[price, minOrder, orderMultiple, maxOrder ?? '', available, pricePer].join(' ')}
      {...(breaks.length > 0 && { 'data-breaks': breaks.map((step) => `${step.from}:${step.price}`).join(' ') })}
      className={`relative z-1 print:hidden ${className}`}
    >
      {children}
    </form>
  )
}
