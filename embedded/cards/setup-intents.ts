import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Static, type TObject, Type } from 'typebox'
import { addPaymentMethod, paymentMethodData } from './add-payment-method.ts'
import {
  type ApiRequest,
  type ApiResponse,
  assertOwnSecret,
  invalidRequest,
  listOf,
  metadata,
  notFound,
  ok,
} from './api.ts'
import { authenticationError, declineError } from './card-errors.ts'
import { type PaymentMethodRow, paymentMethods, type SetupIntentRow, setupIntents, type Tx } from './cards.tables.ts'
import { getCustomer } from './customers.ts'
import { newId, randomString } from './new-id.ts'
import { presentPublicSetup, presentSetupIntent } from './present.ts'
import { recordEvent } from './record-event.ts'
import { getBehavior } from './test-cards.ts'

export const setupParams = {
  customer: Type.String({ maxLength: 100 }),
  usage: Type.Optional(Type.Enum(['off_session', 'on_session'])),
  metadata: Type.Optional(metadata),
  allowed_payment_method_types: Type.Optional(listOf('card')),
}

/** Creates an intent that saves a card of a customer without a payment (POST /v1/setup_intents). */
export async function createSetupIntent(
  tx: Tx,
  { params, at }: ApiRequest<Static<TObject<typeof setupParams>>>,
): Promise<ApiResponse> {
  await getCustomer(tx, params.customer, 'customer')
  const id = newId('seti')
  const [row] = await tx
    .insert(setupIntents)
    .values({
      id,
      clientSecret: `${id}_secret_${randomString(25)}`,
      createdAt: at,
      customerId: params.customer,
      usage: params.usage ?? 'off_session',
      status: 'requires_payment_method',
      metadata: { ...params.metadata },
    })
    .returning()
  if (row === undefined) throw new Error('The setup intent was not stored')
  return ok(presentSetupIntent(row))
}

/** Returns a setup intent (GET /v1/setup_intents/{id}). */
export async function retrieveSetupIntent(
  tx: Tx,
  request: ApiRequest<{ client_secret?: string }>,
): Promise<ApiResponse> {
  return ok(presentSetupFor(request, await findOwnSetup(tx, request)))
}

/** Cancels a setup intent that has saved no card (POST /v1/setup_intents/{id}/cancel). */
export async function cancelSetupIntent(tx: Tx, request: ApiRequest): Promise<ApiResponse> {
  const before = await findSetup(tx, request.id)
  if (before.status === 'succeeded' || before.status === 'canceled')
    throw unexpectedState(
      request,
      before,
      `You cannot cancel this SetupIntent because it has a status of ${before.status}.`,
    )
  const row = await updateSetup(tx, { ...before, status: 'canceled', challengeId: null })
  await recordEvent(tx, request, 'setup_intent.canceled', presentSetupIntent(row))
  return ok(presentSetupIntent(row))
}

export const setupConfirmation = {
  client_secret: Type.Optional(Type.String()),
  use_stripe_sdk: Type.Optional(Type.String()),
  payment_method_data: paymentMethodData,
}

/** Confirms a setup intent with a card, which its issuer checks (POST /v1/setup_intents/{id}/confirm). Of concurrent confirmations, one card is saved at most. */
export async function confirmSetupIntent(
  tx: Tx,
  request: ApiRequest<Static<TObject<typeof setupConfirmation>>>,
): Promise<ApiResponse> {
  const row = await findOwnSetup(tx, request)
  if (row.status === 'succeeded' || row.status === 'canceled') {
    const why = row.status === 'succeeded' ? 'it has already succeeded' : `it has a status of ${row.status}`
    throw unexpectedState(request, row, `You cannot confirm this SetupIntent because ${why}.`)
  }
  const method = await addPaymentMethod(tx, request.params.payment_method_data, request.at)
  if (!getBehavior(method.behavior).authentication) return saveCard(tx, request, row, method)
  const waiting = await updateSetup(tx, {
    ...row,
    status: 'requires_action',
    paymentMethodId: method.id,
    challengeId: newId('payatt'),
    lastSetupError: null,
  })
  return ok(presentSetupFor(request, waiting))
}

