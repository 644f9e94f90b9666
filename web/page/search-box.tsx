import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { type Suggestions, suggestSearches } from '#contract/search.ts'
import { call } from '#web/api/call-endpoint.ts'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { t } from '#web/i18n/messages.ts'

const pauseMs = 120
const minLetters = 2
const maxKept = 50

let sent: string | undefined

/** Returns the words that were sent last, once: the page that comes by going back was not asked for. */
export function takeSentWords(): string | undefined {
  const words = sent
  sent = undefined
  return words
}

/** One row of the list, which leads to a page. */
interface Option {
  id: string
  to: string
  text: string
  note?: string | undefined
  /** The id of a product. */
  product?: string
}

interface Group {
  title: string
  options: Option[]
}

/**
 * Searches the catalog, with suggestions while typing: a combobox with a list of links, chosen with arrows and Enter, closed by Escape.
 * Without scripts it is a form. `/` and Ctrl+K focus it.
 */
export function SearchBox(props: {
  label: string
  placeholder: string
  /** The words of the address. */
  q?: string
  className: string
}) {
  const { label, placeholder, q = '', className } = props
  const id = useId()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { groups, ask, close } = useSuggestions(id)
  const [active, setActive] = useState<string>()
  const options = groups.flatMap((group) => group.options)
  const isOpen = options.length > 0
  const current = options.find((option) => option.id === active)
  useShortcuts(input)
  useEffect(() => {
    // The buyer may have typed before the scripts took over.
    const field = input.current
    if (field && field === document.activeElement && field.value !== field.defaultValue) ask(field.value)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  // Runs also when a page is hidden: the way back must not bring words that the address does not have.
  useLayoutEffect(() => {
    const { current: shown } = form
    return () => shown?.reset()
  }, [])

  function shut() {
    setActive(undefined)
    close()
  }

  function send() {
    sent = input.current?.value
    shut()
  }

  function open(option: Option) {
    shut()
    form.current?.reset()
    void navigate(option.to)
  }

  function move(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOpen) return
    if (event.key === 'Escape') {
      // The first press closes the list, the next one empties the field.
      event.preventDefault()
      shut()
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      open(current)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const at = options.findIndex((option) => option.id === active)
      const count = options.length + 1
      // One place between the last and the first is the field itself.
      const next = (at + 1 + (event.key === 'ArrowDown' ? 1 : -1) + count) % count
      const chosen = options[next - 1]?.id
      setActive(chosen)
      if (chosen) document.getElementById(chosen)?.scrollIntoView({ block: 'nearest' })
    }
  }

  return (
    <search
      className={`relative ${className}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) shut()
      }}
    >
      <Form ref={form} action="/products" className="relative" onSubmit={send}>
        <label className="flex min-h-11 w-full items-center rounded-field border border-white/25 bg-white/8 pr-3 pl-11 text-[0.9375rem] focus-within:outline-3 focus-within:outline-primary">
          <span className="sr-only">{label}</span>
          <input
            ref={input}
            type="search"
            name="q"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={current?.id}
            aria-keyshortcuts="/ Control+K"
            defaultValue={q}
            maxLength={maxLengths.search}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="w-full min-w-0 bg-transparent outline-none placeholder:text-current placeholder:opacity-70"
            onChange={({ target }) => {
              setActive(undefined)
              ask(target.value)
            }}
            onKeyDown={move}
          />
        </label>
        <button
          type="submit"
          aria-label={t('products.search-button')}
          className="absolute top-0 grid size-11 place-items-center"
        >
          <Search aria-hidden="true" size={18} />
        </button>
      </Form>
      {isOpen ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('search.suggestions')}
          className="absolute inset-x-0 top-full z-40 mt-1 max-h-[70vh] overflow-y-auto rounded-box border border-base-300 bg-base-100 py-2 text-base text-base-content shadow-lift sm:right-auto sm:w-max sm:max-w-[min(36rem,90vw)] sm:min-w-full lg:right-0 lg:left-auto"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <p aria-hidden="true" className="muted px-4 pt-2 pb-1 text-sm font-semibold">
                {group.title}
              </p>
              {group.options.map((option) => (
                <div
                  key={option.id}
                  id={option.id}
                  role="option"
                  aria-selected={option.id === active}
                  className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5 hover:bg-base-200 aria-selected:bg-base-200 aria-selected:shadow-[inset_3px_0_0_var(--color-primary)]"
                  onClick={() => open(option)}
                >
                  <span className="font-semibold wrap-anywhere">{option.text}</span>
                  {option.note ? <span className="muted text-sm wrap-anywhere">{option.note}</span> : null}
                  {option.product ? <FitMark productId={option.product} className="w-full" /> : null}
                </div>
              ))}
            </div>
          ))}
        </div>
      ) : null}
      <span role="status" className="sr-only">
        {isOpen ? t('search.count', { count: options.length }) : ''}
      </span>
    </search>
  )
}

/** Fetches suggestions a moment after the last key; what is stale is aborted, and answers of this visit are kept. */
function useSuggestions(id: string) {
  const [groups, setGroups] = useState<Group[]>([])
  const asking = useRef<{ timer?: ReturnType<typeof setTimeout>; stop?: AbortController }>({})
  const kept = useRef(new Map<string, Suggestions>())
  const stop = () => {
    clearTimeout(asking.current.timer)
    asking.current.stop?.abort()
  }
  useEffect(() => stop, [])

  async function load(q: string) {
    const controller = new AbortController()
    asking.current.stop = controller
    try {
      const found = kept.current.get(q) ?? (await call(suggestSearches, { query: { q }, signal: controller.signal }))
      if (kept.current.size >= maxKept) kept.current.clear()
      kept.current.set(q, found)
      if (!controller.signal.aborted) setGroups(groupsOf(found, id))
    } catch {
      // Enter searches as without suggestions.
      if (!controller.signal.aborted) setGroups([])
    }
  }

  return {
    groups,
    ask: (text: string) => {
      stop()
      const q = text.trim().toLowerCase()
      if (q.length < minLetters) setGroups([])
      else asking.current.timer = setTimeout(() => void load(q), pauseMs)
    },
    close: () => {
      stop()
      setGroups([])
    },
  }
}

function groupsOf({ numbers, categories, brands, products }: Suggestions, id: string): Group[] {
  const near = numbers.filter(({ isNear }) => isNear)
  const isUnknown = near.length === numbers.length
  const numberGroups = [
    { title: t('word.part-numbers'), found: numbers.filter(({ isNear }) => !isNear) },
    { title: t(isUnknown ? 'search.no-number' : 'search.similar-numbers'), found: near },
  ]
  const groups: Group[] = [
    ...numberGroups.map(({ title, found }, part) => ({
      title,
      options: found.map(({ product, name, brand, kind, maker, number }, at) => ({
        id: `${id}-number-${part}-${at}`,
        product,
        to: `/products/${product}`,
        text: kind === 'own' ? brandedNumber({ brand, sku: number }) : number,
        note:
          kind === 'own'
            ? name
            : `${[t(`part-number.${kind}`), maker].filter(Boolean).join(' ')} · ${[brand, name].filter(Boolean).join(' ')}`,
      })),
    })),
    {
      title: t('search.categories'),
      options: categories.map(({ category, name }, at) => ({
        id: `${id}-category-${at}`,
        to: `/categories/${category}`,
        text: name,
      })),
    },
    {
      title: t('search.brands'),
      options: brands.map(({ brand, name }, at) => ({
        id: `${id}-brand-${at}`,
        to: `/products?f=brand:${encodeURIComponent(brand)}`,
        text: name,
      })),
    },
    {
      title: t('search.products'),
      options: products.map(({ product, name, brand, sku }, at) => ({
        id: `${id}-product-${at}`,
        product,
        to: `/products/${product}`,
        text: name,
        note: brandedNumber({ brand, sku }) || undefined,
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** Focuses the field on `/` and Ctrl+K, unless something else is being typed into or the field is not shown. */
function useShortcuts(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function focus(event: globalThis.KeyboardEvent) {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isFind = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], dialog')
      const field = input.current
      if (!(isFind || (isSlash && !isTyping)) || event.defaultPrevented || !field?.checkVisibility()) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}
