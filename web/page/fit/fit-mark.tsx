import { type ReactNode, useContext, useEffect, useState } from 'react'
import type { ListVehicle, NamedVehicle } from '#contract/chosen-vehicle.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { useVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { shownVehicles } from '#web/page/fit/shown-vehicles.ts'

/** Returns the vehicle of the verdicts of a list: the chosen one if the list is for it, else the one of the list, if that is a single one. */
function vehicleOf(
  chosen: NamedVehicle | undefined,
  shown: readonly ListVehicle[] | undefined,
): NamedVehicle | undefined {
  if (!chosen || !shown) return chosen
  if (shown.some(({ modelId, year }) => modelId === chosen.modelId && (year ?? chosen.year) === chosen.year))
    return chosen
  const [only, ...others] = shown
  return only && isNamed(only) && others.length === 0 ? only : undefined
}

const isNamed = (vehicle: ListVehicle): vehicle is NamedVehicle => vehicle.year !== undefined

/**
 * Says whether a product fits the chosen vehicle, over a page that is the same for everyone: its place is there from the first paint on, and
 * what judges is loaded only where a vehicle is chosen.
 */
export function FitMark({ productId, className = '' }: { productId: string; className?: string }) {
  const vehicle = vehicleOf(useVehicle(), useContext(shownVehicles))
  const [shown, setShown] = useState<ReactNode>()
  useEffect(() => {
    if (!vehicle) return
    let isCurrent = true
    loadChunk(() => import('#web/page/fit/fit-verdict.tsx'))
      .then(({ judgeFor }) => judgeFor(vehicle, productId))
      // Without the network the page has said so already; the verdict is of no use then.
      .then((mark) => isCurrent && setShown(mark))
      .catch(console.error)
    return () => {
      isCurrent = false
    }
  }, [vehicle, productId])
  return (
    <span className={`no-vehicle:hidden relative z-1 block min-h-6 text-sm wrap-anywhere ${className}`}>
      {vehicle ? shown : null}
    </span>
  )
}
