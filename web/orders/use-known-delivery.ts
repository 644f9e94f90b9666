import { useEffect, useState } from 'react'
import { getProfile } from '#contract/accounts.ts'
import { listOrders } from '#contract/orders.ts'
import { call } from '#web/api/call-endpoint.ts'

/** Describes where an order goes. */
export interface Delivery {
  address: string
  phone: string
}

/** Returns address and phone of the profile, else of the last order, and the name that this was placed with. */
export function useKnownDelivery(email: string) {
  const [known, setKnown] = useState<Delivery & { name: string }>({ address: '', phone: '', name: '' })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Only a convenience: without them the fields stay empty.
    const ignore = () => undefined
    void Promise.all([
      call(getProfile, { query: { email }, signal }).catch(ignore),
      call(listOrders, { query: { email, limit: '1' }, signal }).catch(ignore),
    ]).then(([profile, orders]) => {
      if (signal.aborted) return
      const last = orders?.[0]
      setKnown({
        address: profile?.address || last?.address || '',
        phone: profile?.phone || last?.phoneNumber || '',
        name: last?.buyerName ?? '',
      })
    })
    return () => leaving.abort()
  }, [email])
  return [known, setKnown] as const
}