/** Takes the outcome of a 3-D Secure challenge from its page (POST /v1/setup_intents/{id}/challenge, not part of Stripe's API). */
export async function completeSetupChallenge(
  tx: Tx,
  request: ApiRequest<{ client_secret?: string; source: string; outcome: string }>,
): Promise<ApiResponse> {
  const { source, outcome } = request.params
  const row = await findOwnSetup(tx, request)
  const [method] = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.id, row.paymentMethodId ?? ''))
  if (row.status !== 'requires_action' || row.challengeId !== source || method === undefined)
    throw unexpectedState(request, row, 'This authentication is no longer open.')
  if (outcome === 'complete') return saveCard(tx, request, row, method)
  const error = authenticationError('setup_intent', method)
  return ok(presentSetupFor(request, await failSetup(tx, request, row, error)))
}

/** Attaches the card of an intent that the caller has locked to its customer, unless the issuer declines it. */
async function saveCard(
  tx: Tx,
  request: ApiRequest,
  row: SetupIntentRow,
  method: PaymentMethodRow,
): Promise<ApiResponse> {
  const { decline } = getBehavior(method.behavior)
  if (decline !== undefined) {
    const error = declineError(decline, method)
    const after = await failSetup(tx, request, row, error)
    return { status: 402, body: { error: { ...error, setup_intent: presentSetupFor(request, after) } } }
  }
  await getCustomer(tx, row.customerId, 'customer')
  await tx.update(paymentMethods).set({ customerId: row.customerId }).where(eq(paymentMethods.id, method.id))
  const after = await updateSetup(tx, {
    ...row,
    status: 'succeeded',
    paymentMethodId: method.id,
    lastSetupError: null,
    challengeId: null,
  })
  await recordEvent(tx, request, 'setup_intent.succeeded', presentSetupIntent(after))
  return ok(presentSetupFor(request, after))
}

/** Ends a failed attempt: the intent keeps its error and waits for another card. */
async function failSetup(
  tx: Tx,
  request: ApiRequest,
  row: SetupIntentRow,
  error: Stripe.SetupIntent.LastSetupError,
): Promise<SetupIntentRow> {
  const after = await updateSetup(tx, {
    ...row,
    status: 'requires_payment_method',
    paymentMethodId: null,
    lastSetupError: error,
    challengeId: null,
  })
  await recordEvent(tx, request, 'setup_intent.setup_failed', presentSetupIntent(after))
  return after
}

/** Returns a setup intent and takes its row lock. */
async function findSetup(tx: Tx, id: string): Promise<SetupIntentRow> {
  const [row] = await tx.select().from(setupIntents).where(eq(setupIntents.id, id)).for('update')
  if (row === undefined) throw notFound('setupintent', id)
  return row
}

/** Returns the intent of a URL to a secret key, or to a publishable key with the intent's client secret. */
async function findOwnSetup(tx: Tx, request: ApiRequest<{ client_secret?: string }>): Promise<SetupIntentRow> {
  const row = await findSetup(tx, request.id)
  assertOwnSecret(request, row.clientSecret, 'setup')
  return row
}

const presentSetupFor = ({ keyKind }: ApiRequest, row: SetupIntentRow): object =>
  keyKind === 'secret' ? presentSetupIntent(row) : presentPublicSetup(row)

/** Returns a 400 for an action that the intent's status does not allow. */
const unexpectedState = (request: ApiRequest, row: SetupIntentRow, message: string) =>
  invalidRequest(message, { code: 'setup_intent_unexpected_state', setup_intent: presentSetupFor(request, row) })

async function updateSetup(tx: Tx, row: SetupIntentRow): Promise<SetupIntentRow> {
  const [updated] = await tx.update(setupIntents).set(row).where(eq(setupIntents.id, row.id)).returning()
  if (updated === undefined) throw new Error(`Setup intent ${row.id} disappeared while it was locked`)
  return updated
}
