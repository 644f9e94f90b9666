import { NeedsScript } from '#web/identity/account-page.tsx'
import { RequireSignIn } from '#web/identity/require-sign-in.tsx'
import { CheckoutPage } from '#web/checkout/checkout-page.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import '#web/identity/clear-queries.ts'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'

export const meta = () => [{ title: t('checkout.page-title') }, { name: 'robots', content: 'noindex' }]

/** Shows what an order needs on one page; the page itself is the same for everyone. */
export default function CheckoutRoute() {
  return (
    <div className="page-width py-6 lg:py-10">
      <NeedsScript what={t('checkout.title')} />
      <RequireSignIn>{(person) => <CheckoutPage key={person.email} person={person} />}</RequireSignIn>
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
