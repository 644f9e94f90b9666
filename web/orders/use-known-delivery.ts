import { useEffect, useState } from 'react'
import { getProfile } from '#contract/accounts.ts'
import { type Address, listAddresses } from '#contract/addresses.ts'
import { listOrders } from '#contract/orders.ts'
import { call } from '#web/api/call-endpoint.ts'

/** Describes where an order goes. */
export interface Delivery {
  address: string
  phone: string
}

interface KnownDelivery extends Delivery {
  /** The name that the last order was placed with. */
  name: string
  /** The address book, the default address first. */
  saved: readonly Address[]
}

/** Returns what the order form begins with: the default of the address book, else the address of the profile, else of the last order. */
export function useKnownDelivery(email: string) {
  const [known, setKnown] = useState<KnownDelivery>({ address: '', phone: '', name: '', saved: [] })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Only a convenience: without them the fields stay empty.
    const ignore = () => undefined
    void Promise.all([
      call(listAddresses, { signal }).catch(ignore),
      call(getProfile, { query: { email }, signal }).catch(ignore),
      call(listOrders, { query: { email, limit: '1' }, signal }).catch(ignore),
    ]).then(([saved = [], profile, orders]) => {
      if (signal.aborted) return
      const [usual] = saved
      const last = orders?.[0]
      setKnown({
        address: usual?.text || profile?.address || last?.address || '',
        phone: usual?.phone || profile?.phone || last?.phoneNumber || '',
        name: last?.buyerName ?? '',
        saved,
      })
    })
    return () => leaving.abort()
  }, [email])
  return [known, setKnown] as const
}
