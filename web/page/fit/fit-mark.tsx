import { type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from '#web/api/load-chunk.ts'
import { useVehicle } from '#web/page/fit/chosen-vehicle.ts'

/**
 * Says whether a product fits the chosen vehicle, over a page that is the same for everyone: its place is there from the first paint on, and
 * what judges is loaded only where a vehicle is chosen.
 */
export function FitMark({ productId, className = '' }: { productId: string; className?: string }) {
  const vehicle = useVehicle()
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
