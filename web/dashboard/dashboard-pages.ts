import {
  BadgeCheck,
  BadgePlus,
  Cable,
  BookText,
  CalendarCheck,
  CarFront,
  Car,
  ChartColumn,
  ClipboardList,
  CreditCard,
  FileSpreadsheet,
  FileDown,
  FolderTree,
  Footprints,
  History,
  IdCard,
  Inbox,
  KeyRound,
  Layers,
  ListChecks,
  ListTodo,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  MessageSquareQuote,
  PackageOpen,
  PackageSearch,
  PencilLine,
  Percent,
  Repeat,
  Scale,
  ScanBarcode,
  Search,
  ShieldPlus,
  ShoppingCart,
  SlidersHorizontal,
  Store,
  Tag,
  TicketPercent,
  Truck,
  UserRound,
  UsersRound,
  WholeWord,
  Webhook,
} from 'lucide-react'
import { exportReaders } from '#contract/exports.ts'
import { orderReaders, type Permission } from '#contract/permissions.ts'
import { taskReaders } from '#contract/reports.ts'
import { isStaff, mayUse, ownOrdersPage } from '#web/identity/dashboard-user.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import type { MessageId } from '#web/i18n/messages.ts'

/** Describes a page of the menu. */
export interface Item {
  to: string
  words: MessageId
  Icon: LucideIcon
}

/** Is shown to admins, and to staff with the permission. */
interface StaffItem extends Item {
  needs: Permission | readonly Permission[]
}

const profile: Item = { to: '/dashboard/my-profile', words: 'profile.title', Icon: UserRound }

const customerItems: Item[] = [
  { to: '/dashboard', words: 'orders.mine.link', Icon: ClipboardList },
  { to: '/dashboard/review', words: 'reviews.add', Icon: MessageSquareQuote },
  { to: '/dashboard/lists', words: 'lists.title', Icon: ListChecks },
  { to: '/dashboard/bought', words: 'bought.title', Icon: Repeat },
  { to: '/dashboard/garage', words: 'garage.title', Icon: CarFront },
  { to: '/dashboard/statement', words: 'statement.title', Icon: BookText },
]

/** Lists the pages about the own account, which the profile of the specification does not have. */
const accountItems: Item[] = [
  { to: '/dashboard/addresses', words: 'addresses.title', Icon: MapPin },
  { to: '/dashboard/vat-numbers', words: 'tax-id.title', Icon: BadgeCheck },
  { to: '/dashboard/cards', words: 'cards.title', Icon: CreditCard },
  { to: '/dashboard/security', words: 'security.title', Icon: LockKeyhole },
]

