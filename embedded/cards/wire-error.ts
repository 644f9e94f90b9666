import type Stripe from 'stripe'

/** The body of an error as Stripe writes it. */
export interface WireError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: object
  payment_method?: Stripe.PaymentMethod
  payment_method_type?: string
  advice_code?: string
}

/** A refusal that undoes the request's transaction. Its message never repeats card data. */
export class CardsRefusal extends Error {
  readonly status: number
  readonly error: WireError

  constructor(status: number, error: WireError) {
    super(error.message)
    this.name = 'CardsRefusal'
    this.status = status
    this.error = error
  }
}

/** A parameter that cannot be understood or is not allowed: 400. */
export function badParam(param: string, message: string, code?: string): CardsRefusal {
  return new CardsRefusal(400, { type: 'invalid_request_error', message, param, ...withCode(code) })
}

/** The named object does not exist: 404. */
export function missing(kind: string, id: string, param = 'id'): CardsRefusal {
  const message = `No such ${kind}: '${id.slice(0, 60)}'`
  return new CardsRefusal(404, { type: 'invalid_request_error', message, param, ...withCode('resource_missing') })
}

/** What the issuer or the check of the typed card says: 402. */
export function cardError(message: string, code: string, param?: string, declineCode?: string): CardsRefusal {
  return new CardsRefusal(402, {
    type: 'card_error',
    message,
    ...withCode(code),
    ...(param === undefined ? {} : { param }),
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  })
}

export function withCode(code: string | undefined): Pick<WireError, 'code' | 'doc_url'> {
  return code === undefined ? {} : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
}
