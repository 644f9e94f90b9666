import { useId, useState } from 'react'
import { activeCart } from '#contract/cart-lines.ts'
import { CartChoice } from '#web/carts/cart-choice.tsx'
import { LineList } from '#web/carts/line-list.tsx'
import { LineTotal } from '#web/carts/line-total.tsx'
import { PlaceCartOrder } from '#web/carts/place-cart-order.tsx'
import { useCart } from '#web/carts/use-cart.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import type { Session } from '#web/identity/session.ts'
import { buttonClasses, ButtonLink } from '#web/ui/button.tsx'
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
  const { cart, failure, conflicts, load, saved, change, settle, unsaved } = useCart(id)
  const focus = useNavigationFocus()
  const orderId = useId()
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
        {session.status === 'signed-in' ? <CartChoice cart={cart} onChoose={onChoose} onChange={load} /> : null}
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
          // On a small screen, the lines stand between the total and the form.
          <div className="contents xl:sticky xl:top-20 xl:grid xl:max-h-[calc(100dvh-6rem)] xl:gap-4 xl:overflow-y-auto xl:p-1">
            <LineTotal of="cart" lines={cart.lines}>
              {session.status === 'signed-in' ? (
                <a href={`#${orderId}`} className={buttonClasses({}, 'xl:hidden')}>
                  {t('cart.to-order')}
                </a>
              ) : (
                <ButtonLink to={signInUrl('/cart')}>{t('cart.sign-in')}</ButtonLink>
              )}
              <ButtonLink to="/quick-order" variant="outline">
                {t('quick-order.title')}
              </ButtonLink>
            </LineTotal>
            {session.status === 'signed-in' ? (
              <section
                id={orderId}
                aria-label={t('cart.to-order')}
                className="card-surface scroll-mt-20 p-5 shadow-card"
              >
                <PlaceCartOrder cart={cart} person={session} onReload={load} onSaved={saved} />
              </section>
            ) : null}
          </div>
        )}
      </div>
    </>
  )
}
