import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import type { NamedFamily } from '#contract/search.ts'
import { type ListedVehicle, writeVehicleAddress } from '#contract/vehicle-address.ts'
import { firstPage, listAddress, type ListState } from '#web/catalog/facets/list-address.ts'
import { useSession } from '#web/identity/session.ts'
import { chooseVehicle, useVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { readGarage } from '#web/vehicles/garage-store.ts'
import { yearsOfModel } from '#web/vehicles/model-name.ts'

/**
 * Offers the generations of the family that a search names; the chosen vehicle is taken at once if it is one of them, and those of the
 * garage come first.
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
    </ul>
  )
}
