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
import { refreshRole } from '#web/identity/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/make-admin.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Make Admin – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

type Role = User['role']
type ChangeRows = (work: (users: readonly User[]) => readonly User[]) => void

export default function MakeAdminRoute() {
  const { email } = usePerson()
  const filter = useUserFilter()
  const users = usePages(usersForAdmin, { viewer: email, q: filter.words, role: filter.role })
  const { list } = users
  const provingAgain = useProvingAgain(email)
  const promoting = usePromoting(users.change, provingAgain.sure)
  const demoting = useDemoting(users.change, provingAgain.sure)
  const removing = useRemoving(users.change, provingAgain.sure)
  const columns: Column<User>[] = [
    { head: '#', phone: 'hidden', cell: (_, index) => (index + 1).toLocaleString('en-US') },
    { head: 'User Email', phone: 'title', cell: (user) => <UserEmail user={user} isYou={user.email === email} /> },
    {
      head: 'Role',
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
      head: 'Remove',
      cell: (user) => (
        <Button
          size="sm"
          look="quiet"
          className="whitespace-nowrap text-error max-md:min-h-11"
          disabled={user.email === email}
          onClick={() => removing.ask(user)}
          aria-describedby={`user-${user._id}`}
        >
          Remove User
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeading title="Make Admin" text="An admin ships orders, manages products and makes other admins." />
      <div className="mt-6">
        <ListFilter
          label="Search users"
          text={filter.text}
          onText={(q) => filter.narrow({ q, role: filter.role })}
          kinds={kinds}
          kind={filter.role}
          onKind={(role) => filter.narrow({ q: filter.text, role })}
        />
        {list.state === 'loading' ? <SkeletonRows label="Loading the users" /> : null}
        {list.state === 'failed' ? (
          <FailedState
            title="The users could not be loaded"
            message={list.message}
            onRetry={() => void users.refresh()}
          />
        ) : null}
        {list.state === 'ready' && list.value.rows.length === 0 ? (
          <EmptyState
            title="No such users"
            text={
              filter.words
                ? `No word of an e-mail address or a name begins with “${filter.words}”.`
                : 'There are none of this kind right now.'
            }
            action={
              <Button look="outline" onClick={() => filter.narrow({ q: '', role: '' })}>
                Show all users
              </Button>
            }
          />
        ) : null}
        {list.state === 'ready' && list.value.rows.length > 0 ? (
          <>
            <Table
              caption="All users"
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

const kinds: readonly { kind: Role | ''; label: string }[] = [
  { kind: '', label: 'All' },
  { kind: 'admin', label: 'Admins' },
  { kind: 'customer', label: 'Customers' },
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
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        <span id={`user-${user._id}`}>{user.email}</span>
        {isYou ? <Badge>You</Badge> : null}
        {user.emailVerified ? null : <Badge tone="warning">Not verified</Badge>}
      </span>
      {user.displayName ? <span className="muted block text-sm">{user.displayName}</span> : null}
    </>
  )
}

function RoleCell(props: { user: User; busy: boolean; onPromote: () => void; onDemote: () => void }) {
  const { user, busy, onPromote, onDemote } = props
  const button = 'whitespace-nowrap max-md:min-h-11'
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
        Make Admin
      </Button>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 max-md:justify-end">
      <span className="muted whitespace-nowrap">Already an admin</span>
      <Button size="sm" look="quiet" className={button} onClick={onDemote} aria-describedby={`user-${user._id}`}>
        Remove admin role
      </Button>
    </span>
  )
}

const withRole =
  ({ _id }: User, role: Role) =>
  (users: readonly User[]) =>
    users.map((user) => (user._id === _id ? { ...user, role } : user))

function usePromoting(change: ChangeRows, sure: Sure) {
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
          toast.success('Successfully made an admin')
        }
      } catch (error) {
        const isRefused = error instanceof ApiProblem && error.code === 'admin-only'
        toast.error(isRefused ? 'Failed to Make an admin' : problemSentence(error))
      }
      setRunning((emails) => emails.filter((other) => other !== user.email))
    },
  }
}

/** Asks before somebody loses the rights of an admin, and takes them. */
function useDemoting(change: ChangeRows, sure: Sure) {
  const { email } = usePerson()
  const asking = useAsking(async (user) => {
    await call(demoteAdmin, { params: { email: user.email } })
    change(withRole(user, 'customer'))
    toast.success('Successfully removed the admin role')
    if (user.email === email) await refreshRole()
  }, sure)
  const isYou = asking.user?.email === email
  return {
    ask: asking.ask,
    dialog: (
      <ConfirmDialog
        {...asking.dialog}
        title={`Are you sure you want to remove the admin role of ${asking.user?.email ?? ''}?`}
        text={
          isYou
            ? 'That is you: the pages of the admins close for you at once.'
            : 'They become a customer at once, and keep their account and their orders.'
        }
        confirmLabel="Remove"
      />
    ),
  }
}

/** Asks before a user is removed, and removes them. */
function useRemoving(change: ChangeRows, sure: Sure) {
  const asking = useAsking(async (user) => {
    await call(removeUser, { params: { email: user.email } })
    change((users) => users.filter((other) => other._id !== user._id))
    toast.success('Successfully removed the user')
  }, sure)
  return {
    ask: asking.ask,
    dialog: (
      <ConfirmDialog
        {...asking.dialog}
        title={`Are you sure you want to remove ${asking.user?.email ?? ''}?`}
        text="They are signed out at once and cannot sign in again. Their orders stay."
        confirmLabel="Remove"
      />
    ),
  }
}

/** A question about a user: what it takes to show it, and doing the work when the answer is yes. */
function useAsking(work: (user: User) => Promise<void>, sure: Sure) {
  const [user, setUser] = useState<User>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirm(target: User) {
    setBusy(true)
    try {
      await sure(() => work(target))
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
  }

  return {
    user,
    ask: (wanted: User) => {
      setUser(wanted)
      setOpen(true)
    },
    dialog: { open, busy, onConfirm: () => user && void confirm(user), onCancel: () => setOpen(false) },
  }
}

export { RouteFailure as ErrorBoundary }
