import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type Group, type Item, menuOf, shownItem } from '#web/dashboard/dashboard-pages.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { Button } from '#web/ui/button.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Sets how many pages are shown at once: the groups that come after them are folded. */
const maxUnfolded = 12

/** Holds the groups that were opened on this visit: the menu of small screens is made again each time. */
const opened = new Set<MessageId>()

/** Shows the dashboard pages of this role, the current one marked; the group of the current page is open. */
export function DashboardMenu({
  person,
  onChoose,
  onFind,
}: {
  person: SignedIn
  onChoose?: () => void
  /** Opens the search; absent for those who are no staff. */
  onFind?: (() => void) | undefined
}) {
  const { pathname } = useLocation()
  const shown = shownItem(pathname, person)
  const menu = useRef<HTMLElement>(null)
  const groups = menuOf(person)
  // The menu may be longer than the window. Only what it scrolls in is scrolled, never the page.
  useEffect(() => {
    const frame = menu.current?.closest('aside, dialog')
    const item = menu.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!frame || !item) return
    const { top, bottom } = frame.getBoundingClientRect()
    const below = item.bottom - Math.min(bottom, window.innerHeight)
    if (item.top < top) frame.scrollTop -= top - item.top
    else if (below > 0) frame.scrollTop += below
  }, [shown])
  return (
    <nav ref={menu} aria-label={t('nav.dashboard')}>
      {onFind ? (
        <Button
          variant="outline"
          className="sticky top-0 z-1 mb-3 w-full bg-base-100"
          aria-keyshortcuts="Control+K"
          onClick={onFind}
        >
          <Search aria-hidden="true" size={18} /> {t('find.title')}
          <kbd aria-hidden="true" className="muted ml-auto text-sm max-lg:hidden">
            {t('find.key')}
          </kbd>
        </Button>
      ) : null}
      {groups.map((group, at) => {
        const pages = groups.slice(0, at + 1).reduce((sum, { items }) => sum + items.length, 0)
        const list = <Items group={group} shown={shown} onChoose={onChoose} />
        if (!group.title) return <div key="">{list}</div>
        const isCurrent = group.items.some(({ to }) => to === shown)
        return pages > maxUnfolded ? (
          <Fold key={`${group.title} ${isCurrent}`} title={group.title} isCurrent={isCurrent}>
            {list}
          </Fold>
        ) : (
          <div key={group.title}>
            <h2 className="eyebrow mt-5 mb-1 border-t border-base-300 px-3 pt-4">{t(group.title)}</h2>
            {list}
          </div>
        )
      })}
    </nav>
  )
}

/** Folds a group of pages under its title; what was opened stays open on this visit. */
function Fold({ title, isCurrent, children }: { title: MessageId; isCurrent: boolean; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(isCurrent || opened.has(title))
  return (
    <details
      open={isOpen}
      className="group mt-1 border-t border-base-300 pt-1"
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        if (open) opened.add(title)
        else opened.delete(title)
      }}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between rounded-field px-3 hover:bg-base-200 [&::-webkit-details-marker]:hidden">
        <h2 className="eyebrow">{t(title)}</h2>
        <ChevronDown aria-hidden="true" size={18} className="shrink-0 opacity-75 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

function Items({
  group: { title, items },
  shown,
  onChoose,
}: {
  group: Group
  shown: string
  onChoose: (() => void) | undefined
}) {
  return (
    <ul {...(title && { 'aria-label': t(title) })} className="grid gap-1">
      {items.map((item) => (
        <li key={item.to}>
          <PageLink item={item} isShown={item.to === shown} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

function PageLink({
  item: { to, words, Icon },
  isShown,
  onChoose,
}: {
  item: Item
  isShown: boolean
  onChoose: (() => void) | undefined
}) {
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={isShown ? 'page' : undefined}
      {...(onChoose && { onClick: onChoose })}
      className="flex min-h-11 items-center gap-3 rounded-field border-l-4 border-transparent px-3 font-heading text-[1.0625rem] font-bold hover:bg-base-200 aria-[current=page]:border-primary aria-[current=page]:bg-base-200"
    >
      <Icon aria-hidden="true" size={20} className="shrink-0 opacity-75" />
      {t(words)}
    </Link>
  )
}
