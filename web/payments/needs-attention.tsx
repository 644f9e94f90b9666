import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useQuery } from '#web/api/queries.ts'
import { UnmatchedPaymentList } from '#web/payments/unmatched-payment-list.tsx'
import { decisions, maxCounted } from '#web/payments/payment-queries.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Shows admins how many payments and disputes need attention; nothing if there are none. */
export function NeedsAttention() {
  const { data } = useQuery(decisions)
  // The list below shows the error.
  if (!data) return null
  const { short, disputed, overdue, held } = data
  if (short + disputed + overdue + held.length === 0) return null
  return (
    <section
      aria-labelledby="needs-attention"
      className="no-print w-full rounded-box border border-l-8 border-error/50 border-l-error px-4 py-1 max-xl:order-last md:py-0 md:text-sm xl:w-auto xl:flex-1"
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 id="needs-attention" className="flex items-center gap-2.5 text-base">
          <TriangleAlert aria-hidden="true" size={20} className="shrink-0 text-error" /> {t('attention.title')}
        </h2>
        <ul className="flex flex-wrap gap-x-4">
          {short > 0 ? (
            <Kind show="paid_short">{countText(short, 'attention.short', 'attention.short-many')}</Kind>
          ) : null}
          {disputed > 0 ? (
            <Kind show="disputed">{countText(disputed, 'attention.disputed', 'attention.disputed-many')}</Kind>
          ) : null}
          {overdue > 0 ? (
            <Kind show="overdue">{countText(overdue, 'attention.overdue', 'attention.overdue-many')}</Kind>
          ) : null}
          {held.length > 0 ? (
            <li className="py-1">{countText(held.length, 'attention.held', 'attention.held-many')}</li>
          ) : null}
        </ul>
      </div>
      {held.length > 0 ? (
        <div className="mt-3">
          <UnmatchedPaymentList payments={held} />
        </div>
      ) : null}
    </section>
  )
}

function Kind({ show, children }: { show: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={`?show=${show}`}
        preventScrollReset
        className="inline-flex min-h-11 items-center md:min-h-8 font-semibold underline underline-offset-4"
      >
        {children}
      </Link>
    </li>
  )
}

const countText = (count: number, id: MessageId, manyId: MessageId) =>
  count > maxCounted ? t(manyId, { count: maxCounted }) : t(id, { count })
