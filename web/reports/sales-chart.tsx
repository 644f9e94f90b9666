import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import type { SalesRow } from '#contract/reports.ts'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

type ChartedDay = Pick<SalesRow, 'orders' | 'amount'> & { label: string }

/** Draws sales as bars, one for each day; the table next to it says the same in figures. */
export function SalesChart({ days }: { days: readonly ChartedDay[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current: element } = canvas
    if (!element) return undefined
    const dark = matchMedia('(prefers-color-scheme: dark)')
    let chart = drawChart(element, days)
    const redraw = () => {
      chart.destroy()
      chart = drawChart(element, days)
    }
    dark.addEventListener('change', redraw)
    return () => {
      dark.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [days])
  return (
    <div className="relative h-56">
      <canvas ref={canvas} role="img" aria-label={t('sales.chart')} />
    </div>
  )
}

function drawChart(canvas: HTMLCanvasElement, days: readonly ChartedDay[]): Chart {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(`--color-${name}`)
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: days.map(({ label }) => label),
      datasets: [{ data: days.map(({ amount }) => amount), backgroundColor: color('accent'), maxBarThickness: 48 }],
    },
    options: {
      maintainAspectRatio: false,
      animation: false,
      scales: {
        x: { grid: { display: false }, ticks: { color: color('base-content'), maxRotation: 0, autoSkipPadding: 16 } },
        y: {
          beginAtZero: true,
          grid: { color: color('base-300') },
          ticks: { color: color('base-content'), maxTicksLimit: 5, callback: (value) => moneyText(Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: {
            label: ({ dataIndex }) => {
              const day = days[dataIndex]
              return day ? [moneyText(day.amount), t('sales.orders-count', { count: day.orders })] : []
            },
          },
        },
      },
    },
  })
}
