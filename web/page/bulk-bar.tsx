import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Selection } from '#web/page/use-selection.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows how many rows are selected and what can be done with them, at the lower edge of the page. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const count = selection.ids.length
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? t('bulk.selected', { count }) : ''}
      </p>
      {count > 0 ? (
        <section
          aria-label={t('bulk.title')}
          className="no-print sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-box border border-base-300 bg-base-100 p-2 shadow-lift sm:pl-4"
        >
          <p aria-hidden="true" className="figures grow font-semibold max-sm:pl-2">
            {t('bulk.selected', { count })}
          </p>
          {children}
          <button
            type="button"
            aria-label={t('bulk.clear')}
            title={t('bulk.clear')}
            className="btn btn-square btn-ghost min-h-9 w-11 pointer-coarse:min-h-11"
            onClick={selection.clear}
          >
            <X aria-hidden="true" size={18} />
          </button>
        </section>
      ) : null}
    </>
  )
}
