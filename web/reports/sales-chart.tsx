import { useMemo } from 'react'
import type { SalesRow } from '#contract/reports.ts'
import { BarChart } from '#web/reports/bar-chart.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

type ChartedDay = Pick<SalesRow, 'orders' | 'amount'> & { label: string }

/** Draws sales as bars, one for each day. */
export function SalesChart({ days }: { days: readonly ChartedDay[] }) {
  const bars = useMemo(
    () =>
      days.map(({ label, amount, orders }) => ({
        label,
        value: amount,
        lines: [moneyText(amount), t('sales.orders-count', { count: orders })],
      })),
    [days],
  )
  return <BarChart bars={bars} label={t('sales.chart')} format={moneyText} />
}
