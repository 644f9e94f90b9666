import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'

const step = 100

/** Returns the first rows of a long list, and a button for more; paper has all of them. */
export function useFirstRows<Row>(rows: readonly Row[], first = step) {
  const [count, setCount] = useState(first)
  useEffect(() => {
    const showAll = () => flushSync(() => setCount(Infinity))
    addEventListener('beforeprint', showAll)
    return () => removeEventListener('beforeprint', showAll)
  }, [])
  const left = rows.length - count
  return {
    showAll: () => flushSync(() => setCount(Infinity)),
    shown: left > 0 ? rows.slice(0, count) : rows,
    more:
      left > 0 ? (
        <p className="no-print mt-5 text-center">
          <Button variant="outline" onClick={() => setCount((before) => before + step)}>
            {t('ui.show-more', { left: numberText(left) })}
          </Button>
        </p>
      ) : null,
  }
}
