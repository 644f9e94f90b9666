import { ShoppingCart } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { hasBrowserCart, setCartCount, useCartCount } from '#web/carts/cart-count.ts'
import { useSession } from '#web/identity/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Shows the way to the cart with its number of lines, the same page for everyone until its scripts have run, and adds what is submitted
 * with the forms of `AddToCart`. What adds and merges is loaded when it is used.
 */
export function CartLink() {
  const count = useCartCount()
  const { status } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    const add = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form.dataset['cart'] === undefined) return
      if (event.submitter?.dataset['order'] !== undefined) return
      event.preventDefault()
      loadChunk(() => import('#web/carts/add-from-form.ts'))
        .then(({ addFromForm }) => addFromForm(form, () => void navigate('/cart')))
        .catch((error: unknown) => toast.error(errorMessageOf(error)))
    }
    addEventListener('submit', add)
    return () => removeEventListener('submit', add)
  }, [navigate])
  useEffect(() => {
    if (status === 'loading') return
    if (status === 'signed-out' && !hasBrowserCart()) return setCartCount(0)
    loadChunk(() => import('#web/carts/cart-store.ts'))
      .then(({ syncCart }) => syncCart())
      // Offline or at the end of a session the badge keeps its number until the next page; the cart itself says what is wrong.
      .catch(() => undefined)
  }, [status])
  return (
    <Link
      to="/cart"
      prefetch="intent"
      aria-label={t('cart.link', { count })}
      className="relative grid size-11 shrink-0 place-items-center rounded-field hover:bg-white/10 lg:col-start-3"
    >
      <ShoppingCart aria-hidden="true" />
      {count > 0 ? (
        <span className="figures absolute top-0 right-0 min-w-5 rounded-full bg-primary px-1 text-center text-xs leading-5 font-bold text-primary-content">
          {count}
        </span>
      ) : null}
    </Link>
  )
}
