import { Link } from 'react-router'
import type { LedgerEntry } from '#contract/documents.ts'
import { offlineMethods } from '#contract/payments.ts'
import { moneyText } from '#web/ui/money.tsx'
import type { Column } from '#web/ui/table.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns the columns of papers and movements of money; each leads to its order. */
export const entryColumns = <Entry extends LedgerEntry>(orders: 'order' | 'all-order'): Column<Entry>[] => [
  { head: t('ledger.day'), fit: true, className: 'whitespace-nowrap', cell: ({ day }) => calendarDayText(day) },
  {
    head: t('ledger.entry'),
    phone: 'title',
    cell: ({ kind, number, orderId, method, reference, dueOn, poNumber }) => {
      const known = offlineMethods.find((each) => each === method)
      const how = [
        known && t(`payment-method.${known}`),
        reference,
        poNumber && t('orders.po', { number: poNumber }),
        dueOn && t('invoice.due', { day: calendarDayText(dueOn) }),
      ]
        .filter(Boolean)
        .join(' · ')
      return (
        <>
          {t(`ledger.${kind}`)}{' '}
          <Link to={`/dashboard/${orders}/${orderId}`} className="link figures">
            {number}
          </Link>
          {how === '' ? null : <span className="muted block text-sm wrap-anywhere">{how}</span>}
        </>
      )
    },
  },
  { head: t('word.amount'), numeric: true, cell: ({ amount, currency }) => moneyText(amount, currency) },
]
