import { Pencil, Share2, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { activeCart } from '#contract/cart-lines.ts'
import { deleteCart, maxCartName, maxShareDays, updateCart } from '#contract/carts.ts'
import { call } from '#web/api/call-endpoint.ts'
import type { ShownCart } from '#web/carts/cart-store.ts'
import { NameDialog } from '#web/carts/name-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Runs a change of a cart or list and shows what it did; says whether it worked. */
export type RunChange = (work: () => Promise<unknown>) => Promise<boolean>

/** Shares a cart or saved list. */
export function CartSettings({
  cart,
  linkEnded,
  run,
  children,
}: {
  cart: ShownCart
  /** Says that its link has ended, and offers a new one. */
  linkEnded: boolean
  run: RunChange
  /** Renders more that can be done with it. */
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const params = { id: cart._id }
  const isList = cart.kind === 'list'
  const share = () => run(() => call(updateCart, { params, body: { shared: true } }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      {linkEnded ? (
        <p role="status" className="w-full text-sm">
          {t('cart.link-ended')}{' '}
          <button type="button" className="link" onClick={() => void share()}>
            {t('cart.share-again')}
          </button>
        </p>
      ) : null}
      <Button
        variant="outline"
        size="sm"
        onClick={() => {
          setOpen(true)
          if (cart.shareKey === undefined) void share()
        }}
      >
        <Share2 aria-hidden="true" size={16} /> {t('cart.share')}
      </Button>
      {children}
      <Dialog open={isOpen && cart.shareKey !== undefined} title={t('cart.share')} onClose={() => setOpen(false)}>
        <p className="flex items-center gap-1">
          <input
            readOnly
            aria-label={t('cart.share')}
            className="input min-h-11 w-full border-base-content/35"
            value={sharedUrl(cart.shareKey)}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={sharedUrl(cart.shareKey)} label={t('cart.copy-link')} copied={t('cart.link-copied')} />
        </p>
        <p className="muted mt-1.5 text-sm">
          {t(isList ? 'lists.share-text' : 'cart.share-text', { days: maxShareDays })}
        </p>
        <Button
          variant="outline"
          className="mt-4"
          onClick={() =>
            void run(() => call(updateCart, { params, body: { shared: false } })).then(() => setOpen(false))
          }
        >
          {t('cart.stop-sharing')}
        </Button>
      </Dialog>
    </div>
  )
}

/** Renames and deletes a cart or saved list; it stands apart from what is used every day. */
export function CartFoot({ cart, run, onDeleted }: { cart: ShownCart; run: RunChange; onDeleted: () => void }) {
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const params = { id: cart._id }
  const isList = cart.kind === 'list'
  const deleteLabel = t(isList ? 'lists.delete' : 'cart.delete')
  if (cart._id === activeCart) return null
  return (
    <div className="mt-8 flex flex-wrap gap-2">
      <Button variant="quiet" size="sm" onClick={() => setOpen('rename')}>
        <Pencil aria-hidden="true" size={16} /> {t('cart.rename')}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => setOpen('delete')}>
        <Trash2 aria-hidden="true" size={16} /> {deleteLabel}
      </Button>
      <NameDialog
        open={open === 'rename'}
        title={t('cart.rename')}
        label={t(isList ? 'lists.name' : 'cart.name')}
        name={cart.name}
        maxLength={maxCartName}
        onSave={(name) => run(() => call(updateCart, { params, body: { name } }))}
        onClose={close}
      />
      <ConfirmDialog
        open={open === 'delete'}
        title={deleteLabel}
        text={t(isList ? 'lists.delete-question' : 'cart.delete-question', { count: cart.lines.length })}
        confirmLabel={deleteLabel}
        onCancel={close}
        onConfirm={() => {
          close()
          void run(async () => {
            await call(deleteCart, { params })
            onDeleted()
          })
        }}
      />
    </div>
  )
}

const sharedUrl = (key = '') => `${location.origin}/cart/shared/${key}`
