import { Trash2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { activeCart, type CartLine, keyOf } from '#contract/cart-lines.ts'
import type { PricedCartLine } from '#contract/carts.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { CartChoice } from '#web/carts/cart-choice.tsx'
import { CartRows } from '#web/carts/cart-rows.tsx'
import { PlaceCartOrder } from '#web/carts/place-cart-order.tsx'
import { acceptOffer, useCart } from '#web/carts/use-cart.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import type { Session } from '#web/identity/session.ts'
import { Button, buttonClasses, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useNavigationFocus } from '#web/ui/page-heading.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a cart: its totals at once, its rows by hundreds, what has changed with a button each and one for all. */
export function CartPage({ session }: { session: Session }) {
  const [id, setId] = useState(activeCart)
  return <ChosenCart key={id} id={id} onChoose={setId} session={session} />
}

function ChosenCart({ id, onChoose, session }: { id: string; onChoose: (id: string) => void; session: Session }) {
  const { cart, failure, conflicts, load, saved, change, settle } = useCart(id)
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<{ text: string; before: readonly CartLine[] }>()
  const focus = useNavigationFocus()
  const findId = useId()
  const lines = cart?.lines ?? []
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const found = lines.filter((line) => words.every((word) => textOf(line).includes(word)))
  const { shown, more } = useFirstRows(found)
  if (failure !== undefined && !cart) {
    return <ErrorState heading="h1" title={t('cart.failed')} message={failure} onRetry={() => void load()} />
  }
  if (!cart) return <PageSpinner />

  const totals = totalsOf(lines)
  const selected = lines.filter((line) => chosen.has(keyOf(line)))
  const refused = lines.filter(({ code }) => code !== undefined)

  async function remove(gone: readonly PricedCartLine[]) {
    setChosen(new Set())
    setDone(undefined)
    const changes = gone.map((line) => ({ ...line, quantity: 0 }))
    if (await change(changes)) setDone({ text: changesText(gone, changes), before: gone })
  }
  async function fixAll() {
    const changes = refused.map(acceptOffer)
    if (await change(changes)) setDone({ text: changesText(refused, changes), before: refused })
  }
  function choose(keys: readonly string[], isChosen: boolean) {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isChosen) next.add(key)
      else next.delete(key)
    }
    setChosen(next)
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 {...focus} className="text-4xl outline-none sm:text-5xl">
          {cart.name || t('cart.title')}
        </h1>
        {session.status === 'signed-in' ? <CartChoice cart={cart} onChoose={onChoose} onChange={load} /> : null}
      </div>
      {done?.text ? (
        <p role="status" className="mt-5 flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-4 py-2">
          {done.text}
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              setDone(undefined)
              void change(done.before)
            }}
          >
            <Undo2 aria-hidden="true" size={18} /> {t('cart.undo')}
          </Button>
        </p>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState
          title={t('cart.empty')}
          text={t('cart.empty-text')}
          action={
            <span className="flex flex-wrap justify-center gap-3">
              <ButtonLink to="/products">{t('products.all')}</ButtonLink>
              <ButtonLink to="/quick-order" variant="outline">
                {t('quick-order.title')}
              </ButtonLink>
            </span>
          }
        />
      ) : (
        <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0">
            {refused.length > 0 ? (
              <div
                role="status"
                className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-field border border-warning bg-warning/15 px-4 py-2.5"
              >
                <p className="font-medium">{t('cart.refused', { count: refused.length })}</p>
                <Button size="sm" variant="dark" onClick={() => void fixAll()}>
                  {t('cart.fix-all')}
                </Button>
              </div>
            ) : null}
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <label className="flex min-h-11 cursor-pointer items-center gap-2 pl-3 font-medium">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={found.length > 0 && found.every((line) => chosen.has(keyOf(line)))}
                  onChange={({ target }) => choose(found.map(keyOf), target.checked)}
                />
                {t('cart.select-all', { count: found.length })}
              </label>
              {selected.length > 0 ? (
                <Button size="sm" variant="outline" onClick={() => void remove(selected)}>
                  <Trash2 aria-hidden="true" size={18} /> {t('cart.remove-selected', { count: selected.length })}
                </Button>
              ) : null}
              <label htmlFor={findId} className="sr-only">
                {t('cart.find')}
              </label>
              <input
                id={findId}
                type="search"
                placeholder={t('cart.find')}
                className="input ml-auto min-h-11 w-full border-base-content/35 text-base sm:w-64"
                value={find}
                onChange={({ target }) => setFind(target.value)}
              />
            </div>
            {found.length === 0 ? <p className="muted px-3 py-6">{t('cart.none-found', { words: find })}</p> : null}
            <CartRows
              lines={shown}
              conflicts={conflicts}
              chosen={chosen}
              onChoose={choose}
              onChange={(changes) => void change(changes)}
              onRemove={(line) => void remove([line])}
              onSettle={settle}
            />
            {more}
          </div>
          {/* On a small screen, the lines stand between the total and the form. */}
          <div className="contents xl:sticky xl:top-20 xl:grid xl:gap-4">
            <section aria-labelledby={`${findId}-total`} className="card-surface order-first p-5 shadow-card">
              <h2 id={`${findId}-total`} className="text-2xl">
                {t('cart.total')}
              </h2>
              <p className="figures mt-1 font-heading text-4xl font-bold">
                <output>{moneyText(totals.total)}</output>
              </p>
              <p className="muted figures mt-1">
                {t('cart.totals', { lines: totals.lines, units: unitsText(totals.units) })}
                {totals.refused > 0 ? ` · ${t('cart.not-counted', { count: totals.refused })}` : ''}
              </p>
              <p className="mt-4 flex flex-wrap gap-3 *:grow">
                {session.status === 'signed-in' ? (
                  <a href={`#${findId}-order`} className={buttonClasses({}, 'xl:hidden')}>
                    {t('cart.to-order')}
                  </a>
                ) : (
                  <ButtonLink to={signInUrl('/cart')}>{t('cart.sign-in')}</ButtonLink>
                )}
                <ButtonLink to="/quick-order" variant="outline">
                  {t('quick-order.title')}
                </ButtonLink>
              </p>
            </section>
            {session.status === 'signed-in' ? (
              <section
                id={`${findId}-order`}
                aria-label={t('cart.to-order')}
                className="card-surface scroll-mt-20 p-5 shadow-card"
              >
                <PlaceCartOrder cart={cart} person={session} onReload={load} onSaved={saved} />
              </section>
            ) : null}
          </div>
        </div>
      )}
    </>
  )
}

/** Says how many lines were removed and how many got another quantity or price. */
function changesText(before: readonly CartLine[], changes: readonly CartLine[]): string {
  const counts = { removed: 0, 'quantities-changed': 0, 'prices-accepted': 0 }
  changes.forEach(({ quantity, seenPrice, seenPricePer }, index) => {
    const was = before[index]
    if (quantity === 0) counts.removed += 1
    else {
      if (quantity !== was?.quantity) counts['quantities-changed'] += 1
      if (seenPrice !== was?.seenPrice || seenPricePer !== was?.seenPricePer) counts['prices-accepted'] += 1
    }
  })
  const names = ['removed', 'quantities-changed', 'prices-accepted'] as const
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => t(`cart.${name}`, { count: counts[name] }))
    .join(', ')
}

const textOf = ({ product, job = '' }: PricedCartLine) =>
  `${product?.name ?? ''} ${product?.sku ?? ''} ${(product?.sku ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '')} ${job}`.toLowerCase()
