import { Link } from 'react-router'
import type { Tool } from '#contract/catalog.ts'
import { compareAddress, useComparedProducts } from '#web/catalog/compare/compare-choice.ts'
import { CompareTick } from '#web/catalog/compare/compare-tick.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses a product on its own page to be compared, and leads to the comparison. */
export function CompareProduct({ product }: { product: Tool }) {
  const chosen = useComparedProducts()
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-4 print:hidden">
      <CompareTick product={product} />
      {chosen.length > 0 ? (
        <Link
          to={compareAddress(chosen.map(({ id }) => id))}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          {t('compare.open', { count: chosen.length })}
        </Link>
      ) : null}
    </p>
  )
}
