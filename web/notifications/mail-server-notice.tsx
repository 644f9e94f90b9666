import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { getMailServer } from '#contract/notifications.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'

/** Says that mails do not go out, with the words of the mail server; nothing while they do, or if none is set. */
export function MailServerNotice() {
  const { data } = useQuery(endpointQuery(getMailServer))
  if (data?.state !== 'failing' && data?.state !== 'password-lost') return null
  return (
    <section
      aria-labelledby="mail-server-fails"
      className="mt-6 rounded-box border border-l-8 border-error/50 border-l-error p-4 sm:p-5"
    >
      <h2 id="mail-server-fails" className="flex items-center gap-2.5 text-xl">
        <TriangleAlert aria-hidden="true" size={22} className="shrink-0 text-error" /> {t('mail-server.fails')}
      </h2>
      <p className="mt-2 wrap-anywhere">
        {data.state === 'failing'
          ? t('mail-server.fails-text', { host: data.host, fault: data.fault })
          : t('mail-server.password-lost')}
      </p>
      <p className="mt-2">
        <Link to="/dashboard/connections" className="link">
          {t('mail-server.check')}
        </Link>
      </p>
    </section>
  )
}
