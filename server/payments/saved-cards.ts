import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { maxSavedCards, type SavedCard } from '#contract/payments.ts'
import { findCardCustomer, withCardCustomer } from '#server/payments/card-customers.ts'
import { callProvider, type CardProvider, findAtProvider } from '#server/payments/card-provider.ts'
import { cardCustomers } from '#server/payments/payments.tables.ts'
import { idOf } from '#server/payments/record-attempt.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

/**
 * Limits the cards that are tried without a payment: thieves test stolen numbers that way, with accounts that they make by the dozen.
 * A declined card ends its intent, so these also limit the declines.
 */
export const maxSetupsPerHour = { verified: 10, unverified: 3, network: 30 }

const hourMs = 3_600_000

/** Returns the cards that a buyer has saved at the provider, newest first and each once; the shop itself stores none. */
export async function listSavedCards(db: Database, provider: CardProvider, userId: string): Promise<SavedCard[]> {
  const methods = await findMethods(db, provider, userId)
  return newestOfEach(methods).slice(0, maxSavedCards).map(presentCard)
}

/** Opens an intent that saves a card of a buyer without a payment. Throws `saved-cards-full`, and `too-many-requests`. */
export async function createSetupIntent(
  db: Database,
  { provider, limits }: { provider: CardProvider; limits: VisitorLimits | undefined },
  actor: Actor,
) {
  if (limits) {
    const hits = actor.emailVerified ? maxSetupsPerHour.verified : maxSetupsPerHour.unverified
    await assertRateLimit(limits, db, `card setup ${actor.id}`, { hits, windowMs: hourMs })
    const network = `card setup from ${visitorNetwork(actor.ip)}`
    await assertRateLimit(limits, db, network, { hits: maxSetupsPerHour.network, windowMs: hourMs })
  }
  const methods = await findMethods(db, provider, actor.id)
  // One card may be there several times: the provider's list ends before ours of a buyer who saves one again and again.
  if (newestOfEach(methods).length >= maxSavedCards || methods.length >= maxMethods)
    throw problem('saved-cards-full', { count: maxSavedCards })
  const known = (await findCardCustomer(db, actor.id)) ?? null
  const intent = await callProvider(
    withCardCustomer(db, provider, { userId: actor.id, known }, (customer) =>
      provider.setupIntents.create({
        customer,
        // A buyer is there whenever a saved card pays.
        usage: 'on_session',
        allowed_payment_method_types: ['card'],
        metadata: { user_id: actor.id },
      }),
    ),
  )
  if (!intent.client_secret) throw problem('payment-provider-refused')
  return { success: true as const, clientSecret: intent.client_secret }
}

/** Cancels an intent of a buyer whose card was declined, so that it cannot test another; false if it is not of this shop. */
export async function cancelFailedSetup(db: Database, provider: CardProvider, intentId: string): Promise<boolean> {
  const intent = await findAtProvider(provider.setupIntents.retrieve(intentId))
  const customer = intent && idOf(intent.customer)
  if (!intent || !customer) return false
  const [ours] = await db.select().from(cardCustomers).where(eq(cardCustomers.customerId, customer))
  if (!ours) return false
  // A card that is asked for at the bank right now may be one that was typed after the declined one.
  if (intent.status === 'requires_payment_method') await callProvider(provider.setupIntents.cancel(intentId))
  return true
}

/** Removes a saved card of a buyer; throws `saved-card-not-found`, also for one of another buyer. */
export async function removeSavedCard(
  db: Database,
  provider: CardProvider,
  userId: string,
  cardId: string,
): Promise<void> {
  const methods = await findMethods(db, provider, userId)
  const card = methods.find(({ id }) => id === cardId)
  if (!card) throw problem('saved-card-not-found')
  // Else an older one of the same card would come back.
  for (const { id } of methods.filter((method) => keyOf(method) === keyOf(card)))
    await findAtProvider(provider.paymentMethods.detach(id))
}

type CardMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card }

/** Limits what is read of a buyer at the provider; it is the longest page there. */
const maxMethods = 100

/** Returns all cards of a buyer at the provider, newest first; the same one is in it as often as it was saved. */
async function findMethods(db: Database, provider: CardProvider, userId: string): Promise<CardMethod[]> {
  const customer = await findCardCustomer(db, userId)
  if (customer === undefined) return []
  const list = await findAtProvider(provider.paymentMethods.list({ customer, type: 'card', limit: maxMethods }))
  return (list?.data ?? []).filter((method): method is CardMethod => method.card !== undefined)
}

/** Tells cards apart: the provider gives each number a fingerprint. */
const keyOf = ({ id, card }: CardMethod) => card.fingerprint || id

const newestOfEach = (methods: readonly CardMethod[]): CardMethod[] =>
  methods.filter((method, index) => methods.findIndex((other) => keyOf(other) === keyOf(method)) === index)

const presentCard = ({ id, card }: CardMethod): SavedCard => ({
  _id: id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
})
