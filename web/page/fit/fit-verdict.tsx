import { CircleCheck, CircleHelp, CircleX, Globe } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import {
  judgeFitments,
  listVehicleEngines,
  maxVerdicts,
  type ProductVerdict,
  type VehicleEngine,
} from '#contract/vehicles.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { fitmentText } from '#web/page/fit/describe-fitment.ts'
import { chosenVehicle, chooseVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'

type Verdicts = ReadonlyMap<string, ProductVerdict>

/** Holds the products of one vehicle that are judged together. */
interface Batch {
  productIds: Set<string>
  verdicts: Promise<Verdicts>
}

let judged: { vehicle: NamedVehicle; known: Map<string, Promise<Verdicts>>; batch: Batch | undefined } | undefined

/** Returns what is shown of a product for a vehicle; products of a page are judged by one call, for each vehicle once. */
export async function judgeFor(vehicle: NamedVehicle, productId: string): Promise<ReactNode> {
  if (judged?.vehicle !== vehicle) judged = { vehicle, known: new Map(), batch: undefined }
  const { known } = judged
  let verdicts = known.get(productId)
  if (!verdicts) {
    if (!judged.batch || judged.batch.productIds.size >= maxVerdicts) judged.batch = openBatch(judged)
    judged.batch.productIds.add(productId)
    verdicts = judged.batch.verdicts
    known.set(productId, verdicts)
  }
  try {
    const verdict = (await verdicts).get(productId)
    return verdict ? <Verdict verdict={verdict} vehicle={vehicle} /> : null
  } catch {
    known.delete(productId)
    return <span className="muted">{t('fit.failed')}</span>
  }
}

/** Waits for the marks that are drawn at the same time. */
function openBatch(of: NonNullable<typeof judged>): Batch {
  const productIds = new Set<string>()
  const verdicts = new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    if (of.batch?.productIds === productIds) of.batch = undefined
    return ask(of.vehicle, [...productIds])
  })
  return { productIds, verdicts }
}

async function ask(vehicle: NamedVehicle, productIds: string[]): Promise<Verdicts> {
  const { name: _, ...chosen } = vehicle
  // A list may be for another one, which nobody chose.
  const isChosen = chosenVehicle()?.modelId === vehicle.modelId
  try {
    const { vehicle: present, verdicts } = await call(judgeFitments, { body: { vehicle: chosen, productIds } })
    if (isChosen && present.modelId !== vehicle.modelId) chooseVehicle(present)
    return new Map(verdicts.map((verdict) => [verdict.productId, verdict]))
  } catch (error) {
    // The seller has removed it, or it contradicts itself.
    if (isChosen && error instanceof ApiProblem && ['vehicle-not-found', 'built-outside-year'].includes(error.code))
      chooseVehicle(undefined)
    throw error
  }
}

/** Names the vehicle where there is room: phones have it in the bar above. */
const inFull = (id: 'fit.fits' | 'fit.not-listed', vehicle: string) => (
  <RichMessage id={id} values={{ vehicle }} parts={{ more: <span className="max-sm:sr-only" /> }} />
)

/** Shows a verdict in words, with a sign and a color. */
function Verdict({ verdict, vehicle }: { verdict: ProductVerdict; vehicle: NamedVehicle }) {
  const name = vehicle.name
  if (verdict.verdict === 'universal') return <Line Icon={Globe} text={t('fit.universal')} className="muted" />
  if (verdict.verdict === 'fits') {
    return <Line Icon={CircleCheck} text={inFull('fit.fits', name)} className="text-success" />
  }
  if (verdict.verdict === 'not-listed') {
    const { fits = [], isComplete } = verdict
    return (
      <span className="block">
        <Line Icon={CircleX} text={inFull('fit.not-listed', name)} className={isComplete ? 'text-error' : ''} />
        {fits.length > 0 ? (
          <span className="muted block text-[0.8125rem]">
            {t('fit.instead', {
              vehicles: fits.slice(0, 3).map(fitmentText).join('; ') + (fits.length > 3 ? ' …' : ''),
            })}
          </span>
        ) : null}
      </span>
    )
  }
  return <Check verdict={verdict} vehicle={vehicle} />
}

