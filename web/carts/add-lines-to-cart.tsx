import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PricedCartLine } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { changeCart } from '#web/carts/cart-store.ts'
import { acceptOffer } from '#web/carts/use-cart.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Adds lines to the cart as they can be ordered now, and goes there or on to the checkout; what is no longer sold is left out. */
export function AddLinesToCart({
  lines,
  size,
  checksOut = false,
  onAdded,
}: {
  lines: readonly PricedCartLine[]
  size?: 'sm'
  /** Whether the checkout opens instead of the cart. */
  checksOut?: boolean
  onAdded?: () => void
}) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const possible = lines.map(acceptOffer).filter(({ quantity }) => quantity > 0)
  const left = lines.filter((line) => acceptOffer(line).quantity === 0)
  async function add() {
    setBusy(true)
    try {
      await changeCart(possible.map((line) => ({ ...line, add: true })))
      toast.success(t('cart.all-added', { count: possible.length }))
      if (left.length > 0) {
        const names = left.slice(0, 3).map(({ product }) => product?.name ?? t('cart.unknown-product'))
        toast.warning(
          `${t('lists.left-out', { count: left.length })} ${names.join(', ')}${left.length > 3 ? ' …' : ''}`,
        )
      }
      onAdded?.()
      await navigate(checksOut ? '/checkout' : '/cart')
    } catch (error) {
      toast.error(errorMessageOf(error))
      setBusy(false)
    }
  }
  return (
    <Button
      {...(size && { size })}
      {...(checksOut && { variant: 'outline' as const })}
      busy={busy}
      disabled={possible.length === 0}
      onClick={() => void add()}
    >
      {checksOut ? null : <ShoppingCart aria-hidden="true" size={18} />}
      {t(checksOut ? 'lists.check-out' : 'lists.add', { count: possible.length })}
    </Button>
  )
}
