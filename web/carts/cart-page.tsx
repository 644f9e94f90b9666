import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isOrderable } from '#contract/assess-line.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { activeCart } from '#contract/cart-lines.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { CartChoice } from '#web/carts/cart-choice.tsx'
import { CartFoot } from '#web/carts/cart-settings.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { LineTotal } from '#web/carts/line-total.tsx'
import { TotalBar } from '#web/carts/total-bar.tsx'
import { type ShownCart, syncCart } from '#web/carts/cart-store.ts'
import { useCart } from '#web/carts/use-cart.ts'
import { rememberProduct, useRememberedProduct } from '#web/catalog/remembered-product.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import type { Session } from '#web/identity/session.ts'
import { DeliveryPrice } from '#web/shipping/delivery-price.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { useNavigationFocus } from '#web/ui/page-heading.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import '#web/i18n/cart-messages.ts'
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
  const wanted = useRememberedProduct()
  const isVisitor = session.status === 'signed-out'
  const isEmpty = cart === undefined || cart.lines.length === 0
  useEffect(() => {
    // The home page leads back here after a sign-up.
    if (isVisitor && !isEmpty) rememberProduct('cart')
    if (!isVisitor && wanted === 'cart') rememberProduct(undefined)
  }, [isVisitor, isEmpty, wanted])
  /** Opens the checkout once the shop has the cart as it is shown. */
  async function checkOut({ _id }: ShownCart) {
    setLeaving(true)
    await saved()
    await navigate(id === activeCart ? '/checkout' : `/checkout?cart=${_id}`)
  }
  async function run(work: () => Promise<unknown>) {
    try {
      await work()
      await syncCart()
      await load()
      return true
    } catch (error) {
      toast.error(errorMessageOf(error))
      return false
    }
  }
  if (failure !== undefined && !cart) {
    return <ErrorState heading="h1" title={t('cart.failed')} message={failure} onRetry={() => void load()} />
  }
  if (!cart) return <CartSkeleton />
  const goOn = (className: string) =>
    session.status === 'signed-in' ? (
      <Button
        className={className}
        busy={isLeaving}
        disabled={!cart.lines.some(isOrderable)}
        onClick={() => void checkOut(cart)}
      >
        {t('cart.to-checkout')}
      </Button>
    ) : (
      <>
        <ButtonLink to="/signup" variant="outline" className={className}>
          {t('cart.sign-up')}
        </ButtonLink>
        <ButtonLink to={signInUrl('/cart')} className={className}>
          {t('cart.sign-in')}
        </ButtonLink>
      </>
    )
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 {...focus} className="text-4xl outline-none sm:text-5xl">
          {cart.name || t('cart.title')}
        </h1>
        {session.status === 'signed-in' ? (
          <CartChoice cart={cart} linkEnded={linkEnded} run={run} onChoose={onChoose} />
        ) : null}
      </div>
      <div
        className={
          cart.lines.length === 0 ? 'mt-6' : 'mt-6 grid items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_22rem]'
        }
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
          <div className="max-xl:contents xl:sticky xl:top-20 xl:grid xl:gap-4">
            <LineTotal of="cart" lines={cart.lines}>
              {goOn('hidden xl:flex')}
              <ButtonLink to="/quick-order" variant="quiet">
                {t('quick-order.title')}
              </ButtonLink>
            </LineTotal>
            <DeliveryPrice
              lines={cart.lines.filter(isOrderable).map(({ productId, quantity }) => ({ productId, quantity }))}
            />
          </div>
        )}
      </div>
      {cart.lines.length === 0 ? null : <TotalBar total={totalsOf(cart.lines).total}>{goOn('grow')}</TotalBar>}
      {session.status === 'signed-in' ? (
        <CartFoot cart={cart} run={run} onDeleted={() => onChoose(activeCart)} />
      ) : null}
    </>
  )
}

/** Stands in the place of a cart while it loads. */
export const CartSkeleton = () => (
  <>
    <Skeleton className="h-10 w-40 sm:h-12" />
    <div className="mt-6 grid items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <SkeletonRows rows={8} />
      <Skeleton className="order-first h-36 w-full xl:order-none" />
    </div>
  </>
)
