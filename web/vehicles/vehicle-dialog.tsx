import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { writeVehicleAddress } from '#contract/vehicle-address.ts'
import { findVin } from '#contract/vin.ts'
import type { GarageVehicle } from '#contract/garage.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { useSession } from '#web/identity/session.ts'
import { chosenVehicle, chooseVehicle, useVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { changeVehicle, isSame, keepVehicle, readGarage, removeVehicle } from '#web/vehicles/garage-store.ts'
import { GarageVehicleDialog } from '#web/vehicles/garage-vehicle-dialog.tsx'
import { VehicleChoice } from '#web/vehicles/vehicle-choice.tsx'

import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Chooses the vehicle that all pages say fit or not; from the home page it leads to the parts for it. */
export function VehicleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const typed = searchedVin()
  const navigate = useNavigate()
  const [edited, setEdited] = useState<GarageVehicle>()
  const [changes, setChanges] = useState(0)
  const chosen = useVehicle()
  function forget() {
    chooseVehicle(undefined)
    onClose()
    if (new URLSearchParams(location.search).has('vehicle')) void navigate(otherList())
  }
  function choose(vehicle: NamedVehicle) {
    chooseVehicle(vehicle)
    onClose()
    const { pathname } = location
    const isList = pathname === '/products' || pathname.startsWith('/categories/')
    if (!isList && pathname !== '/' && pathname !== '/home') return
    const search = new URLSearchParams(isList ? location.search : '')
    search.delete('after')
    search.delete('page')
    if (typed !== undefined) search.delete('q')
    search.set('vehicle', writeVehicleAddress(vehicle))
    void navigate(`${isList ? pathname : '/products'}?${search}`)
  }
  return (
    <>
      <Dialog open={open} title={t('vehicle.choose')} onClose={onClose}>
        <Garage key={changes} onChoose={choose} onEdit={setEdited} />
        <VehicleChoice typed={typed} onChoose={choose} />
        {chosen ? (
          <Button variant="quiet" className="mt-3" onClick={forget}>
            {t('vehicle.none')}
          </Button>
        ) : null}
      </Dialog>
      <GarageVehicleDialog
        edited={edited}
        onSave={(id, input) => changeVehicle(id, input).then(() => setChanges(changes + 1))}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

/** Returns the address of the list that is shown without its vehicle, or narrowed to the chosen one if it has none. */
export function otherList(): string {
  const search = new URLSearchParams(location.search)
  const vehicle = search.has('vehicle') ? undefined : chosenVehicle()
  for (const name of ['after', 'page', 'vehicle']) search.delete(name)
  if (vehicle) search.set('vehicle', writeVehicleAddress(vehicle))
  return `?${search}`
}

/** Returns the identification number of a vehicle that the page was searched for. */
const searchedVin = () => findVin(new URLSearchParams(location.search).get('q') ?? '')

/** Lists the vehicles that are kept, found by name or plate, and keeps the chosen one. */
function Garage(props: { onChoose: (vehicle: NamedVehicle) => void; onEdit: (vehicle: GarageVehicle) => void }) {
  const { onChoose, onEdit } = props
  const { status } = useSession()
  const chosen = useVehicle()
  const [kept, setKept] = useState<readonly GarageVehicle[]>()
  const [words, setWords] = useState('')
  useEffect(() => {
    if (status !== 'loading') readGarage().then(setKept, (error: unknown) => toast.error(errorMessageOf(error)))
  }, [status])
  const act = (work: Promise<readonly GarageVehicle[]>) =>
    void work.then(setKept, (error: unknown) => toast.error(errorMessageOf(error)))
  if (!kept) return null
  const shown = kept.filter((one) => isFound(one, words))
  return (
    <section aria-label={t('garage.title')} className="mb-5 grid gap-2 border-b border-base-300 pb-4 empty:hidden">
      {chosen && !kept.some(({ vehicle }) => isSame(vehicle, chosen)) ? (
        <Button variant="outline" className="h-auto py-1.5 wrap-anywhere" onClick={() => act(keepVehicle(chosen))}>
          {t('garage.keep', { vehicle: chosen.name })}
        </Button>
      ) : null}
      {kept.length > 0 ? <h3 className="text-xl">{t('garage.title')}</h3> : null}
      {kept.length > 4 ? (
        <Field
          type="search"
          label={t('garage.search')}
          maxLength={maxLengths.search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      ) : null}
      {kept.length > 0 ? (
        <ul className="grid max-h-64 gap-1 overflow-y-auto">
          {shown.map((one) => (
            <li key={one._id} className="flex flex-wrap gap-1">
              <button
                type="button"
                className="min-h-11 min-w-0 grow cursor-pointer max-sm:basis-full rounded-field px-3 py-1.5 text-left hover:bg-base-200"
                onClick={() => onChoose(one.vehicle)}
              >
                <GarageName {...one} />
              </button>
              <Button
                variant="quiet"
                size="sm"
                aria-label={t('word.edit-one', { name: one.vehicle.name })}
                onClick={() => onEdit(one)}
              >
                {t('form.edit')}
              </Button>
              {status === 'signed-out' ? (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={t('word.remove-one', { name: one.vehicle.name })}
                  onClick={() => act(removeVehicle(one._id))}
                >
                  {t('word.remove')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {kept.length > 0 && shown.length === 0 ? <p className="muted">{t('garage.none-found')}</p> : null}
    </section>
  )
}

/** Whether a vehicle has the words in its name, its plate or what it is. */
export function isFound({ name, plate, vin, vehicle }: GarageVehicle, words: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const text = plain(`${name}${vehicle.name}`)
  return words
    .split(/\s+/)
    .map(plain)
    .every((word) => text.includes(word) || plain(plate).includes(plain(words)) || plain(vin).includes(plain(words)))
}

/** Shows what the buyer calls it, its plate, and what it is. */
export function GarageName({ name, plate, vehicle }: GarageVehicle): ReactNode {
  const title = [name, plate].filter(Boolean).join(' · ')
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{title || vehicle.name}</span>
      {title ? <span className="muted block text-sm wrap-anywhere">{vehicle.name}</span> : null}
    </>
  )
}
