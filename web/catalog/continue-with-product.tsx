import { ArrowRight } from 'lucide-react'
import { rememberProduct, useRememberedProduct } from '#web/catalog/remembered-product.ts'
import { useSession } from '#web/identity/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Leads signed-in users to the product that they wanted to order before they signed up; the purchase page ends it. */
export function ContinueWithProduct() {
  const product = useRememberedProduct()
  const session = useSession()
  if (!product || session.status !== 'signed-in') return null
  return (
    <section aria-label={t('home.continue-title')} className="border-b border-base-300 bg-base-200">
      <div className="page-width flex flex-wrap items-center gap-3 py-4">
        <ButtonLink to={`/products/${product.id}`} className="h-auto py-2 wrap-anywhere">
          {t('home.continue', { product: product.name })} <ArrowRight aria-hidden="true" size={20} />
        </ButtonLink>
        <Button variant="quiet" onClick={() => rememberProduct(undefined)}>
          {t('home.continue-dismiss')}
        </Button>
      </div>
    </section>
  )
}
