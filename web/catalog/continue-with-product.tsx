import { ArrowRight } from 'lucide-react'
import { type Remembered, rememberProduct, useRememberedProduct } from '#web/catalog/remembered-product.ts'
import { useSession } from '#web/identity/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Leads signed-in users to what they wanted to order before they signed up; the page of the product or the cart ends it. */
export function ContinueWithProduct() {
  const wanted = useRememberedProduct()
  const session = useSession()
  if (!wanted || session.status !== 'signed-in') return null
  return (
    <section aria-label={t('home.continue-title')} className="border-b border-base-300 bg-base-200">
      <div className="page-width flex flex-wrap items-center gap-3 py-4">
        <ButtonLink to={pathOf(wanted)} className="h-auto py-2 wrap-anywhere">
          {wanted === 'cart' ? t('home.continue-cart') : t('home.continue', { product: wanted.name })}{' '}
          <ArrowRight aria-hidden="true" size={20} />
        </ButtonLink>
        <Button variant="quiet" onClick={() => rememberProduct(undefined)}>
          {t('home.continue-dismiss')}
        </Button>
      </div>
    </section>
  )
}

const pathOf = (wanted: Remembered): string =>
  wanted === 'cart' ? '/cart' : `/products/${wanted.id}${wanted.quantity ? `?quantity=${wanted.quantity}` : ''}`
