import { Inbox, Send } from 'lucide-react'
import { useState } from 'react'
import { listOutbox, type OutboxMessage, retryMessage } from '#contract/notifications.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { useAction, useList, write } from '#web/api/queries.ts'
import { BulkBar } from '#web/page/bulk-bar.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { useSelection } from '#web/page/use-selection.ts'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { KeptMails, useSendKept } from '#web/notifications/kept-mails.tsx'
import { MessageDialog } from '#web/notifications/message-dialog.tsx'
import { MailServerNotice } from '#web/notifications/mail-server-notice.tsx'
import { messageKind } from '#web/notifications/message-kind.ts'
import { MessageState } from '#web/notifications/message-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/outbox.route.ts'

export const handle = staffWith('everything')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.outbox'))

/** Limits the mails that are chosen one by one, as `sendKeptMails` does. */
const maxChosen = 100

export default function OutboxRoute() {
  const filter = useListFilter({ show: ['', 'given-up', 'kept'] })
  const list = useList(listOutbox, { query: filter.query })
  const retrying = useAction(retry)
  const isKept = filter.show === 'kept'
  const selection = useSelection(list.data ?? [], { max: maxChosen })
  const sendingKept = useSendKept(selection.clear)
  const canSend = isKept && (list.data ?? []).some(({ isSendable }) => isSendable)
  const [readId, setReadId] = useState<string>()

  const columns: Column<OutboxMessage>[] = [
    { head: t('word.message'), phone: 'title', cell: (message) => <Subject message={message} /> },
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
    { head: t('imports.state'), fit: true, cell: (message) => <MessageState state={message.state} /> },
    {
      head: t('outbox.open'),
      fit: true,
      phone: 'actions',
      cell: (message) => (
        <span className="flex flex-wrap gap-2 whitespace-nowrap md:flex-col xl:flex-row xl:flex-nowrap">
          <Button
            size="sm"
            variant="outline"
            aria-describedby={`message-${message._id}`}
            onClick={() => setReadId(message._id)}
          >
            {t('outbox.read')}
          </Button>
          {message.state === 'given-up' && message.outdated === undefined ? (
            <Button
              size="sm"
              variant="quiet"
              busy={retrying.isPending && retrying.variables._id === message._id}
              aria-describedby={`message-${message._id}`}
              onClick={() => retrying.mutate(message)}
            >
              {t('word.send-again')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]

  return (
    <>
      <PageHeading title={t('word.outbox')} text={t('outbox.text')} />
      <MailServerNotice />
      <div className="mt-6">
        <SavedViews list="outbox" />
        <ListFilter
          label={t('outbox.search')}
          text={filter.q}
          onText={(q) => filter.narrow({ q })}
          kinds={[
            { kind: '', label: t('word.all') },
            { kind: 'given-up', label: t('word.failed') },
            { kind: 'kept', label: t('outbox.show-kept') },
          ]}
          kind={filter.show}
          onKind={(show) => filter.narrow({ show })}
        />
        {isKept ? <KeptMails words={filter.words} /> : null}
        <ListView
          list={list}
          columns={columns}
          caption={t('outbox.messages')}
          loading={t('outbox.loading')}
          failed={t('outbox.failed')}
          filter={filter}
          {...(canSend && {
            select: { selection, nameOf: ({ subject, recipient }: OutboxMessage) => `${subject}, ${recipient}` },
          })}
          noMatch={{
            title: t('outbox.no-match'),
            text: filter.q
              ? t('outbox.no-match-text', { words: filter.q })
              : isKept
                ? t('outbox.none-kept')
                : t('outbox.none-given-up'),
            showAll: t('outbox.show-all'),
          }}
          empty={<EmptyState title={t('word.no-messages')} text={t('outbox.none-text')} icon={<Inbox size={30} />} />}
        />
        {canSend ? (
          <BulkBar selection={selection}>
            <Button
              size="sm"
              busy={sendingKept.isCounting}
              onClick={() => sendingKept.ask({ ids: selection.ids.join(',') })}
            >
              <Send aria-hidden="true" size={16} /> {t('cart.save-again')}
            </Button>
          </BulkBar>
        ) : null}
      </div>
      {sendingKept.dialog}
      <MessageDialog
        message={list.data?.find(({ _id }) => _id === readId)}
        isRetrying={retrying.isPending}
        onRetry={retrying.mutate}
        onClose={() => setReadId(undefined)}
      />
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

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
        {message.channel === 'mail' ? t('word.email') : t('outbox.text-message')} · {messageKind(message)}
      </span>
      {message.outdated === undefined ? null : (
        <span className="muted block text-sm">{t(`outbox.outdated.${message.outdated}`)}</span>
      )}
      {message.state !== 'sent' && message.lastError ? (
        <span className="block text-sm text-error wrap-anywhere">{message.lastError}</span>
      ) : null}
    </>
  )
}

/** Hands a message to the mail server or the text service once more. */
async function retry({ _id, recipient }: OutboxMessage): Promise<void> {
  await write(retryMessage, { params: { id: _id } })
  toast.success(t('outbox.retried', { recipient }))
}
