import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { carriers, ratesOf } from './services.ts'

const Address = Type.Object({ country: Type.String({ minLength: 2 }), zip: Type.Optional(Type.String()) })
const CreateShipment = Type.Object({
  shipment: Type.Object({
    from_address: Address,
    to_address: Address,
    parcel: Type.Object({ weight: Type.Number({ exclusiveMinimum: 0 }) }),
  }),
})

class RefusedError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

interface CarriersDeps {
  key: string
  /** Returns the currency of the shop's accounts at carriers. */
  currency: () => Promise<string>
}

const newId = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`

/** Serves the part of EasyPost's API that README.md lists, on this server's own origin. */
export function carriersRoutes({ key, currency }: CarriersDeps): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!isAuthorized(request.headers.authorization, key))
        throw new RefusedError(401, 'APIKEY.INACTIVE', 'This API key is no longer active.')
    })
    app.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number }
      const { status, code } = error instanceof RefusedError ? error : { status: statusCode, code: 'BAD_REQUEST' }
      if (status >= 500) request.log.error({ cause: error }, 'carrier sandbox: a request failed')
      return reply.code(status).send({ error: { code, message: (error as Error).message, errors: [] } })
    })
    app.post(
      '/easypost/v2/shipments',
      // The shop itself calls, for all of its visitors.
      { config: { rateLimit: false } },
      async ({ body }) => {
        if (!Check(CreateShipment, body))
          throw new RefusedError(
            422,
            'SHIPMENT.INVALID_PARAMS',
            'Unable to create shipment, one or more parameters were invalid.',
          )
        return presentShipment(body, await currency())
      },
    )
  }
}

function isAuthorized(authorization: string | undefined, key: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function presentShipment({ shipment }: Static<typeof CreateShipment>, currencyOfAccount: string) {
  const id = newId('shp')
  const { from_address: from, to_address: to, parcel } = shipment
  const times = { created_at: new Date().toISOString(), updated_at: new Date().toISOString(), mode: 'test' }
  const place = ({ country, zip = '' }: Static<typeof Address>) => ({ country, zip })
  const rates = ratesOf({ from: place(from), to: place(to), ounces: parcel.weight }, currencyOfAccount)
  const answering = new Set(rates.map(({ carrier }) => carrier))
  return {
    id,
    object: 'Shipment',
    ...times,
    status: 'unknown',
    from_address: { id: newId('adr'), object: 'Address', ...times, ...from },
    to_address: { id: newId('adr'), object: 'Address', ...times, ...to },
    parcel: { id: newId('prcl'), object: 'Parcel', ...times, ...parcel },
    rates: rates.map(({ carrier, service, rate, currency, days }) => ({
      id: newId('rate'),
      object: 'Rate',
      ...times,
      carrier,
      service,
      rate,
      currency,
      list_rate: rate,
      list_currency: currency,
      retail_rate: rate,
      retail_currency: currency,
      delivery_days: days,
      delivery_date: null,
      delivery_date_guaranteed: false,
      est_delivery_days: days,
      shipment_id: id,
      carrier_account_id: `ca_${carrier.toLowerCase()}`,
    })),
    messages: carriers
      .filter((carrier) => !answering.has(carrier))
      .map((carrier) => ({
        carrier,
        carrier_account_id: `ca_${carrier.toLowerCase()}`,
        type: 'rate_error',
        message: 'No service of this carrier takes this parcel to this place.',
      })),
    selected_rate: null,
    postage_label: null,
    tracker: null,
  }
}
