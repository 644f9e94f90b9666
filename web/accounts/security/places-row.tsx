import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { describeDevice } from '#web/accounts/security/describe-device.ts'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { useAnswer } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { useAsking } from '#web/api/use-asking.tsx'
import { endPlace, placesOf, type SignedInPlace, signOutEverywhere } from '#web/identity/account-security.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/moment.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'

/** Where the account is signed in right now, and ending that. */
export function PlacesRow({ email }: { email: string }) {
  const answer = useAnswer(placesOf, email)
  const [ending, setEnding] = useState<string>()
  const leaving = useAsking(
    () => ({
      title: t('security.sign-out-everywhere-title'),
      text: t('security.sign-out-everywhere-text'),
      confirmLabel: t('security.sign-out-everywhere'),
    }),
    signOutEverywhere,
  )

  async function end({ sessionId }: SignedInPlace) {
    setEnding(sessionId)
    try {
      await endPlace(sessionId)
      placesOf.change(email, (places) => places.filter((place) => place.sessionId !== sessionId))
      toast.success(t('security.session-ended'))
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setEnding(undefined)
  }

  return (
    <SecurityRow
      Icon={MonitorSmartphone}
      title={t('security.places')}
      action={
        <Button size="sm" look="outline" onClick={() => leaving.ask(undefined)}>
          {t('security.sign-out-everywhere')}
        </Button>
      }
      dialogs={leaving.dialog}
    >
      {answer.state === 'loading' ? <Skeleton className="h-14 w-full" /> : null}
      {answer.state === 'failed' ? (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          {answer.message}
          <Button size="sm" look="outline" onClick={answer.retry}>
            {t('ui.try-again')}
          </Button>
        </p>
      ) : null}
      {answer.state === 'ready' ? (
        <ul className="grid gap-2" aria-label={t('security.sessions')}>
          {answer.value.map((place) => (
            <li
              key={place.sessionId}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 px-4 py-2"
            >
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-center gap-2 font-semibold">
                  {describeDevice(place.userAgent)}
                  {place.current ? <Badge tone="info">{t('security.this-device')}</Badge> : null}
                </span>
                <span className="muted block text-sm">
                  <Sentence id="security.last-used" parts={{ moment: <DayTime iso={place.lastUsedAt} /> }} />
                  {place.ipAddress ? <span className="figures"> · {place.ipAddress}</span> : null}
                </span>
              </span>
              {place.current ? null : (
                <Button size="sm" look="quiet" busy={ending === place.sessionId} onClick={() => void end(place)}>
                  <Sentence
                    id="security.end-session"
                    values={{ device: describeDevice(place.userAgent) }}
                    parts={{ hidden: <span className="sr-only" /> }}
                  />
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </SecurityRow>
  )
}
