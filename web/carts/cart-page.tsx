import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isOrderable } from '#contract/assess-line.ts'
import { activeCart } from '#contract/cart-lines.ts'
import { CartChoice } from '#web/carts/cart-choice.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { LineTotal } from '#web/carts/line-total.tsx'
import type { ShownCart } from '#web/carts/cart-store.ts'
import { useCart } from '#web/carts/use-cart.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import type { Session } from '#web/identity/session.ts'
import { DeliveryPrice } from '#web/shipping/delivery-price.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { useNavigationFocus } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a cart: its totals at once, its rows by hundreds, what has changed with a button each and one for all. */
export function CartPage({ session }: { session: Session }) {
  const [id, setId] = useState(activeCart)
  return <ChosenCart key={id} id={id} onChoose={setId} session={session} />
}

function ChosenCart({ id, onChoose, session }: { id: string; onChoose: (id: string) => void; session: Session }) {
  const { cart, failure, conflicts, load, saved, change, settle, unsaved, linkEnded } = useCart(id)
  const focus = useNavigationFocus()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  /** Opens the checkout once the shop has the cart as it is shown. */
  async function checkOut({ _id }: ShownCart) {
    setLeaving(true)
    await saved()
    await navigate(id === activeCart ? '/checkout' : `/checkout?cart=${_id}`)
  }
  if (failure !== undefined && !cart) {
    return <ErrorState heading="h1" title={t('cart.failed')} message={failure} onRetry={() => void load()} />
  }
  if (!cart) return <PageSpinner />
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 {...focus} className="text-4xl outline-none sm:text-5xl">
          {cart.name || t('cart.title')}
        </h1>
        {session.status === 'signed-in' ? (
          <CartChoice cart={cart} linkEnded={linkEnded} onChoose={onChoose} onChange={load} />
        ) : null}
      </div>
      <div
        className={cart.lines.length === 0 ? 'mt-6' : 'mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]'}
      >
        <LineList
          of="cart"
          lines={cart.lines}
          conflicts={conflicts}
          change={change}
          unsaved={unsaved}
          onSettle={settle}
          empty={
            <EmptyState
              title={t('cart.empty')}
              text={t('cart.empty-text')}
              action={
                <span className="flex flex-wrap justify-center gap-3">
                  <ButtonLink to="/products">{t('products.all')}</ButtonLink>
                  <ButtonLink to="/quick-order" variant="outline">
                    {t('quick-order.title')}
                  </ButtonLink>
                </span>
              }
            />
          }
        />
        {cart.lines.length === 0 ? null : (
          <div className="order-first xl:sticky xl:top-20 xl:order-none">
            <LineTotal of="cart" lines={cart.lines}>
              {session.status === 'signed-in' ? (
                <Button
                  size="lg"
                  busy={isLeaving}
                  disabled={!cart.lines.some(isOrderable)}
                  onClick={() => void checkOut(cart)}
                >
                  {t('cart.to-checkout')}
                </Button>
              ) : (
                <ButtonLink to={signInUrl('/cart')}>{t('cart.sign-in')}</ButtonLink>
              )}
              <ButtonLink to="/quick-order" variant="outline">
                {t('quick-order.title')}
              </ButtonLink>
            </LineTotal>
            <DeliveryPrice
              lines={cart.lines.filter(isOrderable).map(({ productId, quantity }) => ({ productId, quantity }))}
            />
          </div>
        )}
      </div>
    </>
  )
}
