import { Volume2 } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { LineUnits } from '#web/orders/line-units.tsx'
import { ShipAnyway } from '#web/orders/open-requests.tsx'
import { moveOnEnter } from '#web/orders/move-on-enter.ts'
import { CarrierField, TrackingNumberField } from '#web/orders/tracking-fields.tsx'
import { undoAction } from '#web/orders/undo-parcels.tsx'
import { sumUnits, unitsToCome } from '#web/orders/units-by-line.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { storedText } from '#web/page/stored-text.ts'
import { createPackSession, type PackState } from '#web/payments/pack-session.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusWhenAwake } from '#web/ui/focus-when-awake.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { CardSection } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/pack.route.ts'

export const handle = staffWith('shipping')

export const meta: Route.MetaFunction = () => hiddenPage(t('pack.title'))

export { RouteErrorBoundary as ErrorBoundary }

const sound = storedText('localStorage', 'boltyard.pack-sound')

/** Packs orders with a scanner or the keyboard: the slip, then each part; the last one ships the parcel. */
export default function PackRoute() {
  const [search, setSearch] = useSearchParams()
  const [session] = useState(() =>
    createPackSession(
      (shipment) => toast.success(t('pack.shipped', { number: shipment.number }), undoAction([shipment])),
      (order) => setSearch(order === undefined ? {} : { order }, { replace: true }),
    ),
  )
  const state = useSyncExternalStore(session.follow, session.read, session.read)
  const asked = search.get('order')
  const shown = state.details?.order._id
  const first = useRef(asked)
  useEffect(() => {
    if (first.current !== null) session.open(first.current)
    first.current = null
  }, [session])
  const hasSound = sound.useText() === 'on'
  const { answer, details } = state
  useEffect(() => {
    if (answer && hasSound) beep(answer.isRefused)
  }, [answer, hasSound])
  return (
    <>
      <BackLink to="/dashboard/all-order">{t('orders.all.title')}</BackLink>
      <PageHeading
        title={t('pack.title')}
        text={t('pack.text')}
        action={
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="toggle"
              checked={hasSound}
              onChange={({ target }) => sound.write(target.checked ? 'on' : null)}
            />
            <Volume2 aria-hidden="true" size={18} /> {t('pack.sound')}
          </label>
        }
      />
      <ScanField isOpen={details !== undefined} onScan={session.scan} />
      <Answer answer={answer} />
      {details ? <Parcel key={shown} state={state} session={session} /> : null}
    </>
  )
}

/** Takes one scan after another: Enter, which a scanner types, sends it and leaves the field empty for the next one. */
function ScanField({ isOpen, onScan }: { isOpen: boolean; onScan: (text: string) => void }) {
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusWhenAwake(form.current?.querySelector('input')), [isOpen])
  return (
    <form
      ref={form}
      className="mt-6 max-w-xl"
      onSubmit={(event) => {
        event.preventDefault()
        onScan(text)
        setText('')
      }}
    >
      <Field
        label={t(isOpen ? 'pack.scan-part' : 'pack.scan-slip')}
        hint={isOpen ? t('pack.scan-part-hint') : undefined}
        value={text}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  )
}

function Answer({ answer }: Pick<PackState, 'answer'>) {
  const box = 'rounded-box border-2 p-4 font-heading text-2xl font-bold wrap-anywhere'
  return (
    <div className="my-4 min-h-16">
      <div role="alert">
        {answer?.isRefused ? (
          <p key={answer.count} className={`${box} border-error bg-error text-error-content`}>
            {answer.text}
          </p>
        ) : null}
      </div>
      <div role="status">
        {answer && !answer.isRefused ? (
          <p className={`${box} border-success bg-success/15 text-base-content`}>{answer.text}</p>
        ) : null}
      </div>
    </div>
  )
}

function Parcel({ state, session }: { state: PackState; session: ReturnType<typeof createPackSession> }) {
  const { details, pack, kinds, isConfirmed } = state
  if (!details) return null
  const { order, lines } = details
  const left = unitsToCome(lines)
  const [all, count] = [sumUnits(left), sumUnits(pack.packed)]
  return (
    <CardSection title={t('pack.order', { number: order.number, buyer: order.buyerName || order.email })}>
      <form className="grid gap-4" onKeyDown={moveOnEnter} onSubmit={(event) => event.preventDefault()}>
        <LineUnits
          lines={lines}
          left={left}
          chosen={pack.packed}
          onChange={(packed) => session.setPack({ ...pack, packed })}
        />
        {order.pickup ? null : (
          <div className="grid gap-4 sm:grid-cols-2">
            <CarrierField
              value={pack.carrier}
              onChange={({ target }) => session.setPack({ ...pack, carrier: target.value })}
            />
            <TrackingNumberField
              value={pack.trackingNumber}
              onChange={({ target }) => session.setPack({ ...pack, trackingNumber: target.value })}
            />
          </div>
        )}
        <ShipAnyway
          requests={[{ number: order.number, kinds }]}
          isConfirmed={isConfirmed}
          onConfirm={session.confirm}
        />
        <p className="flex flex-wrap gap-3">
          <Button disabled={count === 0} onClick={session.ship}>
            {t(order.pickup ? 'orders.pickup-part' : 'orders.ship-part', { count, all })}
          </Button>
          <Button variant="outline" onClick={session.close}>
            {t('pack.close')}
          </Button>
        </p>
      </form>
    </CardSection>
  )
}

/** Sounds high and short for what is counted, low and long for what is refused. */
function beep(isRefused: boolean): void {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  tone.frequency.value = isRefused ? 160 : 880
  tone.connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + (isRefused ? 0.5 : 0.08))
  tone.onended = () => void audio.close()
}
