import type { Logger } from 'pino'
import { currentCurrency, toCents } from '#contract/currency.ts'
import type { CarrierRate, CarrierRequest } from '#server/shipping/quote-shipping.ts'

/** What is used of the SDK; its own declarations fit either `require` or `import`, not both. */
interface EasyPost {
  Shipment: {
    create(shipment: { from_address: object; to_address: object; parcel: { weight: number } }): Promise<{
      rates: { carrier: string; service: string; rate: string; currency: string; delivery_days: number | null }[]
    }>
  }
}
interface EasyPostModule {
  default: new (
    key: string,
    options: {
      baseUrl?: string
      requestMiddleware: (request: { timeout: (limits: { deadline: number }) => unknown }) => unknown
    },
  ) => EasyPost
}

interface EasyPostOptions {
  key: string
  /** The address of the API with a slash at its end; undefined for EasyPost's own, null if there is none yet. */
  baseUrl: () => string | undefined | null
  log: Pick<Logger, 'warn'>
}

/** A buyer waits no longer for a price. */
const timeoutMs = 2000
/** Leaves a service that failed so often in a row alone for a while: each call would make a buyer wait in vain. */
const breaker = { failures: 3, pauseMs: 5000 }
const mgPerOunce = 28_349.523125

/**
 * Asks EasyPost for the rates of one parcel through its official SDK, which is loaded with the first question. Returns null if there is
 * no answer within two seconds. Rates in another currency are dropped: the shop knows no exchange rate.
 */
export function createEasyPostRates({ key, baseUrl, log }: EasyPostOptions) {
  let client: { api: EasyPost; address: string | undefined } | undefined
  let failures = 0
  let retryAt = 0

  async function connect(address: string | undefined): Promise<EasyPost> {
    if (client?.address === address && client) return client.api
    const { default: EasyPostClient } = (await import('@easypost/api')) as unknown as EasyPostModule
    const api = new EasyPostClient(key, {
      ...(address !== undefined && { baseUrl: address }),
      // The SDK's own `timeout` has no effect.
      requestMiddleware: (request) => request.timeout({ deadline: timeoutMs }),
    })
    client = { api, address }
    return api
  }

  return async ({ origin, place, goods }: CarrierRequest): Promise<CarrierRate[] | null> => {
    const address = baseUrl()
    if (address === null || (failures >= breaker.failures && Date.now() < retryAt)) return null
    try {
      const api = await connect(address)
      const { rates } = await api.Shipment.create({
        from_address: addressOf(origin),
        to_address: addressOf(place),
        // In ounces with one decimal, rounded up.
        parcel: { weight: Math.ceil((goods.weightMg / mgPerOunce) * 10) / 10 },
      })
      failures = 0
      return rates
        .filter((rate) => rate.currency.toUpperCase() === currentCurrency().code && Number(rate.rate) >= 0)
        .map(({ carrier, service, rate, delivery_days: days }) => ({
          carrier,
          service,
          priceCents: toCents(Number(rate)),
          days,
        }))
    } catch (error) {
      failures += 1
      retryAt = Date.now() + breaker.pauseMs
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'no rates of carriers')
      return null
    }
  }
}

type Place = CarrierRequest['place'] & Partial<CarrierRequest['origin']>

const addressOf = ({ company, street, city, region, postalCode, country }: Place) => ({
  ...(company && { company }),
  ...(street && { street1: street }),
  ...(city && { city }),
  ...(region && { state: region }),
  ...(postalCode && { zip: postalCode }),
  country,
})
