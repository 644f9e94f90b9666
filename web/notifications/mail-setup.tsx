import { useState } from 'react'
import { getMailServer, type MailServerState, sendTestMail, type TestMail } from '#contract/notifications.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { KeptMailsLink } from '#web/notifications/kept-mails.tsx'
import { MailServerForm } from '#web/notifications/mail-server-form.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

const tones: Record<MailServerState['state'], BadgeTone> = {
  off: 'warning',
  working: 'success',
  failing: 'error',
  'password-lost': 'error',
}

/** Shows the state of the mail server, how it is set, and sends a test mail. */
export function MailSetup() {
  const query = useQuery(endpointQuery(getMailServer))
  const isAdmin = mayUse(usePerson(), 'everything')
  return (
    <Section title={t('opening.step.mail')}>
      <Card>
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={3} label={t('mail-server.loading')} />}
          failed={t('mail-server.failed')}
        >
          {(server) => (
            <div className="grid gap-5 wrap-anywhere">
              <MailFacts server={server} />
              {server.state === 'password-lost' ? <p>{t('mail-server.password-lost')}</p> : null}
              <Settings server={server} />
              {isAdmin ? <KeptMailsLink /> : null}
              {server.state === 'off' || server.state === 'password-lost' ? null : (
                <SendTest onSent={() => void query.refetch()} />
              )}
            </div>
          )}
        </QueryView>
      </Card>
    </Section>
  )
}

function MailFacts({ server: { state, host, from, fault } }: { server: MailServerState }) {
  return (
    <div className="max-w-2xl">
      <Facts
        facts={[
          {
            term: t('imports.state'),
            value: <Badge tone={tones[state]}>{t(`mail-server.state.${state}`)}</Badge>,
          },
          host !== undefined && { term: t('mail-server.server'), value: host },
          state !== 'off' && { term: t('mail-server.from'), value: from },
          fault !== undefined && { term: t('mail-server.answer'), value: fault },
        ]}
      />
    </div>
  )
}

/** Shows the form to admins: the links of mails open accounts, so the server that gets them is not for every role. */
function Settings({ server }: { server: MailServerState }) {
  const isAdmin = mayUse(usePerson(), 'everything')
  if (server.isFixed) return <p>{t('mail-server.fault.fixed')}</p>
  if (!isAdmin) return <p>{t('mail-server.admin-only')}</p>
  return <MailServerForm state={server} />
}

function SendTest({ onSent }: { onSent: () => void }) {
  const { email } = usePerson()
  const [result, setResult] = useState<TestMail>()
  const sending = useAction(async () => {
    setResult(undefined)
    setResult(await call(sendTestMail))
    onSent()
  })
  return (
    <div>
      <Button busy={sending.isPending} onClick={() => sending.mutate(undefined)}>
        {t('mail-server.test')}
      </Button>
      <p role="status" className="mt-3 wrap-anywhere">
        {result
          ? t(result.sent ? 'mail-server.test-sent' : 'mail-server.test-failed', { email, answer: result.answer })
          : null}
      </p>
    </div>
  )
}
