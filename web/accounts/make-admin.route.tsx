import { Link } from 'react-router'
import { demoteAdmin, listUsers, makeAdmin, removeUser, type User } from '#contract/accounts.ts'
import { staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { type WithReauthentication, useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { useList, write } from '#web/api/queries.ts'
import { ListView } from '#web/page/list-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { refreshRole } from '#web/identity/session-changes.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/make-admin.route.ts'

export const handle = staffWith('users')

export const meta: Route.MetaFunction = () => hiddenPage(t('users.title'))

export default function MakeAdminRoute() {
  const { email } = usePerson()
  const filter = useListFilter({ role: ['', 'admin', 'customer'] })
  const list = useList(listUsers, { query: filter.query })
  const { withReauthentication, dialog } = useReauthentication()
  const promoting = usePromoteUser(withReauthentication)
  const demoting = useDemoteAdmin(withReauthentication)
  const removing = useRemoveUser(withReauthentication)
  const columns: Column<User>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => (index + 1).toLocaleString(currentLocale()) },
    { head: t('users.email'), phone: 'title', cell: (user) => <UserEmail user={user} isYou={user.email === email} /> },
    {
      head: t('word.role'),
      fit: true,
      cell: (user) => (
        <RoleCell user={user} onPromote={() => promoting.ask(user)} onDemote={() => demoting.ask(user)} />
      ),
    },
    {
      head: t('word.remove'),
      fit: true,
      cell: (user) => (
        <Button
          size="sm"
          variant="quiet"
          className="whitespace-nowrap text-error"
          disabled={user.email === email}
          onClick={() => removing.ask(user)}
          aria-describedby={`user-${user._id}`}
        >
          {t('users.remove')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeading title={t('users.title')} text={t('users.text')} />
      <div className="mt-6">
        <SavedViews list="users" />
        <ListFilter
          label={t('users.search')}
          text={filter.q}
          onText={(q) => filter.narrow({ q })}
          kinds={kinds.map(({ kind, words }) => ({ kind, label: t(words) }))}
          kind={filter.role}
          onKind={(role) => filter.narrow({ role })}
        />
        <ListView
          list={list}
          columns={columns}
          caption={t('users.all')}
          loading={t('users.loading')}
          failed={t('users.failed')}
          filter={filter}
          noMatch={{
            title: t('users.none'),
            text: filter.words ? t('users.none-text', { words: filter.words }) : t('list.none-of-kind'),
            showAll: t('users.show-all'),
          }}
          empty={null}
        />
      </div>
      {promoting.dialog}
      {demoting.dialog}
      {removing.dialog}
      {dialog}
    </>
  )
}

const kinds = [
  { kind: '', words: 'word.all' },
  { kind: 'admin', words: 'users.admins' },
  { kind: 'customer', words: 'word.customers' },
] as const

function UserEmail({ user, isYou }: { user: User; isYou: boolean }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        <Link
          id={`user-${user._id}`}
          to={`/dashboard/users/${user._id}`}
          prefetch="intent"
          className="min-w-0 underline decoration-base-content/35 underline-offset-4 hover:decoration-current"
        >
          {user.email}
        </Link>
        {isYou ? <Badge>{t('users.you')}</Badge> : null}
        {user.emailVerified ? null : <Badge tone="warning">{t('users.not-verified')}</Badge>}
        {user.disabled ? <Badge tone="error">{t('users.disabled')}</Badge> : null}
      </span>
      {user.displayName ? <span className="muted block text-sm">{user.displayName}</span> : null}
    </>
  )
}

function RoleCell(props: { user: User; onPromote: () => void; onDemote: () => void }) {
  const { user, onPromote, onDemote } = props
  const button = 'whitespace-nowrap'
  if (user.role === 'customer') {
    return (
      <Button size="sm" variant="outline" className={button} onClick={onPromote} aria-describedby={`user-${user._id}`}>
        {t('users.promote')}
      </Button>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 gap-y-1 max-md:justify-end md:max-xl:flex-col md:max-xl:items-start md:max-xl:gap-0 xl:flex-nowrap">
      <span className="muted whitespace-nowrap">{t('users.already-admin')}</span>
      <Button
        size="sm"
        variant="quiet"
        className={`${button} md:max-xl:-ml-3`}
        onClick={onDemote}
        aria-describedby={`user-${user._id}`}
      >
        {t('users.demote')}
      </Button>
    </span>
  )
}

/** Makes a user an admin after a confirmation. */
function usePromoteUser(withReauthentication: WithReauthentication) {
  return useConfirm<User>(
    ({ email }) => ({
      title: t('users.promote-title', { email }),
      text: t('users.promote-text'),
      confirmLabel: t('users.promote'),
      variant: 'primary',
    }),
    async ({ email }) => {
      try {
        await withReauthentication(async () => {
          await write(makeAdmin, { params: { email } })
          toast.success(t('users.promoted'))
        })
      } catch (error) {
        const isRefused = error instanceof ApiProblem && error.status === 403
        toast.error(isRefused ? t('users.promote-failed') : errorMessageOf(error))
      }
    },
  )
}

/** Demotes an admin after a confirmation. */
function useDemoteAdmin(withReauthentication: WithReauthentication) {
  const { email } = usePerson()
  return useConfirm<User>(
    (user) => ({
      title: t('users.demote-title', { email: user.email }),
      text: user.email === email ? t('users.demote-you') : t('users.demote-other'),
      confirmLabel: t('word.remove'),
    }),
    (user) =>
      withReauthentication(async () => {
        await write(demoteAdmin, { params: { email: user.email } })
        toast.success(t('users.demoted'))
        if (user.email === email) await refreshRole()
      }),
  )
}

/** Removes a user after a confirmation. */
function useRemoveUser(withReauthentication: WithReauthentication) {
  return useConfirm<User>(
    ({ email }) => ({
      title: t('users.remove-title', { email }),
      text: t('users.remove-text'),
      confirmLabel: t('word.remove'),
    }),
    ({ email }) =>
      withReauthentication(async () => {
        await write(removeUser, { params: { email } })
        toast.success(t('users.removed'))
      }),
  )
}

export { RouteErrorBoundary as ErrorBoundary }
