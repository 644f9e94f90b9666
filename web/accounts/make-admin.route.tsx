import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { demoteAdmin, makeAdmin, removeUser, type User } from '#contract/accounts.ts'
import { usersForAdmin } from '#web/accounts/account-answers.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { type Sure, useProvingAgain } from '#web/accounts/security/prove-again.tsx'
import { ApiProblem, problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { useAsking } from '#web/api/use-asking.tsx'
import { refreshRole } from '#web/identity/session-changes.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/words/language.ts'
import { t, type WordId } from '#web/words/words.ts'
import type { Route } from './+types/make-admin.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [{ title: t('users.page-title') }, { name: 'robots', content: 'noindex' }]

type Role = User['role']
type ChangeRows = (work: (users: readonly User[]) => readonly User[]) => void

export default function MakeAdminRoute() {
  const { email } = usePerson()
  const filter = useUserFilter()
  const users = usePages(usersForAdmin, { viewer: email, q: filter.words, role: filter.role })
  const { list } = users
  const provingAgain = useProvingAgain(email)
  const promoting = usePromoting(users, provingAgain.sure)
  const demoting = useDemoting(users.change, provingAgain.sure)
  const removing = useRemoving(users.change, provingAgain.sure)
  const columns: Column<User>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => (index + 1).toLocaleString(currentLocale()) },
    { head: t('users.email'), phone: 'title', cell: (user) => <UserEmail user={user} isYou={user.email === email} /> },
    {
      head: t('users.role'),
      fit: true,
      cell: (user) => (
        <RoleCell
          user={user}
          busy={promoting.running.includes(user.email)}
          onPromote={() => void promoting.promote(user)}
          onDemote={() => demoting.ask(user)}
        />
      ),
    },
    {
      head: t('users.remove-confirm'),
      fit: true,
      cell: (user) => (
        <Button
          size="sm"
          look="quiet"
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
        <ListFilter
          label={t('users.search')}
          text={filter.text}
          onText={(q) => filter.narrow({ q, role: filter.role })}
          kinds={kinds.map(({ kind, words }) => ({ kind, label: t(words) }))}
          kind={filter.role}
          onKind={(role) => filter.narrow({ q: filter.text, role })}
        />
        {list.state === 'loading' ? <TableSkeleton columns={columns} label={t('users.loading')} /> : null}
        {list.state === 'failed' ? (
          <FailedState title={t('users.failed')} message={list.message} onRetry={() => void users.refresh()} />
        ) : null}
        {list.state === 'ready' && list.value.rows.length === 0 ? (
          <EmptyState
            title={t('users.none')}
            text={filter.words ? t('users.none-text', { words: filter.words }) : t('list.none-of-kind')}
            action={
              <Button look="outline" onClick={() => filter.narrow({ q: '', role: '' })}>
                {t('users.show-all')}
              </Button>
            }
          />
        ) : null}
        {list.state === 'ready' && list.value.rows.length > 0 ? (
          <>
            <Table
              caption={t('users.all')}
              columns={columns}
              rows={list.value.rows}
              rowKey={(user) => user._id}
              stale={users.stale}
            />
            {list.value.next ? <LoadMore busy={users.isBusy} onMore={() => void users.more()} /> : null}
          </>
        ) : null}
      </div>
      {demoting.dialog}
      {removing.dialog}
      {provingAgain.dialog}
    </>
  )
}

const kinds: readonly { kind: Role | ''; words: WordId }[] = [
  { kind: '', words: 'list.all' },
  { kind: 'admin', words: 'users.admins' },
  { kind: 'customer', words: 'users.customers' },
]

/** What the list is narrowed to stands in the address: it can be kept as a bookmark, and going back brings it again. */
function useUserFilter() {
  const [search, setSearch] = useSearchParams()
  const given = search.get('role')
  const role: Role | '' = given === 'admin' || given === 'customer' ? given : ''
  const text = search.get('q') ?? ''
  return {
    role,
    text,
    words: useSettled(text.trim()),
    narrow: (to: { q: string; role: Role | '' }) => {
      setSearch(new URLSearchParams({ ...(to.role && { role: to.role }), ...(to.q && { q: to.q }) }), {
        replace: true,
        preventScrollReset: true,
      })
    },
  }
}

function UserEmail({ user, isYou }: { user: User; isYou: boolean }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        <span id={`user-${user._id}`} className="min-w-0">
          {user.email}
        </span>
        {isYou ? <Badge>{t('users.you')}</Badge> : null}
        {user.emailVerified ? null : <Badge tone="warning">{t('users.not-verified')}</Badge>}
      </span>
      {user.displayName ? <span className="muted block text-sm">{user.displayName}</span> : null}
    </>
  )
}

