import { MonitorSmartphone } from 'lucide-react'
import { describeDevice } from '#web/accounts/security/describe-device.ts'
import { Lines, SecurityRow } from '#web/accounts/security/security-row.tsx'
import { refetchShown, useAction, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import {
  endDeviceSession,
  deviceSessions,
  type DeviceSession,
  signOutEverywhere,
} from '#web/identity/account-security.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists the active sessions and ends them. */
export function SessionsRow() {
  const query = useQuery(deviceSessions)
  const ending = useAction(endSession)
  const leaving = useConfirm(
    () => ({
      title: t('security.sign-out-everywhere-title'),
      text: t('security.sign-out-everywhere-text'),
      confirmLabel: t('security.sign-out-everywhere'),
    }),
    signOutEverywhere,
  )

  return (
    <SecurityRow
      Icon={MonitorSmartphone}
      title={t('security.devices')}
      action={
        <Button size="sm" variant="outline" onClick={() => leaving.ask(undefined)}>
          {t('security.sign-out-everywhere')}
        </Button>
      }
      dialogs={leaving.dialog}
    >
      <QueryView query={query} placeholder={<Skeleton className="h-14 w-full" />} failed={t('security.failed')}>
        {(sessions) => (
          <Lines
            label={t('security.sessions')}
            lines={sessions.map((place) => ({
              key: place.sessionId,
              title: (
                <span className="flex flex-wrap items-center gap-2">
                  {describeDevice(place.userAgent)}
                  {place.current ? <Badge tone="info">{t('security.this-device')}</Badge> : null}
                </span>
              ),
              text: (
                <>
                  <RichMessage id="security.last-used" parts={{ moment: <DayTime iso={place.lastUsedAt} /> }} />
                  {place.ipAddress ? <span className="figures"> · {place.ipAddress}</span> : null}
                </>
              ),
              action: place.current ? null : (
                <Button
                  size="sm"
                  variant="quiet"
                  busy={ending.isPending && ending.variables.sessionId === place.sessionId}
                  onClick={() => ending.mutate(place)}
                >
                  <RichMessage
                    id="security.end-session"
                    values={{ device: describeDevice(place.userAgent) }}
                    parts={{ hidden: <span className="sr-only" /> }}
                  />
                </Button>
              ),
            }))}
          />
        )}
      </QueryView>
    </SecurityRow>
  )
}

async function endSession({ sessionId }: DeviceSession): Promise<void> {
  await endDeviceSession(sessionId)
  await refetchShown()
  toast.success(t('security.session-ended'))
}
