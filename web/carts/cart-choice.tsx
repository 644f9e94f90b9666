import { Plus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { activeCart } from '#contract/cart-lines.ts'
import { type CartSummary, maxCartName, updateCart } from '#contract/carts.ts'
import { call } from '#web/api/call-endpoint.ts'
import { CartSettings, type RunChange } from '#web/carts/cart-settings.tsx'
import { NameDialog } from '#web/carts/name-dialog.tsx'
import { SaveAsList } from '#web/carts/save-as-list.tsx'
import { readCarts, type ShownCart, startCart } from '#web/carts/cart-store.ts'
import { Button } from '#web/ui/button.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Chooses one of the carts of an account, which becomes the one that products are added to; starts another. */
export function CartChoice({
  cart,
  linkEnded,
  run,
  onChoose,
}: {
  cart: ShownCart
  linkEnded: boolean
  run: RunChange
  onChoose: (id: string) => void
}) {
  const [carts, setCarts] = useState<readonly CartSummary[]>([])
  const [isStarting, setStarting] = useState(false)
  const id = useId()

  useEffect(() => {
    readCarts().then(setCarts, () => undefined)
  }, [cart])

  async function activate(chosen: string) {
    await call(updateCart, { params: { id: chosen }, body: { active: true } })
    onChoose(chosen)
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {carts.length > 1 ? (
        <>
          <label htmlFor={id} className="sr-only">
            {t('cart.title')}
          </label>
          <select
            id={id}
            className="select min-h-11 w-56 border-base-content/35 text-base"
            value={cart._id}
            onChange={({ target }) => void run(() => activate(target.value))}
          >
            {carts.map(({ _id, name: title, lineCount }) => (
              <option key={_id} value={_id}>
                {`${title || t('cart.title')} (${lineCount})`}
              </option>
            ))}
          </select>
        </>
      ) : null}
      <CartSettings cart={cart} linkEnded={linkEnded} run={run}>
        {cart.lines.length > 0 ? <SaveAsList lines={cart.lines} size="sm" /> : null}
        <Button variant="outline" size="sm" onClick={() => setStarting(true)}>
          <Plus aria-hidden="true" size={16} /> {t('cart.new')}
        </Button>
      </CartSettings>
      <NameDialog
        open={isStarting}
        title={t('cart.new')}
        label={t('cart.name')}
        maxLength={maxCartName}
        onSave={(name) =>
          run(async () => {
            await startCart(name)
            onChoose(activeCart)
          })
        }
        onClose={() => setStarting(false)}
      />
    </div>
  )
}
