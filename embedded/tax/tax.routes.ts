import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type Stripe from 'stripe'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type FormFields, parseForm, RequestError } from './parse-form.ts'

/** Describes what is to be calculated. */
export interface TaxQuestion {
  place: { country: string; region?: string; postalCode?: string }
  lines: { amountCents: number; taxCode: string }[]
  shippingCents: number
  pricesIncludeTax: boolean
  taxIds: { kind: string; value: string }[]
  isExempt: boolean
  at: Date
}

/** Describes one tax of a line; the rate is a fraction, and the reason one of Stripe's. */
export interface TaxPart {
  country: string
  region: string
  name: string
  rate: string
  reason: string
  taxableCents: number
  taxCents: number
}

export interface TaxDeps {
  /** The one accepted secret key. */
  secretKey: string
  now: () => Date
  /** Calculates each line and the shipping. */
  calculate: (question: TaxQuestion) => Promise<{ lines: TaxPart[][]; shipping: TaxPart[] }>
}

const maxLines = 100
/** A calculation comes with so many of its lines. */
const firstLines = 10
const maxRemembered = 200

const cents = Type.String({ pattern: String.raw`^\d{1,12}$` })
const behavior = Type.Enum(['inclusive', 'exclusive'])
const CalculationParams = Type.Object(
  {
    currency: Type.String({ pattern: '^[a-z]{3}$' }),
    line_items: Type.Record(
      Type.String(),
      Type.Object(
        {
          amount: cents,
          reference: Type.String(),
          tax_code: Type.String({ pattern: '^txcd_' }),
          tax_behavior: behavior,
        },
        { additionalProperties: false },
      ),
    ),
    shipping_cost: Type.Optional(
      Type.Object(
        { amount: cents, tax_behavior: behavior, tax_code: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
    customer_details: Type.Object(
      {
        address: Type.Object(
          {
            country: Type.String({ pattern: '^[A-Z]{2}$' }),
            state: Type.Optional(Type.String()),
            postal_code: Type.Optional(Type.String()),
          },
          { additionalProperties: false },
        ),
        address_source: Type.Enum(['shipping', 'billing']),
        tax_ids: Type.Optional(
          Type.Record(
            Type.String(),
            Type.Object({ type: Type.String(), value: Type.String() }, { additionalProperties: false }),
          ),
        ),
        taxability_override: Type.Optional(Type.Enum(['none', 'customer_exempt'])),
      },
      { additionalProperties: false },
    ),
    tax_date: Type.Optional(Type.String({ pattern: String.raw`^\d{1,12}$` })),
    expand: Type.Optional(Type.Record(Type.String(), Type.Literal('line_items.data.tax_breakdown'))),
  },
  { additionalProperties: false },
)
type CalculationParams = Static<typeof CalculationParams>

const ListParams = Type.Object(
  {
    limit: Type.Optional(Type.String({ pattern: String.raw`^([1-9]\d?|100)$` })),
    expand: Type.Optional(Type.Record(Type.String(), Type.Literal('data.tax_breakdown'))),
  },
  { additionalProperties: false },
)

/** Serves the part of Stripe Tax that README.md lists on this server's own origin. */
export function taxRoutes({ secretKey, now, calculate }: TaxDeps): FastifyPluginAsync {
  const remembered = new Map<string, Stripe.Tax.CalculationLineItem[]>()
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 256 * 1024 },
      (_request, body, done) => done(null, body),
    )
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'request-id': `req_${randomUUID().replaceAll('-', '')}` })
      const key = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (key === undefined || !isSame(key, secretKey))
        throw new RequestError('Invalid API Key provided.', { status: 401 })
    })
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof RequestError) {
        const { message, param } = error
        const body = { type: 'invalid_request_error', message, ...(param !== undefined && { param }) }
        return reply.code(error.status).send({ error: body })
      }
      const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
      if (status < 500)
        return reply.code(status).send({ error: { type: 'invalid_request_error', message: 'Invalid request.' } })
      request.log.error({ cause: error instanceof Error ? error.name : typeof error }, 'tax sandbox: a request failed')
      const message = 'An error occurred inside the tax sandbox. Please try again.'
      return reply.code(503).send({ error: { type: 'api_error', message } })
    })

    app.post('/v1/tax/calculations', async ({ body }) => {
      const params = readParams(CalculationParams, parseForm(typeof body === 'string' ? body : ''))
      const lines = Object.values(params.line_items)
      if (lines.length > maxLines)
        throw new RequestError(`You can calculate at most ${maxLines} line items.`, { param: 'line_items' })
      const at = params.tax_date === undefined ? now() : new Date(Number(params.tax_date) * 1000)
      const answer = await calculate(toQuestion(params, at))
      const calculation = present(params, answer, at)
      remembered.set(calculation.id, calculation.lines)
      for (const id of remembered.keys()) if (remembered.size > maxRemembered) remembered.delete(id)
      return calculation.body
    })

    app.get<{ Params: { id: string } }>('/v1/tax/calculations/:id/line_items', async ({ params, raw }) => {
      const { limit = '10' } = readParams(ListParams, parseForm(raw.url?.split('?', 2)[1] ?? ''))
      const lines = remembered.get(params.id)
      if (!lines) throw new RequestError(`No such calculation: '${params.id.slice(0, 60)}'`, { status: 404 })
      return listOf(params.id, lines, Number(limit))
    })
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHmac('sha256', 'tax').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

