import { useEffect, useEffectEvent, useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { readVehicle, type VehicleProposal, type VehicleReading } from '#contract/garage.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { listVehicleMakes, listVehicleModels, type VehicleMake, type VehicleModel } from '#contract/vehicles.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Holds what is chosen so far, or what a typed line proposes. */
interface Steps {
  makeId?: number
  family?: string
  /** The generation that a typed line names. */
  modelId?: number
  year?: number
  /** Whether the year is that of a number on the papers: then only models of that year are offered. */
  isYearRead?: boolean
  /** Whether the year was pressed just now, so that the focus goes on to the generations. */
  isYearPressed?: boolean
}

/** Chooses a vehicle by a typed line, or by make, family and year; it asks for the generation only where two were built in that year. */
export function VehicleChoice({
  typed,
  onChoose,
}: {
  /** A line to begin with. */
  typed?: string | undefined
  onChoose: (vehicle: NamedVehicle) => void
}) {
  const [steps, setSteps] = useState<Steps>({})
  return (
    <div className="grid gap-5">
      <TypedVehicle
        typed={typed}
        onPropose={(proposal) => {
          const vehicle = vehicleOf(proposal)
          if (vehicle) onChoose(vehicle)
          else setSteps(stepsOf(proposal))
        }}
      />
      <VehicleSteps steps={steps} onStep={setSteps} onChoose={onChoose} />
    </div>
  )
}

function vehicleOf({ modelId, year, engine, name }: VehicleProposal): NamedVehicle | undefined {
  return modelId === undefined || year === undefined
    ? undefined
    : { modelId, year, name, ...(engine && { engineId: engine.id }) }
}

const stepsOf = ({ makeId, family, modelId, year }: VehicleProposal): Steps => ({
  makeId,
  ...(family !== undefined && { family }),
  ...(modelId !== undefined && { modelId }),
  ...(year !== undefined && { year, isYearRead: family === undefined }),
})

/** Tells whether a line can be taken at once: a number with a wrong digit, or a line with unknown words, is looked at before. */
const isCertain = ({ proposals, wrongCheckDigit, notUnderstood }: VehicleReading) =>
  proposals.length === 1 && !wrongCheckDigit && notUnderstood === undefined

/** Reads a typed line; one certain vehicle is taken at once, of several one is chosen. */
function TypedVehicle(props: { typed: string | undefined; onPropose: (proposal: VehicleProposal) => void }) {
  const { typed, onPropose } = props
  const [reading, setReading] = useState<VehicleReading>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [incomplete, setIncomplete] = useState<VehicleProposal>()
  function propose(proposal: VehicleProposal) {
    setIncomplete(vehicleOf(proposal) ? undefined : proposal)
    onPropose(proposal)
  }
  const readTyped = useEffectEvent(() => (typed === undefined ? undefined : void read(typed)))
  useEffect(() => readTyped(), [])
  async function read(text: string) {
    if (text === '' || isBusy) return
    setBusy(true)
    setProblem(undefined)
    setIncomplete(undefined)
    try {
      const found = await call(readVehicle, { body: { text } })
      setReading(found)
      const [only] = found.proposals
      if (only && isCertain(found)) propose(only)
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }
  return (
    <div>
      <Form onSend={(data) => read(formText(data, 'text').trim())} className="flex items-start gap-2">
        <Field
          name="text"
          defaultValue={typed}
          label={t('vehicle.typed')}
          hint={t('vehicle.typed-hint')}
          maxLength={maxLengths.search}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 grow"
        />
        <Button type="submit" busy={isBusy} className="mt-6.5 shrink-0">
          {t('vehicle.find')}
        </Button>
      </Form>
      <FormError text={problem} />
      <div role="status" className="mt-2 grid gap-1 empty:hidden">
        {reading?.wrongCheckDigit ? <p className="font-medium text-error">{t('vehicle.vin-wrong')}</p> : null}
        {reading?.proposals.length === 0 ? <p>{t('vehicle.nothing')}</p> : null}
        {reading?.notUnderstood ? (
          <p className="wrap-anywhere">{t('vehicle.not-understood', { words: reading.notUnderstood })}</p>
        ) : null}
        {reading && reading.proposals.length > 0 && !isCertain(reading) ? (
          <p className="font-semibold">{t(reading.proposals.length > 1 ? 'vehicle.which' : 'vehicle.is-it')}</p>
        ) : null}
        {reading && !isCertain(reading)
          ? reading.proposals.map((proposal, at) => (
              <Button
                key={`${proposal.modelId} ${proposal.name}`}
                variant="outline"
                size="sm"
                className="justify-start"
                // Enter takes the only one.
                autoFocus={at === 0 && reading.proposals.length === 1}
                onClick={() => propose(proposal)}
              >
                {proposal.name} {proposal.modelId && proposal.year === undefined ? yearsText(proposal) : ''}
              </Button>
            ))
          : null}
        {incomplete ? (
          <p className="font-semibold wrap-anywhere">
            {t(incomplete.family === undefined ? 'vehicle.choose-model' : 'vehicle.choose-year', {
              vehicle: incomplete.name,
            })}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Asks step by step, so that a year is one press of a button. */
function VehicleSteps(props: {
  steps: Steps
  onStep: (steps: Steps) => void
  onChoose: (vehicle: NamedVehicle) => void
}) {
  const { steps, onStep, onChoose } = props
  const { makeId, family, modelId, year, isYearRead = false, isYearPressed = false } = steps
  // The year is kept when another model is looked at: that of a number on the papers holds for all.
  const kept = year === undefined ? {} : { year, isYearRead }
  const makes = useLoaded<VehicleMake[]>('makes', () => cachedCall(listVehicleMakes))
  const models = useLoaded<VehicleModel[]>(makeId === undefined ? undefined : `make ${makeId}`, () =>
    cachedCall(listVehicleModels, { params: { id: String(makeId) } }),
  )
  const ofYear = isYearRead ? (models.data ?? []).filter((model) => wasBuilt(model, year)) : []
  const families = [...new Set((ofYear.length > 0 ? ofYear : (models.data ?? [])).map((model) => model.family))]
  const ofFamily = (models.data ?? []).filter(
    (model) => model.family === family && (modelId === undefined || model.id === modelId),
  )
  const built = ofFamily.filter((model) => wasBuilt(model, year))
  const take = (model: VehicleModel, of: number) => {
    onChoose({ modelId: model.id, year: of, name: nameOf(model, of) })
  }
  const pick = { value: '', label: t('vehicle.pick') }
  return (
    <fieldset className="grid gap-3 border-t border-base-300 pt-4">
      <legend className="sr-only">{t('vehicle.or-choose')}</legend>
      <p aria-hidden="true" className="font-semibold">
        {t('vehicle.or-choose')}
      </p>
      <FormError text={makes.problem ?? models.problem} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('vehicle.make')}
          value={makeId === undefined ? '' : String(makeId)}
          choices={[pick, ...(makes.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChoose={(id) => onStep(id === '' ? kept : { ...kept, makeId: Number(id) })}
        />
        <Select
          label={t('fit.model')}
          disabled={!models.data || families.length === 0}
          value={family !== undefined && families.includes(family) ? family : ''}
          choices={[pick, ...families.map((one) => ({ value: one, label: one }))]}
          onChoose={(one) => onStep({ ...kept, ...(makeId !== undefined && { makeId }), ...(one && { family: one }) })}
        />
      </div>
      {models.data && families.length === 0 ? <p>{t('vehicle.no-models')}</p> : null}
      {year !== undefined && built.length > 0 ? (
        <div role="group" aria-label={t('vehicle.generation')} className="grid gap-1.5">
          <p aria-hidden="true" className="text-sm font-semibold">
            {t('vehicle.generation')}
          </p>
          {built.map((model) => (
            <Button
              key={model.id}
              variant="outline"
              className="justify-start text-left wrap-anywhere"
              autoFocus={isYearPressed && model === built[0]}
              onClick={() => take(model, year)}
            >
              {nameOf(model, year)} {yearsText(model)}
            </Button>
          ))}
        </div>
      ) : null}
      {ofFamily.length > 0 ? (
        <div role="group" aria-label={t('vehicle.year')}>
          <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
            {t('vehicle.year')}
          </p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-1.5">
            {yearsOf(ofFamily).map((one) => (
              <li key={one}>
                <button
                  type="button"
                  aria-pressed={one === year}
                  className="figures min-h-11 w-full cursor-pointer rounded-field border border-base-300 hover:bg-base-200 aria-pressed:bg-neutral aria-pressed:text-neutral-content"
                  onClick={() => {
                    const [only, another] = ofFamily.filter((model) => wasBuilt(model, one))
                    if (only && !another) take(only, one)
                    else onStep({ ...steps, year: one, isYearRead: false, isYearPressed: true })
                  }}
                >
                  {one}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </fieldset>
  )
}

const nameOf = ({ make, family, generation }: VehicleModel, year: number) =>
  [year, make, family, generation].filter(Boolean).join(' ')

const wasBuilt = ({ from = 0, to = 9999 }: VehicleModel, year: number | undefined) =>
  year !== undefined && from <= year && year <= to

const yearsText = ({ from, to }: Pick<VehicleModel, 'from' | 'to'>) =>
  from === undefined && to === undefined ? '' : `(${from ?? ''}–${to ?? ''})`

/** The first year that is offered of a model whose beginning is not known. */
const firstYear = 1980

/** Returns the years in which a family was built, the latest first. */
function yearsOf(models: readonly VehicleModel[]): number[] {
  const thisYear = new Date().getFullYear() + 1
  const years = models.flatMap(({ from = firstYear, to = thisYear }) =>
    Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index),
  )
  return [...new Set(years)].toSorted((a, b) => b - a)
}

/** Loads what a step needs; what comes too late for another step is not shown. */
function useLoaded<Data>(key: string | undefined, load: () => Promise<Data>): { data?: Data; problem?: string } {
  const [loaded, setLoaded] = useState<{ key: string; data?: Data; problem?: string }>()
  useEffect(() => {
    if (key === undefined) return
    let isCurrent = true
    load().then(
      (data) => isCurrent && setLoaded({ key, data }),
      (error: unknown) => isCurrent && setLoaded({ key, problem: errorMessageOf(error) }),
    )
    return () => {
      isCurrent = false
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
  return loaded && loaded.key === key ? loaded : {}
}
