import { useEffect, useId, useState } from 'react'
import { activeCart } from '#contract/cart-lines.ts'
import { type CartSummary, maxCartName, updateCart } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { CartSettings } from '#web/carts/cart-settings.tsx'
import { SaveAsList } from '#web/carts/save-as-list.tsx'
import { readCarts, type ShownCart, startCart, syncCart } from '#web/carts/cart-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses one of the carts of an account, which becomes the one that products are added to; starts another. */
export function CartChoice({
  cart,
  linkEnded,
  onChoose,
  onChange,
}: {
  cart: ShownCart
  linkEnded: boolean
  onChoose: (id: string) => void
  onChange: () => Promise<unknown>
}) {
  const [carts, setCarts] = useState<readonly CartSummary[]>([])
  const [fresh, setFresh] = useState('')
  const id = useId()

  useEffect(() => {
    readCarts().then(setCarts, () => undefined)
  }, [cart])

  /** Runs a change of the carts and shows them anew. */
  async function run(work: () => Promise<unknown>) {
    try {
      await work()
      await syncCart()
      setCarts(await readCarts())
      await onChange()
    } catch (error) {
      toast.error(errorMessageOf(error))
    }
  }
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
      <CartSettings cart={cart} linkEnded={linkEnded} run={run} onDeleted={() => onChoose(activeCart)}>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (!fresh.trim()) return
            void run(async () => {
              await startCart(fresh.trim())
              onChoose(activeCart)
            })
          }}
        >
          <Field
            label={t('cart.new')}
            className="grow"
            value={fresh}
            maxLength={maxCartName}
            onChange={({ target }) => setFresh(target.value)}
          />
          <Button type="submit" variant="outline">
            {t('cart.add-cart')}
          </Button>
        </form>
        <SaveAsList lines={cart.lines} />
      </CartSettings>
    </div>
  )
}
