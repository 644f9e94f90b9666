import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '#web/words/words.ts'

/** Which of many pages of a list is shown, and the way to the others. Pages count from 1; nothing is shown for a single one. */
export function Pagination({
  label,
  page,
  pages,
  onPage,
}: {
  /** What is paged, for screen readers. */
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  if (pages < 2) return null
  const side = 'btn btn-ghost btn-square min-h-11 w-11'
  return (
    <nav aria-label={label} className="no-print mt-5 flex flex-wrap items-center justify-center gap-1">
      <button
        type="button"
        aria-label={t('ui.page-before')}
        className={side}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden="true" size={20} />
      </button>
      {pagesToShow(page, pages).map((each, index, all) => (
        <span
          key={each}
          className={`flex items-center gap-1 ${each === page || each === 1 || each === pages ? '' : 'max-sm:hidden'}`}
        >
          {each - (all[index - 1] ?? each) > 1 ? (
            <span aria-hidden="true" className="muted w-5 text-center">
              …
            </span>
          ) : null}
          <button
            type="button"
            aria-label={t('ui.page', { page: each })}
            aria-current={each === page ? 'page' : undefined}
            className="figures btn btn-ghost min-h-11 min-w-11 px-2 aria-[current=page]:bg-neutral aria-[current=page]:text-neutral-content dark:aria-[current=page]:bg-base-content dark:aria-[current=page]:text-base-100"
            onClick={() => onPage(each)}
          >
            {each}
          </button>
        </span>
      ))}
      <button
        type="button"
        aria-label={t('ui.page-after')}
        className={side}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden="true" size={20} />
      </button>
    </nav>
  )
}

/** The first, the last and those around this one, which phones leave out. */
function pagesToShow(page: number, pages: number): number[] {
  const around = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages)
  return [...new Set(around)].sort((one, other) => one - other)
}
