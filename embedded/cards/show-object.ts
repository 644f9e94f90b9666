import { desc, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { refunds, type Tx } from './cards.tables.ts'
import { findCharge, findDispute, findIntent, findMethod, findRefund } from './find-objects.ts'
import type { ParamReader } from './param-reader.ts'
import { presentCharge } from './present-charge.ts'
import { presentDispute } from './present-dispute.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { presentRefund } from './present-refund.ts'
import { badParam } from './wire-error.ts'

const expandable = new Set(['latest_charge', 'payment_method', 'payment_intent', 'charge', 'refunds'])

/** The asked-for paths, as `latest_charge.refunds`; each step must be one that the sandbox can show whole. */
export function readExpand(params: ParamReader): string[][] {
  return (params.list('expand') ?? []).map((text) => {
    const path = text.split('.')
    const steps = path[0] === 'data' ? path.slice(1) : path
    if (steps.length === 0 || steps.length > 4 || !steps.every((step) => expandable.has(step)))
      throw badParam('expand', `This property cannot be expanded (${text.slice(0, 100)}).`)
    return path
  })
}

/** Replaces the ids that `paths` name by their objects. */
export async function expandObject(tx: Tx, object: object, paths: readonly string[][]): Promise<object> {
  const shown = new Map<string, unknown>(Object.entries(object))
  for (const head of new Set(paths.map((path) => path[0] ?? ''))) {
    const below = paths.filter((path) => path[0] === head && path.length > 1).map((path) => path.slice(1))
    const value = shown.get(head)
    if (head === 'refunds' && shown.get('object') === 'charge') {
      const list = await refundsOf(tx, String(shown.get('id')))
      shown.set(head, await expandObject(tx, list, below))
    } else if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const item of value) items.push(await expandObject(tx, item, below))
      shown.set(head, items)
    } else if (typeof value === 'string') {
      const found = await showObject(tx, value)
      if (found !== undefined) shown.set(head, await expandObject(tx, found, below))
    } else if (typeof value === 'object' && value !== null) {
      shown.set(head, await expandObject(tx, value, below))
    }
  }
  return Object.fromEntries(shown)
}

/** The object behind an id, in Stripe's words. */
export async function showObject(tx: Tx, id: string): Promise<object | undefined> {
  const kind = id.split('_')[0]
  if (kind === 'pi') {
    const intent = await findIntent(tx, id)
    return intent === undefined ? undefined : presentPaymentIntent(intent)
  }
  if (kind === 'pm') {
    const method = await findMethod(tx, id)
    return method === undefined ? undefined : presentPaymentMethod(method)
  }
  if (kind === 'ch') return showCharge(tx, id)
  if (kind === 're') return showRefund(tx, id)
  if (kind === 'dp') return showDispute(tx, id)
  return undefined
}

export async function showCharge(tx: Tx, id: string): Promise<Stripe.Charge | undefined> {
  const charge = await findCharge(tx, id)
  if (charge === undefined) return undefined
  const intent = await findIntent(tx, charge.paymentIntentId)
  const method = await findMethod(tx, charge.paymentMethodId)
  if (intent === undefined || method === undefined)
    throw new Error(`Charge ${id} has lost its payment intent or method`)
  return presentCharge(charge, intent, method)
}

export async function showRefund(tx: Tx, id: string): Promise<Stripe.Refund | undefined> {
  const refund = await findRefund(tx, id)
  if (refund === undefined) return undefined
  const intent = await findIntent(tx, refund.paymentIntentId)
  const charge = await findCharge(tx, refund.chargeId)
  if (intent === undefined || charge === undefined) throw new Error(`Refund ${id} has lost its charge`)
  return presentRefund(refund, intent, charge)
}

export async function showDispute(tx: Tx, id: string): Promise<Stripe.Dispute | undefined> {
  const dispute = await findDispute(tx, id)
  if (dispute === undefined) return undefined
  const intent = await findIntent(tx, dispute.paymentIntentId)
  if (intent === undefined) throw new Error(`Dispute ${id} has lost its payment intent`)
  return presentDispute(dispute, intent)
}

async function refundsOf(tx: Tx, chargeId: string): Promise<object> {
  const rows = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.chargeId, chargeId))
    .orderBy(desc(refunds.sequence))
    .limit(10)
  const data: unknown[] = []
  for (const { id } of rows) data.push(await showRefund(tx, id))
  return { object: 'list', data, has_more: false, url: `/v1/charges/${chargeId}/refunds` }
}
