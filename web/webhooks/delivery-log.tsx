import { useState } from 'react'
import {
  deliveryStates,
  listWebhookDeliveries,
  replayDelivery,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookEvents,
} from '#contract/webhooks.ts'
import { useAction, useList, write } from '#web/api/queries.ts'
import { ListView } from '#web/page/list-view.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Column } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists the messages of the last 30 days with their answers. */
export function DeliveryLog({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const filter = useListFilter({ state: ['', ...deliveryStates], endpoint: ['', ...endpoints.map(({ _id }) => _id)] })
  const list = useList(listWebhookDeliveries, { query: filter.query })
  const [readId, setReadId] = useState<string>()
  const replaying = useAction(async ({ _id }: WebhookDelivery) => {
    await write(replayDelivery, { params: { id: _id } })
    toast.success(t('webhooks.queued'))
  })
  const columns: Column<WebhookDelivery>[] = [
    {
      head: t('word.message'),
      phone: 'title',
      cell: (delivery) => (
        <>
          <span id={`delivery-${delivery._id}`} className="block font-semibold">
            {eventName(delivery.type)}
          </span>
          {endpoints.length > 1 ? <span className="muted block text-sm wrap-anywhere">{delivery.url}</span> : null}
        </>
      ),
    },
    { head: t('webhooks.happened'), fit: true, cell: ({ happenedAt }) => <DayTime iso={happenedAt} /> },
    { head: t('api-keys.state'), fit: true, cell: (delivery) => <State delivery={delivery} /> },
    { head: t('webhooks.answer'), cell: (delivery) => answerText(delivery) },
    actionsColumn((delivery) => (
      <span className="flex flex-wrap gap-2 whitespace-nowrap md:flex-col xl:flex-row xl:flex-nowrap">
        <Button
          size="sm"
          variant="outline"
          aria-describedby={`delivery-${delivery._id}`}
          onClick={() => setReadId(delivery._id)}
        >
          {t('webhooks.details')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          busy={replaying.isPending && replaying.variables._id === delivery._id}
          aria-describedby={`delivery-${delivery._id}`}
          onClick={() => replaying.mutate(delivery)}
        >
          {t('webhooks.replay')}
        </Button>
      </span>
    )),
  ]
  const read = list.data?.find(({ _id }) => _id === readId)
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="text-xl">
        {t('webhooks.log')}
      </h2>
      <p className="muted mb-4">{t('webhooks.log-text')}</p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          label={t('api-keys.state')}
          className="w-full sm:w-48"
          choices={[
            { value: '', label: t('word.all') },
            ...deliveryStates.map((value) => ({ value, label: t(`webhooks.state.${value}`) })),
          ]}
          value={filter.state}
          onChoose={(state) => filter.narrow({ state })}
        />
        {endpoints.length > 1 ? (
          <Select
            label={t('word.address')}
            className="w-full sm:w-80"
            choices={[
              { value: '', label: t('word.all') },
              ...endpoints.map(({ _id, url }) => ({ value: _id, label: url })),
            ]}
            value={filter.endpoint}
            onChoose={(endpoint) => filter.narrow({ endpoint })}
          />
        ) : null}
        <Button variant="outline" onClick={() => void list.refetch()}>
          {t('webhooks.refresh')}
        </Button>
      </div>
      <ListView
        list={list}
        columns={columns}
        caption={t('webhooks.log')}
        loading={t('webhooks.log-loading')}
        failed={t('webhooks.log-failed')}
        filter={filter}
        noMatch={{
          title: t('webhooks.no-match'),
          text: t('webhooks.no-match-text'),
          showAll: t('word.show-all'),
        }}
        empty={<EmptyState title={t('word.no-messages')} text={t('webhooks.log-none-text')} heading="h2" />}
      />
      <DeliveryDialog delivery={read} onClose={() => setReadId(undefined)} />
    </section>
  )
}

const tones: Record<WebhookDelivery['state'], BadgeTone> = { waiting: 'warning', delivered: 'success', failed: 'error' }

function State({ delivery: { state } }: { delivery: WebhookDelivery }) {
  return <Badge tone={tones[state]}>{t(`webhooks.state.${state}`)}</Badge>
}

const isEvent = (type: string): type is WebhookEvent => webhookEvents.some((event) => event === type)
const eventName = (type: string) => t(isEvent(type) ? `webhooks.event.${type}` : 'webhooks.event.test')

/** Says what the receiver answered, or why it did not. */
const answerText = ({ status, error, milliseconds }: WebhookDelivery) =>
  [status === undefined ? error : String(status), milliseconds !== undefined && `${milliseconds} ms`]
    .filter(Boolean)
    .join(' · ') || t('webhooks.not-yet')

function DeliveryDialog({ delivery, onClose }: { delivery: WebhookDelivery | undefined; onClose: () => void }) {
  return (
    <Dialog open={delivery !== undefined} wide title={delivery ? eventName(delivery.type) : ''} onClose={onClose}>
      {delivery ? (
        <div className="grid gap-5">
          <Facts
            facts={[
              { term: t('word.address'), value: delivery.url },
              { term: 'webhook-id', value: <code className="font-mono text-sm">{delivery.webhookId}</code> },
              { term: t('webhooks.happened'), value: <DayTime iso={delivery.happenedAt} /> },
              { term: t('api-keys.state'), value: <State delivery={delivery} /> },
              { term: t('word.attempts'), value: delivery.attempts },
              delivery.nextAttemptAt !== undefined && {
                term: t('webhooks.next'),
                value: <DayTime iso={delivery.nextAttemptAt} />,
              },
              { term: t('webhooks.answer'), value: answerText(delivery) },
            ]}
          />
          {delivery.answer ? <Text title={t('webhooks.answer-text')} text={delivery.answer} /> : null}
          {delivery.payload ? <Text title={t('webhooks.payload')} text={formatted(delivery.payload)} /> : null}
        </div>
      ) : null}
    </Dialog>
  )
}

const formatted = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="mb-2 font-bold">{title}</h3>
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        className="max-h-80 overflow-auto rounded-field border border-base-300 bg-base-200 p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  )
}
