import { Scale, X } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import {
  clearCompared,
  compareAddress,
  compareForm,
  maxCompared,
  toggleCompared,
  useComparedProducts,
  useIsCompared,
} from '#web/catalog/compare/compare-choice.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Shows below a list what was chosen to compare, on this page and on others, in one line: it covers what is below it. It goes once that is compared. Without scripts it is shown once something is ticked, and
 * compares that. The list around it is the group `list`.
 */
export function CompareBar() {
  const chosen = useComparedProducts()
  const isCompared = useIsCompared(chosen)
  const navigate = useNavigate()
  function compare(event: SubmitEvent) {
    if (chosen.length === 0) return
    event.preventDefault()
    void navigate(compareAddress(chosen.map(({ id }) => id)))
  }
  return (
    <form
      id={compareForm}
      action="/compare"
      onSubmit={compare}
      aria-label={t('compare.chosen')}
      className={`sticky bottom-0 z-20 mt-6 items-center gap-2 rounded-t-box border border-b-0 border-base-300 bg-base-100 px-3 py-2.5 shadow-lift print:hidden ${isCompared ? 'hidden' : chosen.length > 0 ? 'flex' : 'hidden group-has-[[name=p]:checked]/list:flex'}`}
    >
      <ul className="flex min-w-0 grow gap-2 max-lg:hidden">
        {chosen.map((product) => (
          <li key={product.id} className="flex min-w-0 items-center gap-1 rounded-field bg-base-200 pl-3 text-sm">
            <span className="truncate" title={product.name}>
              {product.name}
            </span>
            <button
              type="button"
              onClick={() => toggleCompared(product)}
              aria-label={t('word.remove-one', { name: product.name })}
              className="grid min-h-11 min-w-11 shrink-0 cursor-pointer place-items-center xl:min-h-9 xl:min-w-9"
            >
              <X aria-hidden="true" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="grow text-sm">
        {chosen.length > 0 ? t('compare.count', { count: chosen.length, max: maxCompared }) : ''}
      </p>
      {chosen.length > 0 ? (
        <Button variant="quiet" className="min-w-11 px-2" onClick={clearCompared}>
          <X aria-hidden="true" size={18} className="sm:hidden" />
          <span className="max-sm:sr-only">{t('word.remove-all')}</span>
        </Button>
      ) : null}
      <Button type="submit">
        <Scale aria-hidden="true" size={18} /> {t('compare.tick')}
      </Button>
    </form>
  )
}
