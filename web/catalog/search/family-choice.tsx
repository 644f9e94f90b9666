import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import type { NamedFamily } from '#contract/search.ts'
import { type ListedVehicle, writeVehicleAddress } from '#contract/vehicle-address.ts'
import { firstPage, listAddress, type ListState } from '#web/catalog/facets/list-address.ts'
import { useSession } from '#web/identity/session.ts'
import { chooseVehicle, useVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { readGarage } from '#web/vehicles/garage-store.ts'
import { yearsOfModel } from '#web/vehicles/model-name.ts'
import { t } from '#web/i18n/messages.ts'

/**
 * Offers the generations of the family that a search names; the chosen vehicle is taken at once if it is one of them, and those of the
 * garage come first. With its year, a generation becomes the vehicle of all pages.
 */
export default function FamilyChoice({ list, family }: { list: Omit<ListState, 'malformed'>; family: NamedFamily }) {
  const address = (vehicle: ListedVehicle) =>
    listAddress({ ...list, ...firstPage, q: family.words, vehicle: writeVehicleAddress(vehicle) })
  const navigate = useNavigate()
  const chosen = useVehicle()
  const { status } = useSession()
  const [own, setOwn] = useState<readonly NamedVehicle[]>([])
  const isMeant = ({ modelId }: NamedVehicle) => family.models.some(({ id }) => id === modelId)
  const onVehicle = useEffectEvent(() => {
    if (chosen && isMeant(chosen)) void navigate(address(chosen), { replace: true })
    else if (status !== 'loading')
      void readGarage().then((kept) => setOwn(kept.map(({ vehicle }) => vehicle).filter(isMeant)), console.error)
  })
  useEffect(() => onVehicle(), [chosen, status, family])
  const years = family.models.flatMap((model) =>
    yearsIn(model).map((year) => ({ modelId: model.id, year, name: `${year} ${model.name}` })),
  )
  const year = useRef<HTMLSelectElement>(null)
  const take = (value: string) => {
    const vehicle = years.find((one) => writeVehicleAddress(one) === value)
    if (!vehicle) return
    chooseVehicle(vehicle)
    void navigate(address(vehicle))
  }
  // It may have been chosen before the scripts had come.
  const takeEarly = useEffectEvent(() => take(year.current?.value ?? ''))
  useEffect(() => takeEarly(), [])
  const link = 'link inline-flex min-h-11 items-center xl:min-h-8'
  return (
    <ul className="flex flex-wrap gap-x-5">
      {own.map((vehicle) => (
        <li key={vehicle.name}>
          <Link to={address(vehicle)} className={`${link} font-semibold`} onClick={() => chooseVehicle(vehicle)}>
            {vehicle.name}
          </Link>
        </li>
      ))}
      {family.models.map(({ id, name, ...years }) => (
        <li key={id}>
          <Link to={address({ modelId: id })} rel="nofollow" className={link}>
            {name} {yearsOfModel(years)}
          </Link>
        </li>
      ))}
      {years.length === 0 ? null : (
        <li>
          <select
            aria-label={t('fit.years')}
            className="input min-h-11 w-auto appearance-auto border-base-content/35 text-base xl:min-h-8"
            ref={year}
            onChange={({ target }) => take(target.value)}
          >
            <option value="">{t('fit.years')} …</option>
            {years
              .toSorted((one, other) => other.year - one.year)
              .map((vehicle) => (
                <option key={writeVehicleAddress(vehicle)} value={writeVehicleAddress(vehicle)}>
                  {vehicle.name}
                </option>
              ))}
          </select>
        </li>
      )}
    </ul>
  )
}

/** Returns the years of a generation whose beginning is known. */
function yearsIn({ from, to = new Date().getFullYear() + 1 }: NamedFamily['models'][number]): number[] {
  return from === undefined ? [] : Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
}
