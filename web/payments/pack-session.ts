import { listAllOrders } from '#contract/orders.ts'
import { getOrderDetails, type OrderDetails } from '#contract/payments.ts'
import { createShipment, getPackingFacts, type PackingFacts, type Shipment } from '#contract/shipments.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { write } from '#web/api/queries.ts'
import { countScanned } from '#web/orders/count-scanned.ts'
import { sumUnits, type UnitsByLine, unitsToCome } from '#web/orders/units-by-line.ts'
import { type OpenKinds, openKindsOf } from '#web/orders/open-requests.tsx'
import { createIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { storedText } from '#web/page/stored-text.ts'
import { t } from '#web/i18n/messages.ts'

/** Holds what of an order is packed; it is kept in the browser until it has shipped. */
export interface Pack {
  packed: UnitsByLine
  carrier: string
  trackingNumber: string
}

export interface PackState {
  details: OrderDetails | undefined
  /** The keys of the numbers of each line. */
  numbers: PackingFacts['lines']
  pack: Pack
  /** What its buyer has asked for that is open, and whether it ships all the same. */
  kinds: OpenKinds
  isConfirmed: boolean
  /** What the last scan has come to; `count` tells two equal ones apart. */
  answer: { isRefused: boolean; text: string; count: number } | undefined
}

const nothing: Pack = { packed: new Map(), carrier: '', trackingNumber: '' }
const empty: PackState = {
  details: undefined,
  numbers: [],
  pack: nothing,
  kinds: [],
  isConfirmed: false,
  answer: undefined,
}

/**
 * Creates the packing of one order after another: what is scanned is worked off in turn, so that a scanner may be faster than the network.
 * `onShipped` gets each parcel.
 */
export function createPackSession(
  onShipped: (shipment: Shipment) => void,
  onOpen: (orderId: string | undefined) => void,
) {
  let state = empty
  let answers = 0
  let key = createIdempotencyKey()
  let queue = Promise.resolve()
  const listeners = new Set<() => void>()

  function change(next: Partial<PackState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  function say(text: string, isRefused = false): void {
    answers += 1
    change({ answer: { isRefused, text, count: answers } })
  }
  const inTurn = (work: () => Promise<void>): void => {
    queue = queue.then(work).catch((error: unknown) => say(errorMessageOf(error), true))
  }

  function setPack(pack: Pack): void {
    key = createIdempotencyKey()
    if (state.details)
      storeOf(state.details.order._id).write(JSON.stringify({ ...pack, packed: [...pack.packed], key }))
    change({ pack })
  }

  function close(): void {
    change({ ...empty, answer: state.answer })
    onOpen(undefined)
  }

  async function open(id: string): Promise<void> {
    const [details, facts] = await Promise.all([
      call(getOrderDetails, { params: { id } }),
      call(getPackingFacts, { params: { id } }),
    ])
    const { order } = details
    const left = unitsToCome(details.lines)
    if (!details.actions.includes('ship') || sumUnits(left) === 0) {
      close()
      return say(t('pack.not-to-pack', { number: order.number }), true)
    }
    const kept = readKept(storeOf(id).read())
    key = kept?.key ?? createIdempotencyKey()
    // A parcel may have gone meanwhile.
    const packed = new Map([...left].map(([line, units]) => [line, Math.min(kept?.packed.get(line) ?? 0, units)]))
    const kinds = openKindsOf(details.messages)
    change({
      details,
      kinds,
      isConfirmed: false,
      numbers: facts.lines,
      pack: {
        packed,
        carrier: kept?.carrier ?? (order.pickup ? '' : (order.methodCarrier ?? '')),
        trackingNumber: kept?.trackingNumber ?? '',
      },
    })
    onOpen(id)
    say(t('pack.order-open', { number: order.number, left: sumUnits(left) - sumUnits(packed) }))
  }

  async function find(code: string): Promise<void> {
    const named = code.toUpperCase()
    // The slip of a parcel has its number, too.
    const names = [named, named.replace(/-\d{1,3}$/, '')]
    const found = await call(listAllOrders, { query: { q: code.replace(/(\d{4,})-\d{1,3}$/, '$1'), limit: '50' } })
    const isOne = (number: string) =>
      names.includes(number.toUpperCase()) ||
      (/^\d+$/.test(named) && number.endsWith(named) && !/\d$/.test(number.slice(0, -named.length)))
    const order = found.find(({ number }) => isOne(number))
    if (order) await open(order._id)
    else say(t('pack.unknown-order', { code }), true)
  }

  async function count(code: string, details: OrderDetails): Promise<void> {
    const left = unitsToCome(details.lines)
    const { lines } = details
    const counted = countScanned(code, { lines, numbers: state.numbers, left, packed: state.pack.packed })
    if (counted.isUnknown && isOrderName(code, details)) return find(code)
    if (!counted.packed) return say(counted.text, true)
    setPack({ ...state.pack, packed: counted.packed })
    say(counted.text)
    if (sumUnits(state.pack.packed) === sumUnits(left)) await ship()
  }

  async function ship(): Promise<void> {
    const { details, pack } = state
    if (!details) return
    const lines = [...pack.packed].flatMap(([line, units]) => (units > 0 ? [{ line, units }] : []))
    if (lines.length === 0) return say(t('pack.nothing-packed'), true)
    const [kind] = state.kinds
    if (kind && !state.isConfirmed) return say(t(`orders.asked.${kind}`, { number: details.order.number }), true)
    const id = details.order._id
    const { carrier, trackingNumber } = pack
    try {
      const body = { lines, carrier, trackingNumber, despiteRequests: state.isConfirmed }
      const { shipment } = await write(createShipment, { params: { id }, body, idempotencyKey: key })
      storeOf(id).write(null)
      close()
      say(t('pack.shipped', { number: shipment.number }))
      onShipped(shipment)
    } catch (error) {
      // What is left may be another than was shown; what is packed stays.
      await open(id)
      say(errorMessageOf(error), true)
    }
  }

  return {
    read: () => state,
    follow: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: (id: string) => inTurn(() => open(id)),
    close,
    setPack,
    /** Ships an order although its buyer waits for an answer. */
    confirm: (isConfirmed: boolean) => change({ isConfirmed }),
    /** Takes what a scanner or a person has entered; an empty text ships what is packed. */
    scan: (text: string) =>
      inTurn(async () => {
        const code = text.trim()
        if (!state.details) return code === '' ? undefined : find(code)
        return code === '' ? ship() : count(code, state.details)
      }),
    ship: () => inTurn(ship),
  }
}

const storeOf = (orderId: string) => storedText('localStorage', `boltyard.pack.${orderId}`)

/** Reads what was packed before the page was loaded again; what is no such text is none. */
function readKept(text: string | null): (Pack & { key: string }) | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('packed' in kept) || !Array.isArray(kept.packed))
      return undefined
    // Written by `setPack`.
    const { packed, ...rest } = kept as unknown as Omit<Pack, 'packed'> & { packed: [number, number][]; key: string }
    return { ...rest, packed: new Map(packed) }
  } catch {
    return undefined
  }
}

/** Whether a code begins as the numbers of orders do. */
function isOrderName(code: string, { order: { number } }: OrderDetails): boolean {
  const prefix = /^.*\D(?=\d+$)/.exec(number)?.[0]
  return prefix !== undefined && code.toUpperCase().startsWith(prefix.toUpperCase())
}
