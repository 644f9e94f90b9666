import { Link } from 'react-router'
import { getTestMode } from '#contract/opening.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Section } from '#web/ui/section.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says what of the shop is only for testing, and how it sells for real; nothing once it does. */
export function TestMode() {
  const { data: parts = [] } = useQuery(endpointQuery(getTestMode))
  if (parts.length === 0) return null
  return (
    <Section title={t('test-mode.title')} text={t('test-mode.text')}>
      <Card>
        <div className="grid gap-5 wrap-anywhere">
          <ul className="list-disc space-y-1 pl-6">
            {parts.map((part) => (
              <li key={part}>{t(`test-mode.${part}`)}</li>
            ))}
          </ul>
          <div>
            <h3 className="mb-2 text-lg">{t('test-mode.leave')}</h3>
            <ol className="list-decimal space-y-1 pl-6">
              <li>
                {t('test-mode.leave-demo')}{' '}
                <Link to="/dashboard/today" className="link">
                  {t('today.title')}
                </Link>
              </li>
              {parts.includes('server') ? <li>{t('test-mode.leave-server')}</li> : null}
              {parts.includes('address') ? <li>{t('test-mode.leave-address')}</li> : null}
              <li>{t(parts.includes('test-keys') ? 'test-mode.leave-keys' : 'test-mode.leave-cards')}</li>
              <li>{t('connections.restart')}</li>
            </ol>
          </div>
          <p>{t('test-mode.orders')}</p>
        </div>
      </Card>
    </Section>
  )
}
