import type { Logger } from 'pino'
import { currentCurrency, toCents } from '#contract/currency.ts'
import type { CarrierRate, CarrierRequest } from '#server/shipping/quote-shipping.ts'

/** Describes what is used of a shipment in EasyPost's API. */
interface Shipment {
  rates: { carrier: string; service: string; rate: string; currency: string; delivery_days: number | null }[]
}

interface EasyPostOptions {
  key: string
  /** The address of the API with a slash at its end; undefined for `defaultAddress`, null if there is none yet. */
  baseUrl: () => string | undefined | null
  log: Pick<Logger, 'warn'>
}

const defaultAddress = 'https://api.easypost.com/v2/'
/** A buyer waits no longer for a price. */
const timeoutMs = 2000
/** Leaves a service that failed so often in a row alone for a while: each call would make a buyer wait in vain. */
const breaker = { failures: 3, pauseMs: 5000 }
const mgPerOunce = 28_349.523125

/**
 * Creates a function that asks EasyPost for the rates of one parcel. It returns null if there is no answer within two seconds. Rates in
 * another currency are dropped: the shop knows no exchange rate.
 */
export function createEasyPostRates({ key, baseUrl, log }: EasyPostOptions) {
  let failures = 0
  let retryAt = 0

  async function createShipment(address: string, shipment: object): Promise<Shipment> {
    const response = await fetch(`${address}shipments`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ shipment }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`${response.status} ${await errorText(response)}`.trim())
    return (await response.json()) as Shipment
  }

  return async ({ origin, place, goods }: CarrierRequest): Promise<CarrierRate[] | null> => {
    const address = baseUrl()
    if (address === null || (failures >= breaker.failures && Date.now() < retryAt)) return null
    try {
      const { rates } = await createShipment(address ?? defaultAddress, {
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
      log.warn({ reason: reasonOf(error) }, 'no rates of carriers')
      return null
    }
  }
}

/** Returns the sentence of an error; that of `fetch` only says that it failed, and its cause why. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : String(error)

/** Returns the sentence of an error of EasyPost. */
async function errorText(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: unknown } } | undefined // A proxy's page.
  return typeof body?.error?.message === 'string' ? body.error.message : response.statusText
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
