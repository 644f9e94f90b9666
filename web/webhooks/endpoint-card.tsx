import {
  changeWebhookSecret,
  deleteWebhookEndpoint,
  getWebhookSecret,
  replayFailedDeliveries,
  testWebhook,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '#contract/webhooks.ts'
import type { WithReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { useAction, write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  endpoint: WebhookEndpoint
  withReauthentication: WithReauthentication
  onEdit: () => void
  onSecret: (secret: string) => void
}

/** Shows an address with what it is told and how it does, and what can be done with it. */
export function EndpointCard({ endpoint, withReauthentication, onEdit, onSecret }: Props) {
  const { _id: id, url, events, paused, failingSince } = endpoint
  const params = { id }
  const testing = useAction(async () => {
    await write(testWebhook, { params })
    toast.success(t('webhooks.test-sent'))
  })
  const replaying = useAction(async () => {
    const { count } = await write(replayFailedDeliveries, { params })
    toast.success(t('webhooks.replayed', { count }))
  })
  const pausing = useAction(() =>
    withReauthentication(async () => {
      await write(updateWebhookEndpoint, { params, body: { paused: paused === undefined } })
    }),
  )
  const showing = useAction(() =>
    withReauthentication(async () => onSecret((await write(getWebhookSecret, { params })).secret)),
  )
  const changing = useConfirm<string>(
    () => ({
      title: t('webhooks.change-title'),
      text: t('webhooks.change-text'),
      confirmLabel: t('webhooks.change'),
      variant: 'primary',
    }),
    () => withReauthentication(async () => onSecret((await write(changeWebhookSecret, { params })).secret)),
  )
  const deleting = useConfirm<string>(
    () => ({
      title: t('webhooks.delete-title'),
      text: t('webhooks.delete-text', { url }),
      confirmLabel: t('word.delete'),
    }),
    async () => {
      await write(deleteWebhookEndpoint, { params })
      toast.success(t('webhooks.deleted'))
    },
  )
  const button = { size: 'sm', variant: 'outline', 'aria-describedby': `webhook-${id}` } as const
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={`webhook-${id}`} className="min-w-0 text-lg font-bold wrap-anywhere">
          {url}
        </h2>
        <State endpoint={endpoint} />
      </div>
      {failingSince ? (
        <p className="mt-1 text-sm text-error">
          {t('webhooks.failing-since')} <DayTime iso={failingSince} />
        </p>
      ) : null}
      {paused === 'failing' ? <p className="mt-1 text-sm">{t('webhooks.paused-failing-text')}</p> : null}
      <ul className="mt-2 flex flex-wrap gap-x-4 text-sm">
        {events.map((event) => (
          <li key={event}>{t(`webhooks.event.${event}`)}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          {...button}
          busy={testing.isPending}
          disabled={paused !== undefined}
          onClick={() => testing.mutate(undefined)}
        >
          {t('webhooks.test')}
        </Button>
        <Button {...button} onClick={onEdit}>
          {t('form.edit')}
        </Button>
        <Button {...button} busy={pausing.isPending} onClick={() => pausing.mutate(undefined)}>
          {t(paused ? 'webhooks.resume' : 'webhooks.pause')}
        </Button>
        <Button {...button} busy={showing.isPending} onClick={() => showing.mutate(undefined)}>
          {t('webhooks.show-secret')}
        </Button>
        <Button {...button} onClick={() => changing.ask(id)}>
          {t('webhooks.change')}
        </Button>
        <Button
          {...button}
          busy={replaying.isPending}
          disabled={paused !== undefined}
          onClick={() => replaying.mutate(undefined)}
        >
          {t('webhooks.replay-failed')}
        </Button>
        <Button {...button} variant="quiet" className="text-error" onClick={() => deleting.ask(id)}>
          {t('word.delete')}
        </Button>
      </div>
      {changing.dialog}
      {deleting.dialog}
    </Card>
  )
}

function State({ endpoint: { paused, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (paused === 'failing') return <Badge tone="error">{t('webhooks.paused-failing')}</Badge>
  if (paused) return <Badge>{t('webhooks.paused')}</Badge>
  if (failingSince) return <Badge tone="warning">{t('webhooks.failing')}</Badge>
  return <Badge tone="success">{t('word.active')}</Badge>
}
