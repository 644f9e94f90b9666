import { lazy, Suspense, useEffect, useState } from 'react'
import { type Address, listAddresses } from '#contract/addresses.ts'
import type { Tool } from '#contract/catalog.ts'
import { call } from '#web/api/call-endpoint.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { useSession } from '#web/identity/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Charges = lazy(() => loadChunk(() => import('#web/orders/charged-purchase.tsx')))

/** Shows what units of a product cost with delivery and tax, to visitors, too, and leads to the checkout. */
export function ChargedPurchase({ product, quantity }: { product: Tool; quantity: number }) {
  const { status } = useSession()
  const [usual, setUsual] = useState<Address>()
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    if (status === 'loading') return
    const leaving = new AbortController()
    const { signal } = leaving
    // Only a convenience: without it the place is asked for.
    const asked = status === 'signed-in' ? call(listAddresses, { signal }).catch(() => []) : Promise.resolve([])
    void asked.then((saved) => {
      if (signal.aborted) return
      setUsual(saved[0])
      setKnown(true)
    })
    return () => leaving.abort()
  }, [status])
  const room = <Skeleton className="h-72 w-full" />
  return (
    <div className="min-h-72">
      {isKnown ? (
        <Suspense fallback={room}>
          <Charges product={product} quantity={quantity} saved={usual} />
        </Suspense>
      ) : (
        room
      )}
    </div>
  )
}
