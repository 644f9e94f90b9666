import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { writeVehicleAddress } from '#contract/vehicle-address.ts'
import {
  addToGarage,
  deleteGarageVehicle,
  type GarageVehicle,
  listGarage,
  updateGarageVehicle,
} from '#contract/garage.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { chooseVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hasBrowserGarage } from '#web/vehicles/browser-garage.ts'
import { inputOf, mergeGarage } from '#web/vehicles/garage-store.ts'
import { GarageVehicleDialog } from '#web/vehicles/garage-vehicle-dialog.tsx'
import { VehicleChoice } from '#web/vehicles/vehicle-choice.tsx'
import { isFound } from '#web/vehicles/vehicle-dialog.tsx'

import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/garage.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('garage.title'))

/** Shows the vehicles of a buyer, to add, name, use and remove them. */
export default function GarageRoute() {
  const query = useQuery({ ...endpointQuery(listGarage), queryFn: readMerged })
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<GarageVehicle>()
  const adding = useAction(async (vehicle: NamedVehicle) => {
    await write(addToGarage, { body: { vehicles: [inputOf({ vehicle })] } })
    toast.success(t('garage.kept', { vehicle: vehicle.name }))
  })
  const removing = useConfirm<GarageVehicle>(
    (one) => ({ title: t('garage.remove-question', { name: nameOf(one) }), confirmLabel: t('word.remove') }),
    ({ _id }) => write(deleteGarageVehicle, { params: { id: _id } }),
  )
  function use({ vehicle }: GarageVehicle) {
    chooseVehicle(vehicle)
    void navigate(`/products?vehicle=${writeVehicleAddress(vehicle)}`)
  }
  const add = (
    <Button busy={adding.isPending} onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" size={20} /> {t('garage.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('garage.title')} text={t('garage.text')} action={query.data?.length ? add : null} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={3} label={t('garage.title')} />}
          failed={t('garage.failed')}
        >
          {(garage) => {
            const shown = garage.filter((one) => isFound(one, words))
            if (garage.length === 0) {
              return <EmptyState title={t('garage.none')} text={t('garage.none-text')} action={add} />
            }
            return (
              <>
                {garage.length > 4 ? (
                  <Field
                    type="search"
                    label={t('garage.search')}
                    maxLength={maxLengths.search}
                    className="mb-4 max-w-md"
                    value={words}
                    onChange={({ target }) => setWords(target.value)}
                  />
                ) : null}
                {shown.length === 0 ? <p>{t('garage.none-found')}</p> : null}
                <ul aria-label={t('garage.title')} className="grid gap-4 lg:grid-cols-2">
                  {shown.map((one) => (
                    <li key={one._id} className="card-surface flex flex-col gap-2 p-5">
                      <h2 className="text-2xl wrap-anywhere">{nameOf(one)}</h2>
                      {nameOf(one) === one.vehicle.name ? null : <p>{one.vehicle.name}</p>}
                      {one.vin ? <p className="muted figures text-sm wrap-anywhere select-all">{one.vin}</p> : null}
                      <p className="mt-auto flex flex-wrap gap-2 pt-2">
                        <Button
                          size="sm"
                          variant="dark"
                          aria-label={t('garage.use-one', { name: nameOf(one) })}
                          onClick={() => use(one)}
                        >
                          {t('garage.use')}
                        </Button>
                        <Button
                          size="sm"
                          variant="outline"
                          aria-label={t('word.edit-one', { name: nameOf(one) })}
                          onClick={() => setEdited(one)}
                        >
                          {t('form.edit')}
                        </Button>
                        <Button
                          size="sm"
                          variant="outline"
                          className="text-error"
                          aria-label={t('word.remove-one', { name: nameOf(one) })}
                          onClick={() => removing.ask(one)}
                        >
                          {t('word.remove')}
                        </Button>
                      </p>
                    </li>
                  ))}
                </ul>
              </>
            )
          }}
        </QueryView>
      </div>
      <Dialog open={isAdding} title={t('garage.add')} onClose={() => setAdding(false)}>
        <VehicleChoice
          onChoose={(vehicle) => {
            setAdding(false)
            adding.mutate(vehicle)
          }}
        />
      </Dialog>
      <GarageVehicleDialog
        edited={edited}
        onSave={(id, body) => write(updateGarageVehicle, { params: { id }, body })}
        onClose={() => setEdited(undefined)}
      />
      {removing.dialog}
    </>
  )
}

/** Reads the garage with what the browser kept before the sign-in; a refusal of that is said by the layout. */
async function readMerged() {
  if (hasBrowserGarage()) await mergeGarage().catch(() => undefined)
  return call(listGarage)
}

const nameOf = ({ name, plate, vehicle }: GarageVehicle): string =>
  [name, plate].filter(Boolean).join(' · ') || vehicle.name

export { RouteErrorBoundary as ErrorBoundary }
