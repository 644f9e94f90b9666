import type { Tool } from '#contract/catalog.ts'
import { t } from '#web/i18n/messages.ts'

const dots = {
  plenty: 'border-success bg-success',
  low: 'border-warning bg-warning',
  short: 'border-current bg-transparent',
}

/** Shows the stock in words; the dot is decorative. */
export function StockState({ product: { available, minOrder } }: { product: Pick<Tool, 'available' | 'minOrder'> }) {
  const level = available < minOrder ? 'short' : available < minOrder * 4 ? 'low' : 'plenty'
  const words = { plenty: t('stock.in'), low: t('stock.low'), short: lowStockText(available) }
  return (
    <span className="inline-flex items-center gap-1.5 text-[0.8125rem] leading-tight font-semibold whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-full border-2 ${dots[level]}`} />
      {words[level]}
    </span>
  )
}

const lowStockText = (available: number) =>
  available <= 0 ? t('stock.out') : t('stock.only-left', { count: available })
