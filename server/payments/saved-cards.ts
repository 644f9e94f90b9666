import type Stripe from 'stripe'
import type { SavedCard } from '#contract/payments.ts'
import { findCardCustomer } from '#server/payments/card-customers.ts'
import { type CardProvider, findAtProvider } from '#server/payments/card-provider.ts'
import { idOf } from '#server/payments/record-attempt.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Limits the cards that are shown of a buyer. */
const maxCards = 20

/** Returns the cards that a buyer has saved at the provider, newest first; the shop itself stores none. */
export async function listSavedCards(db: Database, provider: CardProvider, userId: string): Promise<SavedCard[]> {
  const customer = await findCardCustomer(db, userId)
  if (customer === undefined) return []
  const list = await findAtProvider(provider.paymentMethods.list({ customer, type: 'card', limit: maxCards }))
  return (list?.data ?? []).flatMap((method) => (method.card ? [presentCard(method, method.card)] : []))
}

/** Removes a saved card of a buyer; throws `saved-card-not-found`, also for one of another buyer. */
export async function removeSavedCard(
  db: Database,
  provider: CardProvider,
  userId: string,
  cardId: string,
): Promise<void> {
  const customer = await findCardCustomer(db, userId)
  // The id goes into the address of a call to the provider.
  const isId = /^pm_\w{1,100}$/.test(cardId)
  const card = customer && isId ? await findAtProvider(provider.paymentMethods.retrieve(cardId)) : undefined
  if (!card || idOf(card.customer) !== customer) throw problem('saved-card-not-found')
  await findAtProvider(provider.paymentMethods.detach(cardId))
}

const presentCard = ({ id }: Stripe.PaymentMethod, card: Stripe.PaymentMethod.Card): SavedCard => ({
  _id: id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
})
