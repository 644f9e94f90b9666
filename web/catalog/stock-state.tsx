import type { Tool } from '#contract/catalog.ts'
import { t } from '#web/i18n/messages.ts'

const dots = {
  plenty: 'border-success bg-success',
  low: 'border-warning bg-warning',
  short: 'border-current bg-transparent',
}

/** Shows the stock in words, or the number of units if it is `isCounted`; the dot is decorative. */
export function StockState({
  product: { available, minOrder },
  isCounted = false,
}: {
  product: Pick<Tool, 'available' | 'minOrder'>
  isCounted?: boolean
}) {
  const level = available < minOrder ? 'short' : available < minOrder * 4 ? 'low' : 'plenty'
  const words = { plenty: t('stock.in'), low: t('stock.low'), short: lowStockText(available) }
  return (
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] leading-tight font-semibold whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-full border-2 ${dots[level]}`} />
      {isCounted && level !== 'short' ? t('stock.count', { available }) : words[level]}
    </span>
  )
}

const lowStockText = (available: number) =>
  available <= 0 ? t('stock.out') : t('stock.only-left', { count: available })