function RoleCell(props: { user: User; busy: boolean; onPromote: () => void; onDemote: () => void }) {
  const { user, busy, onPromote, onDemote } = props
  const button = 'whitespace-nowrap'
  if (user.role === 'customer') {
    return (
      <Button
        size="sm"
        look="outline"
        className={button}
        busy={busy}
        onClick={onPromote}
        aria-describedby={`user-${user._id}`}
      >
        {t('users.promote')}
      </Button>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 gap-y-1 max-md:justify-end md:max-xl:flex-col md:max-xl:items-start md:max-xl:gap-0 xl:flex-nowrap">
      <span className="muted whitespace-nowrap">{t('users.already-admin')}</span>
      <Button
        size="sm"
        look="quiet"
        className={`${button} md:max-xl:-ml-3`}
        onClick={onDemote}
        aria-describedby={`user-${user._id}`}
      >
        {t('users.demote')}
      </Button>
    </span>
  )
}

const withRole =
  ({ _id }: User, role: Role) =>
  (users: readonly User[]) =>
    users.map((user) => (user._id === _id ? { ...user, role } : user))

function usePromoting({ change, refresh }: { change: ChangeRows; refresh: () => Promise<void> }, sure: Sure) {
  const [running, setRunning] = useState<readonly string[]>([])
  return {
    running,
    async promote(user: User) {
      setRunning((emails) => [...emails, user.email])
      try {
        const isDone = await sure(async () => {
          await call(makeAdmin, { params: { email: user.email } })
        })
        if (isDone) {
          change(withRole(user, 'admin'))
          void refresh()
          toast.success(t('users.promoted'))
        }
      } catch (error) {
        const isRefused = error instanceof ApiProblem && error.code === 'admin-only'
        toast.error(isRefused ? t('users.promote-failed') : problemSentence(error))
      }
      setRunning((emails) => emails.filter((other) => other !== user.email))
    },
  }
}

/** Asks before somebody loses the rights of an admin, and takes them. */
function useDemoting(change: ChangeRows, sure: Sure) {
  const { email } = usePerson()
  return useAsking<User>(
    (user) => ({
      title: t('users.demote-title', { email: user.email }),
      text: user.email === email ? t('users.demote-you') : t('users.demote-other'),
      confirmLabel: t('users.remove-confirm'),
    }),
    (user) =>
      sure(async () => {
        await call(demoteAdmin, { params: { email: user.email } })
        change(withRole(user, 'customer'))
        toast.success(t('users.demoted'))
        if (user.email === email) await refreshRole()
      }),
  )
}

/** Asks before a user is removed, and removes them. */
function useRemoving(change: ChangeRows, sure: Sure) {
  return useAsking<User>(
    ({ email }) => ({
      title: t('users.remove-title', { email }),
      text: t('users.remove-text'),
      confirmLabel: t('users.remove-confirm'),
    }),
    ({ _id, email }) =>
      sure(async () => {
        await call(removeUser, { params: { email } })
        change((users) => users.filter((other) => other._id !== _id))
        toast.success(t('users.removed'))
      }),
  )
}

export { RouteFailure as ErrorBoundary }
