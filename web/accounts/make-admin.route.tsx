import { useState } from 'react'
import { makeAdmin, removeUser, type User } from '#contract/accounts.ts'
import { usersForAdmin } from '#web/accounts/account-answers.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { useAnswer } from '#web/api/answers.ts'
import { ApiProblem, problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/make-admin.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Make Admin – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

export default function MakeAdminRoute() {
  const { email } = usePerson()
  const answer = useAnswer(usersForAdmin, email)
  const promoting = usePromoting(email)
  const removing = useRemoving(email)
  const { shown, more } = useFirstRows(answer.state === 'ready' ? answer.value : none)
  const columns: Column<User>[] = [
    { head: '#', phone: 'hidden', cell: (_, index) => index + 1 },
    { head: 'User Email', phone: 'title', cell: (user) => <UserEmail user={user} isYou={user.email === email} /> },
    {
      head: 'Role',
      cell: (user) =>
        user.role === 'admin' ? (
          <span className="muted whitespace-nowrap">Already an admin</span>
        ) : (
          <Button
            size="sm"
            look="outline"
            className="whitespace-nowrap max-md:min-h-11"
            busy={promoting.running.includes(user.email)}
            onClick={() => void promoting.promote(user)}
            aria-describedby={`user-${user.email}`}
          >
            Make Admin
          </Button>
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
          aria-describedby={`user-${user.email}`}
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
        {answer.state === 'loading' ? <SkeletonRows label="Loading the users" /> : null}
        {answer.state === 'failed' ? (
          <FailedState title="The users could not be loaded" message={answer.message} onRetry={answer.retry} />
        ) : null}
        {answer.state === 'ready' && answer.value.length === 0 ? (
          <EmptyState title="No users yet" text="Everybody who signs up appears here." />
        ) : null}
        {answer.state === 'ready' && answer.value.length > 0 ? (
          <>
            <Table caption="All users" columns={columns} rows={shown} rowKey={(user) => user.email} />
            {more}
          </>
        ) : null}
      </div>
      {removing.dialog}
    </>
  )
}

const none: User[] = []

function UserEmail({ user, isYou }: { user: User; isYou: boolean }) {
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        <span id={`user-${user.email}`}>{user.email}</span>
        {isYou ? <Badge>You</Badge> : null}
      </span>
      {user.displayName ? <span className="muted block text-sm">{user.displayName}</span> : null}
    </>
  )
}

function usePromoting(email: string) {
  const [running, setRunning] = useState<readonly string[]>([])
  return {
    running,
    async promote(user: User) {
      setRunning((emails) => [...emails, user.email])
      try {
        await call(makeAdmin, { params: { email: user.email } })
        toast.success('Successfully made an admin')
      } catch (error) {
        const isRefused = error instanceof ApiProblem && error.status === 403
        toast.error(isRefused ? 'Failed to Make an admin' : problemSentence(error))
      }
      await usersForAdmin.refresh(email)
      setRunning((emails) => emails.filter((other) => other !== user.email))
    },
  }
}

/** Asks before a user is removed, and removes them. */
function useRemoving(email: string) {
  const [user, setUser] = useState<User>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove(target: User) {
    setBusy(true)
    try {
      await call(removeUser, { params: { email: target.email } })
      usersForAdmin.change(email, (users) => users.filter((other) => other.email !== target.email))
      toast.success('Successfully removed the user')
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
    await usersForAdmin.refresh(email)
  }

  return {
    ask(wanted: User) {
      setUser(wanted)
      setOpen(true)
    },
    dialog: (
      <ConfirmDialog
        open={open}
        title={`Are you sure you want to remove ${user?.email ?? ''}?`}
        text="They are signed out at once and cannot sign in again. Their orders stay."
        confirmLabel="Remove"
        busy={busy}
        onConfirm={() => user && void remove(user)}
        onCancel={() => setOpen(false)}
      />
    ),
  }
}

export { RouteFailure as ErrorBoundary }
