import { type ReactNode, useState } from 'react'
import { activeCart } from '#contract/cart-lines.ts'
import { deleteCart, maxCartName, maxShareDays, updateCart } from '#contract/carts.ts'
import { call } from '#web/api/call-endpoint.ts'
import type { ShownCart } from '#web/carts/cart-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renames, shares and deletes a cart or saved list, in a menu. */
export function CartSettings({
  cart,
  linkEnded,
  run,
  onDeleted,
  children,
}: {
  cart: ShownCart
  /** Says that its link has ended, and offers a new one. */
  linkEnded: boolean
  /** Runs a change and shows what it did. */
  run: (work: () => Promise<unknown>) => Promise<void>
  onDeleted: () => void
  /** Renders more that can be done with it. */
  children?: ReactNode
}) {
  const [name, setName] = useState(cart.name)
  const [isDeleting, setDeleting] = useState(false)
  const params = { id: cart._id }
  const isList = cart.kind === 'list'
  const share = () => void run(() => call(updateCart, { params, body: { shared: true } }))
  return (
    <>
      {linkEnded ? (
        <p role="status" className="text-sm">
          {t('cart.link-ended')}{' '}
          <button type="button" className="link" onClick={share}>
            {t('cart.share-again')}
          </button>
        </p>
      ) : null}
      <details className="relative">
        <summary className="btn min-h-11 list-none border-base-content/35 btn-outline [&::-webkit-details-marker]:hidden">
          {t('cart.more')}
        </summary>
        <div className="absolute right-0 z-20 mt-2 grid w-[min(22rem,calc(100vw-2rem))] gap-5 rounded-box border border-base-300 bg-base-100 p-5 shadow-lift max-sm:fixed max-sm:inset-x-4 max-sm:top-20 max-sm:max-h-[calc(100dvh-6rem)] max-sm:w-auto max-sm:overflow-y-auto">
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (name.trim()) void run(() => call(updateCart, { params, body: { name: name.trim() } }))
            }}
          >
            <Field
              label={t(isList ? 'lists.name' : 'cart.name')}
              className="grow"
              value={name}
              maxLength={maxCartName}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="submit" variant="outline">
              {t('word.save')}
            </Button>
          </form>
          <div>
            {cart.shareKey === undefined ? (
              <Button variant="outline" className="w-full" onClick={share}>
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
            <p className="muted mt-1.5 text-sm">
              {t(isList ? 'lists.share-text' : 'cart.share-text', { days: maxShareDays })}
            </p>
          </div>
          {cart._id === activeCart ? null : (
            <Button variant="outline" onClick={() => setDeleting(true)}>
              {t(isList ? 'lists.delete' : 'cart.delete')}
            </Button>
          )}
          {children}
        </div>
      </details>
      <ConfirmDialog
        open={isDeleting}
        title={t(isList ? 'lists.delete' : 'cart.delete')}
        text={t(isList ? 'lists.delete-question' : 'cart.delete-question', { count: cart.lines.length })}
        confirmLabel={t(isList ? 'lists.delete' : 'cart.delete')}
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false)
          void run(async () => {
            await call(deleteCart, { params })
            onDeleted()
          })
        }}
      />
    </>
  )
}

const sharedUrl = (key: string) => `${location.origin}/cart/shared/${key}`
