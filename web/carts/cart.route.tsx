import { NeedsScript } from '#web/identity/account-page.tsx'
import { useSession } from '#web/identity/session.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { CartPage, CartSkeleton } from '#web/carts/cart-page.tsx'
import { t } from '#web/i18n/messages.ts'

export const meta = () => [{ title: t('cart.page-title') }, { name: 'robots', content: 'noindex' }]

/** Shows the cart of this browser or account; the page itself is the same for everyone. */
export default function CartRoute() {
  const session = useSession()
  return (
    <div className="page-width py-6 lg:py-10">
      <NeedsScript what={t('cart.title')} />
      {session.status === 'loading' ? <CartSkeleton /> : <CartPage key={session.status} session={session} />}
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
