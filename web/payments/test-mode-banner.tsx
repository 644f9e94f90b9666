import { FlaskConical } from 'lucide-react'
import { pageSettings } from '#web/api/page-settings.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says that this shop takes test cards only, and which one succeeds. Browser only. */
export function TestModeBanner() {
  if (pageSettings().cards.mode !== 'sandbox') return null
  return (
    <div className="flex gap-3 bg-warning px-4 py-2 text-warning-content sm:px-7">
      <FlaskConical aria-hidden="true" size={22} className="mt-0.5 shrink-0" />
      <div>
        <p className="font-semibold">{t('payment.test-mode')}</p>
        <p className="text-sm">
          <RichMessage
            id="payment.test-card"
            parts={{
              number: <span className="figures font-semibold whitespace-nowrap">4242 4242 4242 4242</span>,
            }}
          />
        </p>
      </div>
    </div>
  )
}
