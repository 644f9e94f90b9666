import { PanelLeftOpen, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { currentStore } from '#web/i18n/current-store.ts'
import { TimeZone } from '#web/ui/date-time.tsx'
import { DashboardMenu } from '#web/dashboard/dashboard-menu.tsx'
import { firstStaffPage } from '#web/dashboard/dashboard-pages.ts'
import { StaffSearch, useFindShortcut } from '#web/dashboard/staff-search.tsx'
import { isDashboardHandle, isStaff, mayOpen } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import '#web/identity/clear-queries.ts'
import { refreshRole } from '#web/identity/session-changes.ts'
import { type SignedIn, RequireSignIn } from '#web/identity/require-sign-in.tsx'
import NotFoundRoute from '#web/page/not-found.route.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/dashboard.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('dashboard.page-title'))

export default function DashboardRoute() {
  return <RequireSignIn>{(person) => <Dashboard person={person} />}</RequireSignIn>
}

export { RouteErrorBoundary as ErrorBoundary }

function Dashboard({ person }: { person: SignedIn }) {
  const isRoleFresh = useFreshRole(person.email)
  const isStart = /^\/dashboard\/*$/.test(useLocation().pathname)
  const staffPage = isStart ? firstStaffPage(person) : undefined
  const [isFinding, setFinding] = useState(false)
  const find = isStaff(person) ? () => setFinding(true) : undefined
  useFindShortcut(find !== undefined, () => setFinding(true))
  const handle = useMatches().findLast((match) => isDashboardHandle(match.handle))?.handle
  if (isDashboardHandle(handle) && !mayOpen(handle, person)) {
    if (!isRoleFresh) return <PageSpinner />
    // Strangers and customers do not learn what there is; staff do from their menu and their colleagues.
    return isStaff(person) && handle.only === 'staff' ? <NotYourRole /> : <NotFoundRoute />
  }
  return (
    <div className="page-width grid items-start gap-x-8 py-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-10 print:block">
      {/* A menu that is longer than the window scrolls by itself; the padding keeps the focus ring of its entries visible. */}
      <aside className="no-print lg:sticky lg:top-24 lg:-mx-1 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:overscroll-contain lg:px-1 lg:pb-1">
        <SmallScreenMenu person={person} onFind={find} />
        <div className="hidden lg:block">
          <PersonCard person={person} />
          <DashboardMenu person={person} onFind={find} />
        </div>
        {find ? <StaffSearch person={person} open={isFinding} onClose={() => setFinding(false)} /> : null}
      </aside>
      <div className="min-w-0">
        <TimeZone value={isStaff(person) ? currentStore().timeZone : undefined}>
          {staffPage === undefined ? <Outlet context={person} /> : <Navigate to={staffPage} replace />}
        </TimeZone>
      </div>
    </div>
  )
}

function NotYourRole() {
  return (
    <div className="page-width py-10">
      <PageHeading title={t('dashboard.not-your-role')} text={t('dashboard.not-your-role-text')} />
      <p className="mt-6">
        <ButtonLink to="/dashboard" variant="outline">
          {t('nav.dashboard')}
        </ButtonLink>
      </p>
    </div>
  )
}

function SmallScreenMenu({ person, onFind }: { person: SignedIn; onFind: (() => void) | undefined }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="mb-5 flex flex-wrap gap-2 lg:hidden">
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PanelLeftOpen aria-hidden="true" size={20} /> {t('dashboard.open')}
      </Button>
      {onFind ? (
        <Button variant="outline" onClick={onFind}>
          <Search aria-hidden="true" size={18} /> {t('find.title')}
        </Button>
      ) : null}
      <Drawer open={open} onClose={close} title={t('nav.dashboard')}>
        <PersonCard person={person} />
        <DashboardMenu person={person} onChoose={close} />
      </Drawer>
    </div>
  )
}

function PersonCard({ person }: { person: SignedIn }) {
  const name = person.name || person.email
  return (
    <div className="mb-3 border-b border-base-300 px-3 pb-4">
      <p className="truncate font-semibold" title={name}>
        {name}
      </p>
      {person.name ? (
        <p className="muted truncate text-sm" title={person.email}>
          {person.email}
        </p>
      ) : null}
      {person.role === 'admin' ? (
        <p className="mt-2">
          <Badge tone="info">{t('api.admin')}</Badge>
        </p>
      ) : null}
    </div>
  )
}

/** Whether the server was asked for the role since this page was opened; without an answer the known role holds. */
function useFreshRole(email: string): boolean {
  const [freshFor, setFreshFor] = useState<string>()
  useEffect(() => {
    let isHere = true
    refreshRole()
      .catch(() => undefined) // the server checks each call anyway
      .finally(() => {
        if (isHere) setFreshFor(email)
      })
    return () => {
      isHere = false
    }
  }, [email])
  return freshFor === email
}
