import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { foldText } from '#contract/fold-text.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { searchAsStaff, type StaffFinds, staffSearchers } from '#contract/reports.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { pagesOf } from '#web/dashboard/dashboard-pages.ts'
import { mayUse } from '#web/identity/dashboard-user.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { useDebouncedValue } from '#web/page/use-list-filter.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { t } from '#web/i18n/messages.ts'

const pauseMs = 120
const minLetters = 2

interface Option {
  to: string
  text: string
  note?: string | undefined
}

interface Found {
  title: string
  options: Option[]
}

/** Opens on Ctrl+K, before the search of the catalog does. */
export function useFindShortcut(isOn: boolean, open: () => void): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isFind = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
    if (!isFind || document.querySelector('dialog:modal')) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [isOn])
}

/** Finds pages, orders, products and customers; arrows and Enter open what was found. */
export function StaffSearch({ person, open, onClose }: { person: SignedIn; open: boolean; onClose: () => void }) {
  return (
    <Dialog wide open={open} title={t('find.title')} onClose={onClose}>
      <Finder person={person} onClose={onClose} />
    </Dialog>
  )
}

function Finder({ person, onClose }: { person: SignedIn; onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const words = typed.trim()
  const asked = useDebouncedValue(words, pauseMs)
  const isAsking = mayUse(person, staffSearchers) && words.length >= minLetters
  const query = useQuery({
    ...endpointQuery(searchAsStaff, { query: { q: asked } }),
    enabled: isAsking && asked.length >= minLetters,
  })
  const isSettled = !isAsking || (asked === words && !query.isFetching)
  const groups = listFound(person, words, isAsking && asked === words ? query.data : undefined)
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(active, options.length - 1)]

  const choose = useEffectEvent((option: Option) => {
    onClose()
    void navigate(option.to)
  })
  useEffect(() => {
    // Enter was pressed before the answer came, as scanners do.
    if (!isWaiting || !isSettled) return
    setWaiting(false)
    if (options[0]) choose(options[0])
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWaiting, isSettled])

  function move(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || options.length === 0) return
    event.preventDefault()
    const next = (Math.min(active, options.length - 1) + step + options.length) % options.length
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSettled) setWaiting(true)
        else if (current) choose(current)
      }}
    >
      <label className="input min-h-11 w-full text-base">
        <Search aria-hidden="true" size={18} className="shrink-0 opacity-75" />
        <span className="sr-only">{t('find.label')}</span>
        <input
          type="search"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && words !== '' ? `${id}-${options.indexOf(current)}` : undefined}
          value={typed}
          maxLength={maxLengths.search}
          placeholder={t('find.hint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="w-full min-w-0"
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
            setWaiting(false)
          }}
          onKeyDown={move}
        />
      </label>
      <FormError text={isAsking && query.error ? errorMessageOf(query.error) : ''} />
      <div id={`${id}-list`} role="listbox" aria-label={t('find.title')} className="mt-3 h-96 overflow-y-auto">
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p aria-hidden="true" className="muted px-4 pt-2 pb-1 text-sm font-semibold">
              {group.title}
            </p>
            {group.options.map((option) => (
              <div
                key={option.to}
                id={`${id}-${options.indexOf(option)}`}
                role="option"
                aria-selected={option === current && words !== ''}
                className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5 hover:bg-base-200 aria-selected:bg-base-200 aria-selected:shadow-[inset_3px_0_0_var(--color-primary)]"
                onClick={() => choose(option)}
              >
                <span className="font-semibold wrap-anywhere">{option.text}</span>
                {option.note ? <span className="muted text-sm wrap-anywhere">{option.note}</span> : null}
              </div>
            ))}
          </div>
        ))}
        {words !== '' && isSettled && options.length === 0 ? (
          <p className="muted px-4 py-2">{t('find.none', { words })}</p>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {words !== '' && isSettled ? t('find.count', { count: options.length }) : ''}
      </p>
    </form>
  )
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Lists what was found; figures mean numbers of orders and products, so pages stand below them. Without words: all pages. */
function listFound(person: SignedIn, words: string, finds: StaffFinds | undefined): Found[] {
  const beginnings = foldText(words).split(/\s+/)
  const pages = pagesOf(person)
    .map(({ to, words: title }) => ({ to, text: t(title) }))
    .filter(({ text }) => beginnings.every((beginning) => ` ${foldText(text)}`.includes(` ${beginning}`)))
  const { orders = [], products = [], customers = [] } = finds ?? {}
  const ofOrders = {
    title: t('word.orders'),
    options: orders.map(({ _id, number, name, buyer }) => ({
      to: `/dashboard/all-order/${_id}`,
      text: number,
      note: `${buyer} · ${name}`,
    })),
  }
  const ofProducts = {
    title: t('search.products'),
    options: products.map(({ _id, name, sku }) => ({ to: `/dashboard/manage-products/${_id}`, text: name, note: sku })),
  }
  // A part number also finds the orders of the part.
  const isOrderNumber = orders.some(({ number }) => digitsOf(number) === digitsOf(words))
  const records = [
    ...(isOrderNumber ? [ofOrders, ofProducts] : [ofProducts, ofOrders]),
    {
      title: t('word.customers'),
      options: customers.map(({ _id, name, email, company }) => ({
        to: `/dashboard/customers/${_id}`,
        text: company ?? name,
        note: company ? `${name} · ${email}` : email,
      })),
    },
  ]
  const ofPages = { title: t('word.pages'), options: pages }
  const found = /\d/.test(words) ? [...records, ofPages] : [ofPages, ...records]
  return found.filter(({ options }) => options.length > 0)
}