/** Lists the pages of staff in groups, the daily ones first. */
const staffGroups: { title?: MessageId; items: readonly StaffItem[] }[] = [
  {
    items: [{ to: '/dashboard/today', words: 'today.title', Icon: CalendarCheck, needs: taskReaders }],
  },
  {
    title: 'word.orders',
    items: [
      { to: '/dashboard/all-order', words: 'orders.all.title', Icon: ClipboardList, needs: orderReaders },
      { to: '/dashboard/returns', words: 'returns.title', Icon: PackageOpen, needs: orderReaders },
      { to: '/dashboard/sales', words: 'sales.title', Icon: ChartColumn, needs: 'orders' },
      { to: '/dashboard/journal', words: 'journal.title', Icon: BookText, needs: 'orders' },
      { to: '/dashboard/tax-report', words: 'tax-report.title', Icon: Percent, needs: 'orders' },
      { to: '/dashboard/visits', words: 'visits.title', Icon: Footprints, needs: 'orders' },
    ],
  },
  {
    title: 'menu.catalog',
    items: [
      { to: '/dashboard/manage-products', words: 'products.manage', Icon: PackageSearch, needs: 'catalog' },
      { to: '/dashboard/add-product', words: 'products.add', Icon: BadgePlus, needs: 'catalog' },
      { to: '/dashboard/categories', words: 'word.categories', Icon: FolderTree, needs: 'catalog' },
      { to: '/dashboard/brands', words: 'search.brands', Icon: Tag, needs: 'catalog' },
      { to: '/dashboard/attributes', words: 'attributes.title', Icon: SlidersHorizontal, needs: 'catalog' },
      { to: '/dashboard/price-lists', words: 'price-lists.title', Icon: Layers, needs: 'prices' },
      { to: '/dashboard/discounts', words: 'discounts.title', Icon: TicketPercent, needs: 'prices' },
      { to: '/dashboard/vehicles', words: 'fitments.title', Icon: Car, needs: 'catalog' },
      { to: '/dashboard/phrases', words: 'phrases.title', Icon: WholeWord, needs: 'catalog' },
      { to: '/dashboard/searches', words: 'searches.title', Icon: Search, needs: 'catalog' },
      {
        to: '/dashboard/imports',
        words: 'imports.title',
        Icon: FileSpreadsheet,
        needs: ['catalog', 'prices', 'customers'],
      },
      { to: '/dashboard/exports', words: 'exports.title', Icon: FileDown, needs: exportReaders },
    ],
  },
  {
    title: 'word.customers',
    items: [
      { to: '/dashboard/customers', words: 'word.customers', Icon: UsersRound, needs: 'customers' },
      { to: '/dashboard/make-admin', words: 'users.title', Icon: ShieldPlus, needs: 'users' },
    ],
  },
  {
    title: 'menu.content',
    items: [
      { to: '/dashboard/site-content', words: 'content.title', Icon: PencilLine, needs: 'content' },
      { to: '/dashboard/legal', words: 'legal-texts.title', Icon: Scale, needs: 'content' },
      { to: '/dashboard/reviews', words: 'reviews.title', Icon: MessageSquareQuote, needs: 'content' },
    ],
  },
  {
    title: 'word.settings',
    items: [
      { to: '/dashboard/store', words: 'store.title', Icon: Store, needs: 'settings' },
      { to: '/dashboard/shipping', words: 'word.shipping', Icon: Truck, needs: 'settings' },
      { to: '/dashboard/tax', words: 'word.tax', Icon: Percent, needs: 'settings' },
      { to: '/dashboard/selling', words: 'selling.title', Icon: ListTodo, needs: 'settings' },
      { to: '/dashboard/connections', words: 'connections.title', Icon: Cable, needs: 'settings' },
      { to: '/dashboard/staff', words: 'word.staff', Icon: IdCard, needs: 'users' },
      { to: '/dashboard/outbox', words: 'word.outbox', Icon: Inbox, needs: 'everything' },
      { to: '/dashboard/api-keys', words: 'api-keys.title', Icon: KeyRound, needs: 'everything' },
      { to: '/dashboard/webhooks', words: 'webhooks.title', Icon: Webhook, needs: 'everything' },
      { to: '/dashboard/audit-log', words: 'audit.title', Icon: History, needs: 'users' },
    ],
  },
]

/** Returns the page that the dashboard of staff begins with: Today, or else the first one of their role; undefined for a customer. */
export const firstStaffPage = (person: SignedIn): string | undefined =>
  staffGroups.flatMap(({ items }) => items).find(({ needs }) => mayUse(person, needs))?.to

/** Returns the pages with which a person buys. */
const buyingItems = (person: SignedIn): Item[] =>
  customerItems.map((item) => (item.to === '/dashboard' ? { ...item, to: ownOrdersPage(person) } : item))

/** Returns the pages with which an admin buys: none to review, since customers do that. */
const buyingItemsOfAdmin = (person: SignedIn): Item[] => [
  { to: '/cart', words: 'cart.title', Icon: ShoppingCart },
  ...buyingItems(person).filter(({ to }) => to !== '/dashboard/review'),
]

/** Describes a part of the menu: pages without a title are always in sight. */
export interface Group {
  title?: MessageId
  items: readonly Item[]
}

/** Lists the pages that the specification names for admins; the menu of an admin begins with them. */
const firstPagesOfAdmin = new Set([
  '/dashboard/all-order',
  '/dashboard/manage-products',
  '/dashboard/add-product',
  '/dashboard/make-admin',
])

const account: Group = { title: 'word.account', items: accountItems }

