import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type OutboxMessage, retryMessage } from '#contract/notifications.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { MessageDialog } from '#web/notifications/message-dialog.tsx'
import { messageKind } from '#web/notifications/message-kind.ts'
import { MessageState } from '#web/notifications/message-state.tsx'
import { outboxForAdmin } from '#web/notifications/outbox-answers.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { DayTime } from '#web/ui/moment.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/outbox.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('outbox.page-title') },
  { name: 'robots', content: 'noindex' },
]

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
    { head: t('outbox.message'), phone: 'title', cell: (message) => <Subject message={message} /> },
    {
      head: t('outbox.to'),
      cell: (message) => (
        <span
          title={message.recipient}
          className="block max-md:wrap-anywhere md:max-w-40 md:truncate lg:max-w-32 xl:max-w-64"
        >
          {message.recipient}
        </span>
      ),
    },
    { head: t('outbox.written'), fit: true, cell: (message) => <DayTime iso={message.writtenAt} /> },
    { head: t('outbox.state'), fit: true, cell: (message) => <MessageState state={message.state} /> },
    {
      head: t('outbox.open'),
      fit: true,
      phone: 'actions',
      cell: (message) => (
        <span className="flex flex-wrap gap-2 whitespace-nowrap md:flex-col xl:flex-row xl:flex-nowrap">
          <Button
            size="sm"
            look="outline"
            aria-describedby={`message-${message._id}`}
            onClick={() => setReadId(message._id)}
          >
            {t('outbox.read')}
          </Button>
          {message.state === 'given-up' ? (
            <Button
              size="sm"
              look="quiet"
              busy={retrying.running === message._id}
              aria-describedby={`message-${message._id}`}
              onClick={() => void retrying.retry(message)}
            >
              {t('outbox.send-again')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]

  return (
    <>
      <PageHeading title={t('outbox.title')} text={t('outbox.text')} />
      <div className="mt-6">
        {list.state === 'loading' ? <TableSkeleton columns={columns} label={t('outbox.loading')} /> : null}
        {list.state === 'failed' ? (
          <FailedState title={t('outbox.failed')} message={list.message} onRetry={() => void refresh()} />
        ) : null}
        {list.state === 'ready' ? (
          <>
            {text || rows.length > 0 ? <ListFilter label={t('outbox.search')} text={text} onText={narrow} /> : null}
            {rows.length > 0 ? (
              <Table
                caption={t('outbox.messages')}
                columns={columns}
                rows={rows}
                rowKey={({ _id }) => _id}
                stale={stale}
              />
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
      <span
        id={`message-${message._id}`}
        title={message.subject || t('outbox.text-message')}
        className="font-semibold max-md:block md:line-clamp-2"
      >
        {message.subject || t('outbox.text-message')}
      </span>
      <span className="muted block text-sm">
        {message.channel === 'mail' ? t('outbox.mail') : t('outbox.text-message')} · {messageKind(message)}
      </span>
      {message.state !== 'sent' && message.lastError ? (
        <span className="block text-sm text-error wrap-anywhere">{message.lastError}</span>
      ) : null}
    </>
  )
}

function NoMessages({ text, onClear }: { text: string; onClear: () => void }) {
  if (!text) {
    return <EmptyState title={t('outbox.none')} text={t('outbox.none-text')} icon={<Inbox size={30} />} />
  }
  return (
    <EmptyState
      title={t('outbox.no-match')}
      text={t('outbox.no-match-text', { words: text })}
      action={
        <Button look="outline" onClick={onClear}>
          {t('outbox.show-all')}
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
        toast.success(t('outbox.retried', { recipient }))
      } catch (error) {
        toast.error(problemSentence(error))
      }
      await refresh()
      setRunning(undefined)
    },
  }
}
