import { Socket } from 'node:net'

let areOn = false

/** Whether load runs on a shop with default settings. */
export const limitsAreOn = () => areOn

/** Returns the setting that lifts the limits of a shop under load, or none in a run with default settings. */
export const limitSettings = (): Record<string, string> => (areOn ? {} : { RATE_LIMITS: 'off' })

const shopPorts = new Set<string>()

/** Counts connections to this address as those of visitors from now on. */
export const isVisited = (url: string) => void shopPorts.add(new URL(url).port)

/**
 * Runs load with default settings: limits are on, and each connection to a shop comes from a loopback address of its own, as visitors
 * come, so that the limits of one address refuse no honest load. Linux only.
 */
export function runWithLimits(): void {
  areOn = true
  const connect = Reflect.get(Socket.prototype, 'connect') as (this: Socket, ...given: unknown[]) => Socket
  let visitors = 0
  function connectFromOwnAddress(this: Socket, ...given: unknown[]): Socket {
    // net.connect() hands over its options in a list, net.Socket as they are.
    const options: unknown = Array.isArray(given[0]) ? given[0][0] : given[0]
    if (isToShop(options)) {
      visitors++
      Object.assign(options, { host: '127.0.0.1', localAddress: addressOf(visitors) })
    }
    return connect.apply(this, given)
  }
  Object.assign(Socket.prototype, { connect: connectFromOwnAddress })
}

/** Returns the loopback address of a visitor; 127.0.x.y stay with the shop itself. */
export const addressOf = (visitor: number) =>
  `127.${1 + (Math.floor(visitor / 62_500) % 250)}.${Math.floor(visitor / 250) % 250}.${1 + (visitor % 250)}`

function isToShop(options: unknown): options is object {
  if (typeof options !== 'object' || options === null || !('port' in options)) return false
  return shopPorts.has(String(options.port)) && !('localAddress' in options && options.localAddress)
}
