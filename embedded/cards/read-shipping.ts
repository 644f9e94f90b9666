import type Stripe from 'stripe'
import { noParams, type ParamReader } from './param-reader.ts'

/** An address with every absent line as null. */
export function readAddress(params: ParamReader): Stripe.Address {
  return {
    city: params.text('city') || null,
    country: params.text('country') || null,
    line1: params.text('line1') || null,
    line2: params.text('line2') || null,
    postal_code: params.text('postal_code') || null,
    state: params.text('state') || null,
  }
}

/** Where the goods go; `undefined` where the request does not say, null where it unsets it. */
export function readShipping(params: ParamReader): Stripe.PaymentIntent.Shipping | null | undefined {
  const shipping = params.object('shipping')
  if (shipping === undefined) return params.has('shipping') ? null : undefined
  return {
    address: readAddress(shipping.object('address') ?? noParams()),
    carrier: shipping.text('carrier') || null,
    name: shipping.requiredText('name'),
    phone: shipping.text('phone') || null,
    tracking_number: shipping.text('tracking_number') || null,
  }
}