function Line({ Icon, text, className }: { Icon: typeof Globe; text: ReactNode; className: string }) {
  return (
    <span className={`inline-flex items-start gap-1 font-semibold ${className}`}>
      <Icon aria-hidden="true" size={16} className="mt-0.75 shrink-0" />
      <span>{text}</span>
    </span>
  )
}

/** Says what a person has to compare, and asks for what the shop can compare itself. */
function Check({ verdict, vehicle }: { verdict: ProductVerdict; vehicle: NamedVehicle }) {
  const [isOpen, setOpen] = useState(false)
  const { conditions = [], built = [], engines = [] } = verdict
  const days = [...new Set(built.flatMap(({ from, to }) => [from, to]).filter((day) => day !== undefined))]
  const asksBuilt = days.length > 0 && vehicle.built === undefined
  const asksEngine = engines.length > 0 && vehicle.engineId === undefined
  const questions = [
    ...conditions,
    ...(asksBuilt ? [t('fit.built-question', { day: calendarDayText(days[0] ?? '') })] : []),
    ...(asksEngine ? [t('fit.engine-question')] : []),
  ]
  return (
    <span className="block">
      <span className="inline-flex items-start gap-1 rounded-selector bg-warning px-1.5 font-semibold text-warning-content">
        <CircleHelp aria-hidden="true" size={16} className="mt-0.75 shrink-0" />
        <span>{t('fit.check', { what: questions.join(' · ') })}</span>
      </span>
      {asksBuilt || asksEngine ? (
        <button
          type="button"
          className="link block min-h-6 cursor-pointer py-1 pointer-coarse:min-h-11"
          onClick={(event) => {
            event.preventDefault()
            setOpen(true)
          }}
        >
          {t('fit.answer')}
        </button>
      ) : null}
      <Dialog open={isOpen} title={vehicle.name} onClose={() => setOpen(false)}>
        <Answers vehicle={vehicle} asksBuilt={asksBuilt} asksEngine={asksEngine} onDone={() => setOpen(false)} />
      </Dialog>
    </span>
  )
}

/** Asks for the engine and the day of building; the answers stay with the vehicle. */
function Answers(props: { vehicle: NamedVehicle; asksBuilt: boolean; asksEngine: boolean; onDone: () => void }) {
  const { vehicle, asksBuilt, asksEngine, onDone } = props
  const [engines, setEngines] = useState<readonly VehicleEngine[]>()
  const [engineId, setEngineId] = useState('')
  const [built, setBuilt] = useState('')
  if (asksEngine && !engines) {
    cachedCall(listVehicleEngines, { params: { id: String(vehicle.modelId) } }).then(setEngines, () => setEngines([]))
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const engine = engines?.find(({ id }) => String(id) === engineId)
        chooseVehicle({
          ...vehicle,
          ...(engine && { engineId: engine.id, name: `${vehicle.name} ${engine.name}` }),
          ...(built && { built }),
        })
        onDone()
      }}
    >
      {asksEngine ? (
        <Select
          label={t('fit.engine')}
          value={engineId}
          onChoose={setEngineId}
          choices={[
            { value: '', label: t('fit.engine-unknown') },
            ...(engines ?? []).map(({ id, name, code }) => ({
              value: String(id),
              label: code ? `${name} (${code})` : name,
            })),
          ]}
        />
      ) : null}
      {asksBuilt ? (
        <Field
          type="date"
          label={t('fit.built')}
          hint={t('fit.built-hint')}
          min={`${vehicle.year}-01-01`}
          max={`${vehicle.year}-12-31`}
          value={built}
          onChange={({ target }) => setBuilt(target.value)}
        />
      ) : null}
      <Button type="submit">{t('fit.take')}</Button>
    </form>
  )
}
