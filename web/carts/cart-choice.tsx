import { useEffect, useId, useState } from 'react'
import { activeCart } from '#contract/cart-lines.ts'
import { type CartSummary, deleteCart, maxCartName, updateCart } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { readCarts, type ShownCart, startCart, syncCart } from '#web/carts/cart-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses one of the carts of an account, which becomes the one that products are added to; names, shares and deletes it. */
export function CartChoice({
  cart,
  onChoose,
  onChange,
}: {
  cart: ShownCart
  onChoose: (id: string) => void
  onChange: () => Promise<unknown>
}) {
  const [carts, setCarts] = useState<readonly CartSummary[]>([])
  const [name, setName] = useState(cart.name)
  const [fresh, setFresh] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  const id = useId()
  const params = { id: cart._id }

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
            {t('cart.choose')}
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
      <details className="relative">
        <summary className="btn min-h-11 list-none border-base-content/35 btn-outline [&::-webkit-details-marker]:hidden">
          {t('cart.more')}
        </summary>
        <div className="absolute right-0 z-20 mt-2 grid w-[min(22rem,calc(100vw-2rem))] gap-5 rounded-box border border-base-300 bg-base-100 p-5 shadow-lift max-sm:right-auto max-sm:left-0">
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (name.trim()) void run(() => call(updateCart, { params, body: { name: name.trim() } }))
            }}
          >
            <Field
              label={t('cart.name')}
              className="grow"
              value={name}
              maxLength={maxCartName}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit" variant="outline">
              {t('cart.save-name')}
            </Button>
          </form>
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
          <div>
            {cart.shareKey === undefined ? (
              <Button
                variant="outline"
                className="w-full"
                onClick={() => void run(() => call(updateCart, { params, body: { shared: true } }))}
              >
                {t('cart.share')}
              </Button>
            ) : (
              <>
                <p className="flex items-center gap-1">
                  <input
                    readOnly
                    aria-label={t('cart.share')}
                    className="input min-h-11 w-full border-base-content/35"
                    value={sharedUrl(cart.shareKey)}
                    onFocus={({ target }) => target.select()}
                  />
                  <CopyButton
                    text={sharedUrl(cart.shareKey)}
                    label={t('cart.copy-link')}
                    copied={t('cart.link-copied')}
                  />
                </p>
                <Button
                  variant="outline"
                  className="mt-2 w-full"
                  onClick={() => void run(() => call(updateCart, { params, body: { shared: false } }))}
                >
                  {t('cart.stop-sharing')}
                </Button>
              </>
            )}
            <p className="muted mt-1.5 text-sm">{t('cart.share-text')}</p>
          </div>
          {cart._id === activeCart ? null : (
            <Button variant="outline" onClick={() => setDeleting(true)}>
              {t('cart.delete')}
            </Button>
          )}
        </div>
      </details>
      <ConfirmDialog
        open={isDeleting}
        title={t('cart.delete')}
        text={t('cart.delete-question', { count: cart.lines.length })}
        confirmLabel={t('cart.delete')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false)
          void run(async () => {
            await call(deleteCart, { params })
            onChoose(activeCart)
          })
        }}
      />
    </div>
  )
}

const sharedUrl = (key: string) => `${location.origin}/cart/shared/${key}`
