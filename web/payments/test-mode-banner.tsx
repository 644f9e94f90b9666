import { FlaskConical } from 'lucide-react'
import { pageSettings } from '#web/api/page-settings.ts'

/** Says that this shop takes test cards only, and which one succeeds. Browser only. */
export function TestModeBanner() {
  if (pageSettings().cards.mode !== 'sandbox') return null
  return (
    <div className="flex gap-3 bg-warning px-5 py-3.5 text-warning-content sm:px-7">
      <FlaskConical aria-hidden="true" size={22} className="mt-0.5 shrink-0" />
      <div>
        <p className="font-semibold">Test mode: no money moves</p>
        <p className="text-sm">
          Pay with the test card <span className="figures font-semibold whitespace-nowrap">4242 4242 4242 4242</span>,
          any date to come and any CVC.
        </p>
      </div>
    </div>
  )
}