/** Returns the pages of this person, those of staff first: they are customers, too. */
export function menuOf(person: SignedIn): Group[] {
  const [daily, ...all] = staffGroups.map(({ items, ...title }) => ({
    ...title,
    items: items.filter(({ needs }) => mayUse(person, needs)),
  }))
  const today = daily?.items ?? []
  if (!isStaff(person)) return [{ items: [profile, ...buyingItems(person)] }, account]
  const isAdmin = person.role === 'admin'
  const first = isAdmin ? all.flatMap(({ items }) => items.filter(({ to }) => firstPagesOfAdmin.has(to))) : []
  const groups = all.map(({ items, ...title }) => ({
    ...title,
    items: items.filter(({ to }) => !isAdmin || !firstPagesOfAdmin.has(to)),
  }))
  const buying: Group = {
    title: 'dashboard.buying',
    items: isAdmin ? buyingItemsOfAdmin(person) : buyingItems(person),
  }
  return [{ items: [profile, ...first, ...today] }, ...groups.filter(({ items }) => items.length > 0), buying, account]
}

/** Lists pages that other pages lead to, for the search of staff. */
const innerPages: readonly StaffItem[] = [
  { to: '/dashboard/pack', words: 'pack.title', Icon: ScanBarcode, needs: 'shipping' },
  { to: '/dashboard/pick-list', words: 'pick-list.title', Icon: ClipboardList, needs: orderReaders },
  { to: '/dashboard/return-settings', words: 'return-settings.title', Icon: PackageOpen, needs: 'settings' },
  { to: '/dashboard/return-reasons', words: 'return-reasons.title', Icon: PackageOpen, needs: 'orders' },
  { to: '/dashboard/groups', words: 'groups.title', Icon: Layers, needs: 'prices' },
  {
    to: '/dashboard/import-sources',
    words: 'import-sources.title',
    Icon: FileSpreadsheet,
    needs: ['catalog', 'prices', 'customers'],
  },
  { to: '/dashboard/tax-buyers', words: 'tax.buyers', Icon: Percent, needs: 'settings' },
  { to: '/dashboard/failed-jobs', words: 'jobs.title', Icon: History, needs: 'everything' },
]

/** Returns all pages of a person, also those that the menu does not list. */
export const pagesOf = (person: SignedIn): Item[] => [
  ...menuOf(person).flatMap(({ items }) => items),
  ...innerPages.filter(({ needs }) => mayUse(person, needs)),
]

/** Returns the current item; order and payment pages belong to the orders. */
export function shownItem(pathname: string, person: SignedIn): string {
  const path = pathname.replace(/\/+$/, '')
  const isOrders = /^\/dashboard\/(?:payment|order)\//.test(path)
  if (path.startsWith('/dashboard/manage-products/')) return '/dashboard/manage-products'
  if (path.startsWith('/dashboard/attributes/') || path === '/dashboard/category-attributes')
    return '/dashboard/attributes'
  if (/^\/dashboard\/(?:price-lists\/|groups)/.test(path)) return '/dashboard/price-lists'
  if (path.startsWith('/dashboard/discounts/')) return '/dashboard/discounts'
  if (/^\/dashboard\/import(?:s\/|-)/.test(path)) return '/dashboard/imports'
  if (path === '/dashboard/tax-buyers') return '/dashboard/tax'
  if (path.startsWith('/dashboard/lists/')) return '/dashboard/lists'
  if (path.startsWith('/dashboard/customers/')) return '/dashboard/customers'
  if (path.startsWith('/dashboard/legal/')) return '/dashboard/legal'
  if (path.startsWith('/dashboard/users/')) return '/dashboard/make-admin'
  if (path.startsWith('/dashboard/all-order/') || /^\/dashboard\/(?:pack|packing-slips|pick-list)$/.test(path))
    return '/dashboard/all-order'
  if (/^\/dashboard\/return(?:s\/|-)/.test(path)) return '/dashboard/returns'
  if (path === '/dashboard/failed-jobs') return '/dashboard/today'
  // Staff are on their way to their first page.
  if (path === '/dashboard') return firstStaffPage(person) ?? ownOrdersPage(person)
  // Staff read the papers of all buyers there.
  if (path.includes('/credit-note/') && mayUse(person, 'orders')) return '/dashboard/all-order'
  return isOrders ? ownOrdersPage(person) : path
}
