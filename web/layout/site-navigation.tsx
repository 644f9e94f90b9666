import { ListPlus, Menu } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { CartLink } from '#web/carts/cart-link.tsx'
import { signOut, useSession } from '#web/identity/session.ts'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { useRootData } from '#web/page/root-data.ts'
import { SearchBox } from '#web/page/search-box.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

const pages = [
  { to: '/', word: 'nav.home' },
  { to: '/products', word: 'nav.products' },
  { to: '/blog', word: 'nav.blog' },
  { to: '/dashboard', word: 'nav.dashboard' },
  { to: '/portfolio', word: 'nav.portfolio' },
] as const satisfies { to: string; word: MessageId }[]

/** Returns the pages of the menu but those that the seller hides. */
function usePages() {
  const hidden = useRootData()?.settings.hiddenPages
  return hidden ? pages.filter(({ to }) => !hidden.includes(to)) : pages
}

/** Shows the navigation. On desktops the dashboard link is for signed-in users only; the menu of small screens always has it. */
export function SiteNavigation() {
  return (
    <header className="no-print sticky top-0 z-30 border-b border-white/10 on-dark bg-neutral text-neutral-content">
      <div className="page-width flex items-center gap-x-1 max-sm:flex-wrap sm:gap-x-4">
        <Link
          to="/"
          aria-label={currentStore().name}
          className="flex h-16 items-center rounded-field max-sm:grow max-sm:basis-0 has-[.wrap-anywhere,img]:min-w-0"
        >
          <Wordmark />
        </Link>
        <nav aria-label={t('nav.main')} className="hidden items-center lg:flex">
          {usePages().map((page) =>
            page.to === '/dashboard' ? <DashboardLink key={page.to} /> : <NavigationLink key={page.to} {...page} />,
          )}
        </nav>
        {/* Its place for the button stands before the button does, so that a page drawn in the middle of its HTML does not move. */}
        <div className="items-center justify-end gap-2 max-sm:contents sm:flex sm:grow lg:grid lg:grid-cols-[minmax(0,18rem)_2.75rem_2.75rem_minmax(6.5rem,auto)] lg:gap-x-2 xl:gap-x-4">
          {/* On phones it stands below the rest of the bar. */}
          <CatalogSearch className="min-w-0 grow max-sm:order-last max-sm:mb-3 max-sm:w-full sm:max-lg:max-w-72" />
          <Link
            to="/quick-order"
            prefetch="intent"
            aria-label={t('quick-order.title')}
            title={t('quick-order.title')}
            className="hidden size-11 shrink-0 place-items-center rounded-field hover:bg-white/10 lg:col-start-2 lg:grid"
          >
            <ListPlus aria-hidden="true" />
          </Link>
          <CartLink />
          <SessionLink />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

/** Searches the catalog from every page; a list of products shows there what it was searched for. */
function CatalogSearch({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  const isList = pathname === '/products' || pathname.startsWith('/categories/')
  const q = isList ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <SearchBox
      key={`${pathname} ${q}`}
      q={q}
      label={t(isList ? 'products.search' : 'nav.search')}
      placeholder={t('nav.search-hint')}
      className={className}
    />
  )
}

const linkClass =
  'flex min-h-11 items-center border-b-2 whitespace-nowrap border-transparent px-2 font-heading xl:px-3 text-[1.0625rem] font-bold hover:text-white aria-[current=page]:border-primary aria-[current=page]:text-white'

function NavigationLink({ to, word, className = '' }: { to: string; word: MessageId; className?: string }) {
  return (
    <NavLink to={to} end={to === '/'} prefetch="intent" className={`${linkClass} ${className}`}>
      {t(word)}
    </NavLink>
  )
}

/**
 * Shows the dashboard link. The page is the same for everyone, so until the session is known CSS decides by the attribute of the
 * html element.
 */
function DashboardLink() {
  const { status } = useSession()
  if (status === 'signed-out') return null
  return (
    <NavigationLink to="/dashboard" word="nav.dashboard" className={status === 'loading' ? 'no-session:hidden' : ''} />
  )
}

// Quiet, so that on each page the page's own button is the one in orange.
const sessionButton =
  'btn lg:col-start-4 min-h-11 min-w-26 border-white/30 bg-white/5 text-neutral-content [box-shadow:none] hover:border-white/60 hover:bg-white/12'

function SessionLink() {
  const { status } = useSession()
  return (
    <>
      {status === 'signed-in' ? null : (
        <Link
          to="/sign-in"
          prefetch="intent"
          className={`${sessionButton} ${status === 'loading' ? 'in-session:hidden' : ''}`}
        >
          {t('nav.sign-in')}
        </Link>
      )}
      {status === 'signed-out' ? null : (
        <SignOutLink className={`${sessionButton} ${status === 'loading' ? 'no-session:hidden' : ''}`} />
      )}
    </>
  )
}

function SignOutLink({ className }: { className: string }) {
  const navigate = useNavigate()
  return (
    <Link
      to="/"
      data-early
      className={className}
      onClick={(event) => {
        event.preventDefault()
        void Promise.resolve(navigate('/')).then(signOut)
      }}
    >
      {t('nav.sign-out')}
    </Link>
  )
}

/** Uses a native disclosure: it opens without JavaScript, and closes after a choice, on Esc and on an outside click. */
function MobileMenu() {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => {
    // It may have been opened before the scripts were there: then it stays open.
    if (shownAt.current === key) setOpen(details.current?.open ?? false)
    else if (details.current) details.current.open = false
    shownAt.current = key
  }, [key])
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      const menu = details.current
      if (!menu) return
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape'
      const elsewhere = event instanceof PointerEvent && event.target instanceof Node && !menu.contains(event.target)
      if (escaped || elsewhere) menu.open = false
      if (escaped) menu.querySelector('summary')?.focus()
    }
    addEventListener('keydown', close)
    addEventListener('pointerdown', close)
    return () => {
      removeEventListener('keydown', close)
      removeEventListener('pointerdown', close)
    }
  }, [open])
  return (
    <details ref={details} className="lg:hidden" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary
        aria-label={t('nav.menu')}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-field hover:bg-white/10 [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" />
      </summary>
      <nav
        aria-label={t('nav.main-small')}
        className="absolute inset-x-0 top-16 grid border-y border-white/15 bg-neutral px-4 pt-2 pb-5 shadow-lift"
      >
        {[...usePages(), { to: '/quick-order', word: 'quick-order.title' } as const].map((page) => (
          <NavigationLink key={page.to} {...page} className="min-h-12 text-xl" />
        ))}
      </nav>
    </details>
  )
}