function readParams<Schema extends typeof CalculationParams | typeof ListParams>(
  schema: Schema,
  params: FormFields,
): Static<Schema> {
  const [error] = Value.Errors(schema, params)
  if (error === undefined) return params as Static<Schema>
  const param = error.instancePath.split('/').slice(1).join('.').slice(0, 100)
  throw new RequestError(`Invalid parameter ${param}: ${error.message}.`, { param })
}

function toQuestion(params: CalculationParams, at: Date): TaxQuestion {
  const { address, tax_ids = {}, taxability_override } = params.customer_details
  const lines = Object.values(params.line_items)
  return {
    place: {
      country: address.country,
      ...(address.state !== undefined && { region: address.state }),
      ...(address.postal_code !== undefined && { postalCode: address.postal_code }),
    },
    lines: lines.map(({ amount, tax_code }) => ({ amountCents: Number(amount), taxCode: tax_code })),
    shippingCents: Number(params.shipping_cost?.amount ?? 0),
    pricesIncludeTax: lines[0]?.tax_behavior === 'inclusive',
    taxIds: Object.values(tax_ids).map(({ type, value }) => ({ kind: type, value })),
    isExempt: taxability_override === 'customer_exempt',
    at,
  }
}

const taxOf = (parts: readonly TaxPart[]) => parts.reduce((sum, { taxCents }) => sum + taxCents, 0)

function present(
  { line_items, shipping_cost, customer_details, currency }: CalculationParams,
  answer: { lines: TaxPart[][]; shipping: TaxPart[] },
  at: Date,
) {
  const id = `taxcalc_${randomUUID().replaceAll('-', '')}`
  const lines = Object.values(line_items).map((line, index): Stripe.Tax.CalculationLineItem => {
    const parts = answer.lines[index] ?? []
    return {
      id: `tax_li_${randomUUID().replaceAll('-', '')}`,
      object: 'tax.calculation_line_item',
      amount: Number(line.amount),
      amount_tax: taxOf(parts),
      livemode: false,
      metadata: null,
      performance_location: null,
      product: null,
      quantity: 1,
      reference: line.reference,
      tax_behavior: line.tax_behavior,
      tax_breakdown: parts.map(presentPart),
      tax_code: line.tax_code,
    }
  })
  const all = [...answer.lines.flat(), ...answer.shipping]
  const isInclusive = lines[0]?.tax_behavior === 'inclusive'
  const [net, tax] = [lines.reduce((sum, { amount }) => sum + amount, Number(shipping_cost?.amount ?? 0)), taxOf(all)]
  const body = {
    id,
    object: 'tax.calculation',
    amount_total: isInclusive ? net : net + tax,
    currency,
    customer: null,
    customer_details: { ...customer_details, tax_ids: Object.values(customer_details.tax_ids ?? {}), ip_address: null },
    expires_at: Math.floor(at.getTime() / 1000) + 90 * 24 * 3600,
    line_items: listOf(id, lines, firstLines),
    livemode: false,
    ship_from_details: null,
    shipping_cost: shipping_cost
      ? {
          amount: Number(shipping_cost.amount),
          amount_tax: taxOf(answer.shipping),
          tax_behavior: shipping_cost.tax_behavior,
          tax_breakdown: answer.shipping.map(presentPart),
          tax_code: shipping_cost.tax_code ?? 'txcd_92010001',
        }
      : null,
    tax_amount_exclusive: isInclusive ? 0 : tax,
    tax_amount_inclusive: isInclusive ? tax : 0,
    tax_breakdown: [],
    tax_date: Math.floor(at.getTime() / 1000),
  }
  return { id, lines, body }
}

const listOf = (id: string, lines: readonly Stripe.Tax.CalculationLineItem[], limit: number) => ({
  object: 'list',
  data: lines.slice(0, limit),
  has_more: lines.length > limit,
  url: `/v1/tax/calculations/${id}/line_items`,
})

const presentPart = ({ country, region, name, rate, reason, taxableCents, taxCents }: TaxPart) => ({
  amount: taxCents,
  jurisdiction: { country, display_name: country, level: 'country', state: region === '' ? null : region },
  sourcing: 'destination',
  tax_rate_details:
    Number(rate) > 0 ? { display_name: name, percentage_decimal: percent(rate), tax_type: 'vat' } : null,
  taxability_reason: reason,
  taxable_amount: taxableCents,
})

/** Returns a fraction such as `0.0825` as a percentage without rounding: `8.25`. */
function percent(rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.')
  const shifted = decimals.padEnd(2, '0')
  const rest = shifted.slice(2)
  return `${Number(whole + shifted.slice(0, 2))}${rest && `.${rest}`}`
}
