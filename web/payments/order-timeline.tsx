import type { OrderDetails, TimelineEntry } from '#contract/payments.ts'
import { Timeline } from '#web/ui/timeline.tsx'
import { currentLanguage } from '#web/words/language.ts'
import { t, type WordId } from '#web/words/words.ts'

/**
 * The story of an order. The shop tells it in English; other readers get the kind of each event, and the sentence only where it says
 * more than that.
 */
export function OrderTimeline({ entries }: { entries: OrderDetails['timeline'] }) {
  const isEnglish = currentLanguage() === 'en'
  return (
    <Timeline
      entries={entries.map(({ at, kind, who, what }, index) => ({
        key: index,
        at,
        title: isEnglish ? what : t(kindWords[kind]),
        note: isEnglish ? (
          who
        ) : (
          <>
            {whoWord(who)}
            {toldByKind.has(kind) ? null : (
              <>
                {' · '}
                <span lang="en">{what}</span>
              </>
            )}
          </>
        ),
        tone: goodNews.has(kind) ? 'good' : badNews.has(kind) ? 'bad' : 'plain',
      }))}
    />
  )
}

/** What these are about stands elsewhere in the order: its lines, its total, its refunds. */
const toldByKind = new Set([
  'placed',
  'paid',
  'shipped',
  'cancelled',
  'expired',
  'allocated',
  'refund_requested',
  'refunded',
])
const goodNews = new Set(['paid', 'paid_late', 'allocated', 'shipped', 'dispute_closed'])
const badNews = new Set(['paid_short', 'refund_failed', 'payment_held', 'dispute_opened', 'expired', 'cancelled'])

const kindWords: Record<TimelineEntry['kind'], WordId> = {
  placed: 'timeline.placed',
  paid: 'timeline.paid',
  paid_late: 'timeline.paid-late',
  paid_short: 'timeline.paid-short',
  allocated: 'timeline.allocated',
  shipped: 'timeline.shipped',
  cancelled: 'timeline.cancelled',
  expired: 'timeline.expired',
  refund_requested: 'timeline.refund-requested',
  refunded: 'timeline.refunded',
  refund_failed: 'timeline.refund-failed',
  payment_held: 'timeline.payment-held',
  payment_returned: 'timeline.payment-returned',
  dispute_opened: 'timeline.dispute-opened',
  dispute_closed: 'timeline.dispute-closed',
}

/** Whoever is none of these is told by e-mail address. */
const whoWords: Record<string, WordId> = {
  You: 'timeline.you',
  'The shop': 'timeline.shop',
  'The card provider': 'timeline.provider',
  'An admin': 'timeline.admin',
}

function whoWord(who: string): string {
  const id = whoWords[who]
  return id ? t(id) : who
}
