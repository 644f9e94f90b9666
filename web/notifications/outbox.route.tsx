import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type OutboxMessage, retryMessage } from '#contract/notifications.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { MessageDialog } from '#web/notifications/message-dialog.tsx'
import { MessageState } from '#web/notifications/message-state.tsx'
import { outboxForAdmin } from '#web/notifications/outbox-answers.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { DayTime } from '#web/ui/moment.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/outbox.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [{ title: 'Outbox – Boltyard' }, { name: 'robots', content: 'noindex' }]

export default function OutboxRoute() {
  const { email } = usePerson()
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const { list, stale, isBusy, more, refresh } = usePages(outboxForAdmin, { viewer: email, q: useSettled(text) })
  const retrying = useRetrying(refresh)
  const [readId, setReadId] = useState<string>()
  const rows = list.state === 'ready' ? list.value.rows : []
  const narrow = (q: string) =>
    setSearch(q ? new URLSearchParams({ q }) : new URLSearchParams(), { replace: true, preventScrollReset: true })

  const columns: Column<OutboxMessage>[] = [
    { head: 'Message', phone: 'title', cell: (message) => <Subject message={message} /> },
    { head: 'To', cell: (message) => <span className="wrap-anywhere">{message.recipient}</span> },
    { head: 'Written', cell: (message) => <DayTime iso={message.writtenAt} /> },
    { head: 'State', cell: (message) => <MessageState state={message.state} /> },
    {
      head: 'Open',
      cell: (message) => (
        <span className="flex flex-wrap gap-2 max-md:justify-end">
          <Button
            size="sm"
            look="outline"
            className="max-md:min-h-11"
            aria-describedby={`message-${message._id}`}
            onClick={() => setReadId(message._id)}
          >
            Read
          </Button>
          {message.state === 'given-up' ? (
            <Button
              size="sm"
              look="quiet"
              className="max-md:min-h-11"
              busy={retrying.running === message._id}
              aria-describedby={`message-${message._id}`}
              onClick={() => void retrying.retry(message)}
            >
              Send again
            </Button>
          ) : null}
        </span>
      ),
    },
  ]

  return (
    <>
      <PageHeading title="Outbox" text="Every mail and text message of the shop, and whether it has gone out." />
      <div className="mt-6">
        {list.state === 'loading' ? <SkeletonRows rows={8} label="Loading the outbox" /> : null}
        {list.state === 'failed' ? (
          <FailedState title="The outbox could not be loaded" message={list.message} onRetry={() => void refresh()} />
        ) : null}
        {list.state === 'ready' ? (
          <>
            {text || rows.length > 0 ? <ListFilter label="Search messages" text={text} onText={narrow} /> : null}
            {rows.length > 0 ? (
              <Table caption="Messages" columns={columns} rows={rows} rowKey={({ _id }) => _id} stale={stale} />
            ) : (
              <NoMessages text={text} onClear={() => narrow('')} />
            )}
            {list.value.next ? <LoadMore busy={isBusy} onMore={() => void more()} /> : null}
          </>
        ) : null}
      </div>
      <MessageDialog
        message={rows.find(({ _id }) => _id === readId)}
        retrying={retrying.running !== undefined}
        onRetry={(message) => void retrying.retry(message)}
        onClose={() => setReadId(undefined)}
      />
    </>
  )
}

export { RouteFailure as ErrorBoundary }

function Subject({ message }: { message: OutboxMessage }) {
  return (
    <>
      <span id={`message-${message._id}`} className="block font-semibold">
        {message.subject || 'Text message'}
      </span>
      <span className="muted block text-sm">
        {message.channel === 'mail' ? 'Mail' : 'Text message'} · {message.kind.replaceAll('-', ' ')}
      </span>
      {message.state !== 'sent' && message.lastError ? (
        <span className="block text-sm text-error wrap-anywhere">{message.lastError}</span>
      ) : null}
    </>
  )
}

function NoMessages({ text, onClear }: { text: string; onClear: () => void }) {
  if (!text) {
    return (
      <EmptyState
        title="No messages yet"
        text="What the shop writes to people, such as after an order, appears here."
      />
    )
  }
  return (
    <EmptyState
      title="No such messages"
      text={`No recipient, subject or kind contains “${text}”.`}
      action={
        <Button look="outline" onClick={onClear}>
          Show all messages
        </Button>
      }
    />
  )
}

/** Hands a message to the mail server or the text service once more. */
function useRetrying(refresh: () => Promise<void>) {
  const [running, setRunning] = useState<string>()
  return {
    running,
    async retry({ _id, recipient }: OutboxMessage) {
      setRunning(_id)
      try {
        await call(retryMessage, { params: { id: _id } })
        toast.success(`The message to ${recipient} is on its way again`)
      } catch (error) {
        toast.error(problemSentence(error))
      }
      await refresh()
      setRunning(undefined)
    },
  }
}
