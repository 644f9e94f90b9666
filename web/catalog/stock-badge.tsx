import type { Tool } from '#contract/catalog.ts'
import { Badge } from '#web/ui/badge.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a short warning about low stock; nothing otherwise. */
export function StockBadge({ product: { available, minOrder } }: { product: Pick<Tool, 'available' | 'minOrder'> }) {
  if (available <= 0) return <Badge tone="dark">{t('stock.out')}</Badge>
  if (available < minOrder) return <Badge tone="dark">{t('stock.only-left', { count: available })}</Badge>
  return available < minOrder * 4 ? <Badge tone="warning">{t('stock.low')}</Badge> : null
}
