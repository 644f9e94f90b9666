import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PageStore } from '#contract/settings.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** The head's script reads it, so that a bar that was closed is not seen at all. */
const closedKey = 'boltyard.announcement'

const tones: Record<NonNullable<PageStore['announcement']>['tone'], string> = {
  info: 'bg-info text-info-content',
  success: 'bg-success text-success-content',
  warning: 'bg-warning text-warning-content',
}

/** Shows what the seller announces, above the header. */
export function AnnouncementBar() {
  const { announcement } = currentStore()
  const [isClosed, setIsClosed] = useState(false)
  const text = announcement?.texts[currentLanguage()]
  if (!text || isClosed) return null
  const { id, url, tone, dismissible } = announcement
  return (
    <aside aria-label={t('shop.announcement')} className={`announcement no-print ${tones[tone]}`}>
      <div className="page-width flex min-h-11 items-center justify-center gap-2 py-1 text-center text-[0.9375rem]">
        <p className="grow">
          {url === undefined ? (
            text
          ) : (
            <Link to={url} className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
              {text}
            </Link>
          )}
        </p>
        {dismissible ? (
          <button
            type="button"
            aria-label={t('shop.announcement-close')}
            className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-field hover:bg-black/10"
            onClick={() => {
              try {
                localStorage.setItem(closedKey, id)
              } catch {
                // It is closed for this page only.
              }
              setIsClosed(true)
            }}
          >
            <X aria-hidden="true" size={20} />
          </button>
        ) : null}
      </div>
    </aside>
  )
}
