import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const step = 100

/** The first rows of a long list, and a button for the next ones while there are more. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(step)
  const left = rows.length - count
  return {
    shown: left > 0 ? rows.slice(0, count) : rows,
    more:
      left > 0 ? (
        <p className="no-print mt-5 text-center">
          <Button look="outline" onClick={() => setCount((before) => before + step)}>
            Show more ({left.toLocaleString('en-US')} left)
          </Button>
        </p>
      ) : null,
  }
}
