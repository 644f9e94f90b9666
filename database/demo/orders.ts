import type { Order, OrderQuote } from '#contract/orders.ts'
import type { Refund } from '#contract/payments.ts'
import type { Return, ReturnReason } from '#contract/returns.ts'

/** What the people of the demo do in its shop, by the calls that everybody uses; a call that is refused throws. */
export interface DemoShop {
  /** Sets the clock, in days before the start of the shop, and lets the jobs that are due run. */
  at(this: void, daysAgo: number): Promise<void>
  asBuyer: Call
  asStaff: Call
  customerId: string
  /** Where the buyer is, as the shop. */
  country: keyof typeof addresses
  /** Returns the id of a product of the demo by its part number. */
  productId(sku: string): string
  /** Returns the day of the store at the clock, as `2026-11-24`. */
  today(): string
}

type Call = <Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer>

type Lines = readonly (readonly [sku: string, quantity: number])[]

const addresses = {
  US: {
    place: { country: 'US', region: 'TX', postalCode: '78701' },
    address: {
      recipient: 'Demo Customer',
      company: 'Congress Avenue Garage',
      street: '100 Congress Ave',
      city: 'Austin',
    },
    phoneNumber: '+1 512 555 0142',
  },
  DE: {
    place: { country: 'DE', postalCode: '50667' },
    address: {
      recipient: 'Demo Customer',
      company: 'Werkstatt am Dom GmbH',
      street: 'Domstraße 100',
      city: 'Köln',
    },
    phoneNumber: '+49 221 5550142',
  },
}
const parcel = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }

