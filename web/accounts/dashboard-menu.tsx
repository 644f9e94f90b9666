import {
  BadgePlus,
  ClipboardList,
  Inbox,
  type LucideIcon,
  MessageSquareQuote,
  PackageSearch,
  PencilLine,
  ShieldPlus,
  UserRound,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'

interface Item {
  to: string
  text: string
  Icon: LucideIcon
}

const profile: Item = { to: '/dashboard/my-profile', text: 'My Profile', Icon: UserRound }

const menus: Record<SignedIn['role'], Item[]> = {
  customer: [
    profile,
    { to: '/dashboard', text: 'My Order', Icon: ClipboardList },
    { to: '/dashboard/review', text: 'Add A Review', Icon: MessageSquareQuote },
  ],
  admin: [
    profile,
    { to: '/dashboard/all-order', text: 'All Order', Icon: ClipboardList },
    { to: '/dashboard/manage-products', text: 'Manage All Products', Icon: PackageSearch },
    { to: '/dashboard/add-product', text: 'Add A Product', Icon: BadgePlus },
    { to: '/dashboard/make-admin', text: 'Make Admin', Icon: ShieldPlus },
    { to: '/dashboard/reviews', text: 'Reviews', Icon: MessageSquareQuote },
    { to: '/dashboard/outbox', text: 'Outbox', Icon: Inbox },
    { to: '/dashboard/site-content', text: 'Site Content', Icon: PencilLine },
  ],
}

/** The pages of the dashboard that this person has, the shown one marked. */
export function DashboardMenu({ person, onChoose }: { person: SignedIn; onChoose?: () => void }) {
  const { pathname } = useLocation()
  const shown = shownItem(pathname, person.role)
  return (
    <nav aria-label="Dashboard">
      <ul className="grid gap-1">
        {menus[person.role].map(({ to, text, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              aria-current={to === shown ? 'page' : undefined}
              {...(onChoose && { onClick: onChoose })}
              className="flex min-h-11 items-center gap-3 rounded-field border-l-4 border-transparent px-3 font-heading text-[1.0625rem] font-bold hover:bg-base-200 aria-[current=page]:border-primary aria-[current=page]:bg-base-200"
            >
              <Icon aria-hidden="true" size={20} className="shrink-0 opacity-75" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** An order and its payment belong to the orders; an admin's start page is the list of all orders. */
function shownItem(pathname: string, role: SignedIn['role']): string {
  const path = pathname.replace(/\/+$/, '')
  const isOrders = path === '/dashboard' || /^\/dashboard\/(?:payment|order|all-order)\//.test(path)
  if (path.startsWith('/dashboard/manage-products/')) return '/dashboard/manage-products'
  return isOrders ? (role === 'admin' ? '/dashboard/all-order' : '/dashboard') : path
}
