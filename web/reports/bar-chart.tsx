import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

export interface Bar {
  label: string
  value: number
  /** Lists what is said of it when it is pointed at. */
  lines: readonly string[]
}

/** Draws bars, one for each day; a table next to it says the same in figures. `bars` and `format` stay the same between renders. */
export function BarChart({
  bars,
  label,
  format,
}: {
  bars: readonly Bar[]
  label: string
  format: (value: number) => string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current: element } = canvas
    if (!element) return undefined
    const dark = matchMedia('(prefers-color-scheme: dark)')
    let chart = drawChart(element, bars, format)
    const redraw = () => {
      chart.destroy()
      chart = drawChart(element, bars, format)
    }
    dark.addEventListener('change', redraw)
    return () => {
      dark.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [bars, format])
  return (
    <div className="relative h-56">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}

function drawChart(canvas: HTMLCanvasElement, bars: readonly Bar[], format: (value: number) => string): Chart {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(`--color-${name}`)
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.map(({ label }) => label),
      datasets: [{ data: bars.map(({ value }) => value), backgroundColor: color('accent'), maxBarThickness: 48 }],
    },
    options: {
      maintainAspectRatio: false,
      animation: false,
      scales: {
        x: { grid: { display: false }, ticks: { color: color('base-content'), maxRotation: 0, autoSkipPadding: 16 } },
        y: {
          beginAtZero: true,
          // A few refunds take no fifth of the chart below zero.
          min: Math.min(0, ...bars.map(({ value }) => value)),
          grid: { color: color('base-300') },
          ticks: {
            color: color('base-content'),
            maxTicksLimit: 5,
            includeBounds: false,
            callback: (value) => format(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: { label: ({ dataIndex }) => [...(bars[dataIndex]?.lines ?? [])] },
        },
      },
    },
  })
}
