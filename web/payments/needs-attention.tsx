import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '#web/api/answers.ts'
import { HeldPaymentList } from '#web/payments/held-payment-list.tsx'
import { decisions, mostCounted } from '#web/payments/payment-answers.ts'
import { t } from '#web/words/words.ts'

/** Money that does not fit to an order by itself, told at a glance to the admin; nothing while there is none. */
export function NeedsAttention({ viewer }: { viewer: string }) {
  const answer = useAnswer(decisions, viewer)
  // The list below tells that the shop cannot be reached.
  if (answer.state !== 'ready') return null
  const { short, disputed, held } = answer.value
  if (short + disputed + held.length === 0) return null
  return (
    <section
      aria-labelledby="needs-attention"
      className="no-print mt-6 rounded-box border border-l-8 border-error/50 border-l-error p-4 sm:p-5"
    >
      <h2 id="needs-attention" className="flex items-center gap-2.5 text-xl">
        <TriangleAlert aria-hidden="true" size={22} className="shrink-0 text-error" /> {t('attention.title')}
      </h2>
      <ul className="mt-2 grid gap-1">
        {short > 0 ? (
          <Kind show="paid_short" action={t('attention.show-short')}>
            {countText(short, 'attention.short')}
          </Kind>
        ) : null}
        {disputed > 0 ? (
          <Kind show="disputed" action={t('attention.show-disputed')}>
            {countText(disputed, 'attention.disputed')}
          </Kind>
        ) : null}
        {held.length > 0 ? <li>{countText(held.length, 'attention.held')}</li> : null}
      </ul>
      {held.length > 0 ? (
        <div className="mt-3">
          <HeldPaymentList payments={held} onChange={answer.retry} />
        </div>
      ) : null}
    </section>
  )
}

function Kind({ show, action, children }: { show: string; action: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      <span>{children}</span>
      <Link
        to={`?show=${show}`}
        preventScrollReset
        aria-label={action}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('ui.show')}
      </Link>
    </li>
  )
}

const countText = (count: number, id: 'attention.short' | 'attention.disputed' | 'attention.held') =>
  count > mostCounted ? t(`${id}-many`, { count: mostCounted }) : t(id, { count })
