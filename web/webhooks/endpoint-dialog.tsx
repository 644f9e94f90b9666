import { type FormEvent, useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookEvents,
} from '#contract/webhooks.ts'
import type { WithReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  edited: WebhookEndpoint | 'new' | undefined
  withReauthentication: WithReauthentication
  onClose: () => void
  /** Gets the secret of a new one. */
  onAdded: (secret: string) => void
}

/** Adds an address, or changes one with what it is told. */
export function EndpointDialog({ edited, withReauthentication, onClose, onAdded }: Props) {
  const endpoint = edited === 'new' ? undefined : edited
  async function save(body: { url: string; events: WebhookEvent[] }) {
    await withReauthentication(async () => {
      if (endpoint) {
        await write(updateWebhookEndpoint, { params: { id: endpoint._id }, body })
        toast.success(t('webhooks.saved'))
        onClose()
      } else {
        const { secret } = await write(addWebhookEndpoint, { body })
        onClose()
        onAdded(secret)
      }
    })
  }
  return (
    <Dialog
      open={edited !== undefined}
      title={t(endpoint ? 'webhooks.edit' : 'webhooks.add')}
      text={t('webhooks.form-text')}
      onClose={onClose}
    >
      {edited === undefined ? null : <EndpointForm key={endpoint?._id} endpoint={endpoint} save={save} />}
    </Dialog>
  )
}

function EndpointForm({
  endpoint,
  save,
}: {
  endpoint: WebhookEndpoint | undefined
  save: (body: { url: string; events: WebhookEvent[] }) => Promise<void>
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(endpoint?.events ?? [])
  const saving = useAction(() =>
    save({ url: url.trim(), events: webhookEvents.filter((event) => events.includes(event)) }),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    saving.mutate(undefined)
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Field
        label={t('word.address')}
        hint={t('webhooks.url-hint')}
        type="url"
        required
        maxLength={maxLengths.link}
        autoComplete="off"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <CheckboxGroup
        legend={t('webhooks.events')}
        choices={webhookEvents.map((event) => ({
          value: event,
          label: (
            <span>
              {t(`webhooks.event.${event}`)} <code className="muted font-mono text-sm">{event}</code>
            </span>
          ),
        }))}
        checked={events}
        onChange={setEvents}
      />
      <div>
        <Button type="submit" busy={saving.isPending} disabled={events.length === 0 || url.trim() === ''}>
          {t(endpoint ? 'word.save' : 'webhooks.add')}
        </Button>
      </div>
    </form>
  )
}