/** Places an order in each state that a shop knows, the oldest first. */
export async function placeDemoOrders(shop: DemoShop): Promise<void> {
  const { at, asBuyer, asStaff } = shop
  const { place, address, phoneNumber } = addresses[shop.country]
  await at(63)
  await asStaff('PUT', `/customer/${shop.customerId}/terms`, { netDays: 30, creditLimit: null, poRequired: false })

  await at(60)
  const shipped = await order([
    ['BRK-312-V5', 12],
    ['PAD-1551-LM', 16],
  ])
  await pay(shipped, 58)
  await ship(shipped, 57)

  await at(55)
  const overdue = await order([['ALT-14V-140', 3]], { payBy: 'invoice', poNumber: 'PO-7310' })
  await ship(overdue, 54)

  await at(47)
  // Its money comes when one of its two turbochargers is sold.
  const short = await order([['TRB-K16-VG', 2]], { payBy: 'transfer' })

  await at(45)
  await order([['SHK-R-358', 8]])

  await at(34)
  const reduced = await order([
    ['SPR-F-128', 8],
    ['ARM-FR-LWR', 4],
  ])
  await pay(reduced, 33)
  await ship(reduced, 32)
  await at(26)
  await asStaff('POST', `/order/${reduced._id}/refunds`, {
    amount: 25,
    reason: 'requested_by_customer',
    note: 'Two springs came with scratched paint.',
  })

  await at(29)
  const cancelled = await order([['BAT-AGM-70', 4]])
  await at(28.9)
  await asBuyer('DELETE', `/orders/${cancelled._id}`)

  await at(27)
  const credited = await order([['HUB-5112-ABS', 6]], { payBy: 'invoice', poNumber: 'PO-7342' })
  await ship(credited, 26)
  // Staff enter it, since the buyer called; it need not be paid any more.
  const broughtBack = await requestReturn(credited, 22, 2, 'wrong-part', asStaff)
  await at(21)
  await asStaff('POST', `/return/${broughtBack._id}/receive`, { ...allOf(broughtBack), refund: {} })

  await at(24)
  const partlyPaid = await order(
    [
      ['CAL-54L-NW', 4],
      ['HOS-BR-525', 20],
    ],
    { payBy: 'invoice', poNumber: 'PO-7358' },
  )
  await ship(partlyPaid, 23)
  await pay(partlyPaid, 6, Math.floor(partlyPaid.totalPrice / 2))

  await at(21)
  const paidBack = await order([['STM-20-11T', 2]])
  await pay(paidBack, 21)
  await ship(paidBack, 20)
  const received = await requestReturn(paidBack, 14, 1, 'not-needed')
  await approve(received, 13)
  await at(9)
  await asStaff('POST', `/return/${received._id}/receive`, { ...allOf(received), refund: {} })

  await at(19)
  const damaged = await order([['COV-TW40-ADJ', 2]])
  await pay(damaged, 19)
  await ship(damaged, 18)
  const replaced = await requestReturn(damaged, 12, 2, 'damaged')
  await approve(replaced, 11)
  const { order: replacement } = await asStaff<{ order: Order }>('POST', `/return/${replaced._id}/replacement`)
  await ship(replacement, 10)
  await at(7)
  await asStaff('POST', `/return/${replaced._id}/receive`, allOf(replaced))

  await at(16)
  const unfit = await order([['WPM-AL-7B', 4]])
  await pay(unfit, 16)
  await ship(unfit, 15)
  await approve(await requestReturn(unfit, 3, 4, 'does-not-fit'), 2)

  await at(12)
  const doubted = await order([['COI-PEN-4P', 8]])
  await pay(doubted, 12)
  await ship(doubted, 11)
  await requestReturn(doubted, 0.2, 2, 'defective')

  await at(11)
  const pickedUp = await order([['FUS-ATO-120', 5]], { byPickup: true })
  await pay(pickedUp, 11)
  await at(10.5)
  await asStaff('POST', `/order/${pickedUp._id}/ready`)
  await ship(pickedUp, 10, {})

  await at(8)
  const lineCancelled = await order([
    ['OIL-F76-34', 40],
    ['CAB-C254-AC', 10],
  ])
  await pay(lineCancelled, 7)
  await at(6.5)
  await asStaff('POST', `/order/${lineCancelled._id}/cancellations`, {
    lines: [{ line: 2, units: 10 }],
    note: 'The cabin filters are not made any more.',
  })
  await ship(lineCancelled, 6)

  await at(6)
  const partlyShipped = await order([
    ['TBK-141-25', 8],
    ['IGN-SP14-IR', 32],
    ['PST-8101-STD', 4],
  ])
  await pay(partlyShipped, 5)
  await ship(partlyShipped, 4, { ...parcel, lines: [{ line: 1, units: 8 }] })
  await ship(partlyShipped, 2, { ...parcel, trackingNumber: '1Z999AA10123456795', lines: [{ line: 2, units: 16 }] })

  await at(5)
  const refunded = await order([['DRM-228-4H', 4]])
  await pay(refunded, 4.5)
  await at(4)
  const { refund } = await asBuyer<{ refund: Refund }>('POST', `/order/${refunded._id}/cancellations`, {})
  await asStaff('POST', `/order/${refunded._id}/refunds/${refund._id}/sent`)

  await at(4)
  await order([['LMP-LED-800', 8]], { payBy: 'transfer' })

  await at(3)
  await order([['PAD-1551-LM', 24]], { payBy: 'invoice', poNumber: 'PO-7401' })

  await at(2.5)
  const ready = await order([['BLB-H7-LL', 40]], { byPickup: true })
  await pay(ready, 2)
  await at(1.5)
  await asStaff('POST', `/order/${ready._id}/ready`)

  await at(2)
  await order([['LFT-2P-40', 1]], { payBy: 'invoice', poNumber: 'PO-7405', method: 'quoted' })

  await at(1.2)
  const toShip = await order([
    ['TRB-K16-VG', 1],
    ['TQW-200-12', 2],
  ])
  await pay(toShip, 1)
  await pay(short, 0.9)

  await at(0.8)
  const asked = await order([['BRK-312-V5', 8]])
  await pay(asked, 0.7)
  await at(0.3)
  await asBuyer('POST', `/order/${asked._id}/messages`, {
    message: 'Can the discs be here by Friday? The car is on the lift.',
    line: 1,
  })

  await at(0.1)
  await order([['IMP-18V-1050', 2]])
  await at(0)

  async function order(
    lines: Lines,
    {
      payBy = 'card',
      poNumber,
      byPickup,
      method = byPickup ? 'pickup' : 'table',
    }: { payBy?: 'card' | 'transfer' | 'invoice'; poNumber?: string; byPickup?: true; method?: string } = {},
  ): Promise<Order> {
    const wanted = lines.map(([sku, quantity]) => ({ productId: shop.productId(sku), quantity }))
    const quote = await asBuyer<OrderQuote>('POST', '/order-quote', { lines: wanted, place })
    const shippingMethod = quote.shippingMethods.find(({ kind }) => kind === method)?.id
    const placed = await asBuyer<{ order: Order }>('POST', '/orders', {
      lines: wanted,
      delivery: { ...place, ...address },
      address: address.street,
      phoneNumber,
      payBy,
      shippingMethod,
      poNumber,
      termsAccepted: true,
    })
    return placed.order
  }

  async function pay({ _id, number }: Order, daysAgo: number, amount?: number): Promise<void> {
    await at(daysAgo)
    await asStaff('POST', `/order/${_id}/offline-payment`, {
      method: 'bank_transfer',
      reference: `${number} ${address.company}`,
      receivedOn: shop.today(),
      amount,
    })
  }

  async function ship({ _id }: Order, daysAgo: number, body: object = parcel): Promise<void> {
    await at(daysAgo)
    await asStaff('POST', `/order/${_id}/shipments`, body)
    // It cannot be undone any more.
    await at(daysAgo - 0.01)
  }

  async function requestReturn(
    { _id }: Order,
    daysAgo: number,
    units: number,
    reason: Exclude<ReturnReason, 'withdrawal'>,
    call = asBuyer,
  ): Promise<Return> {
    await at(daysAgo)
    const lines = [{ line: 1, units, reason }]
    return (await call<{ return: Return }>('POST', `/order/${_id}/returns`, { lines })).return
  }

  async function approve({ _id }: Return, daysAgo: number): Promise<void> {
    await at(daysAgo)
    await asStaff('POST', `/return/${_id}/approve`)
  }
}

/** Receives all units of a return: those that are damaged are scrapped. */
const allOf = ({ lines }: Return) => ({
  lines: lines.map(({ line, units, reason }) => ({
    line,
    received: units,
    restocked: reason === 'damaged' ? 0 : units,
    scrapped: reason === 'damaged' ? units : 0,
  })),
})
