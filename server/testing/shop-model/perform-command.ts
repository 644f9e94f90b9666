import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { texanDelivery } from '#server/testing/charge-orders.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import { confirmCard } from '#server/testing/pay-with-card.ts'
import { type Command, linesOf, type Outcome, unitsOf } from './model.ts'
import type { ApiResponse, ScenarioState, ShopPair } from './shop-pair.ts'

/** Performs a command at the shop; returns what the shop answers. */
export async function performCommand(shop: ShopPair, state: ScenarioState, command: Command): Promise<Outcome> {
  const person = state.people[command.who]!
  const id = (name: string) => state.ids[name] ?? crypto.randomUUID()
  const email = (name: string) => state.people[name]!.email
  const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    shop.call(state, command.who, { method, path, body, headers })
  switch (command.do) {
    case 'sign-in': {
      const { rows } = await shop.first.db.execute<{ version: number }>(
        sql`SELECT token_version AS version FROM users WHERE id = ${person.id} AND removed_at IS NULL`,
      )
      if (!rows[0]) return 'account-removed'
      const claims = { userId: person.id, version: rows[0].version, signedInAt: new Date() }
      person.token = await signAccessToken(shop.first.secrets.accessTokenKey, claims, new Date())
      return 'done'
    }
    case 'place': {
      const lines = linesOf(command).map(({ product, units }) => ({ productId: id(product), quantity: units }))
      const body = {
        ...(lines.length === 1 ? lines[0] : { lines }),
        address: person.secret,
        phoneNumber: '5550100',
        ...(shop.charged && { delivery: { ...texanDelivery, recipient: person.secret } }),
      }
      const headers = { 'idempotency-key': command.name }
      const responses = await Promise.all(
        Array.from({ length: command.twice ? 2 : 1 }, () => call('POST', '/orders', body, headers)),
      )
      const created = new Set(responses.flatMap((response) => response.body._id ?? []))
      assert.ok(created.size <= 1, 'one request made two orders')
      const [orderId] = created
      if (orderId !== undefined) state.ids[command.name] = orderId
      return orderId === undefined ? outcome(responses[0]!) : 'done'
    }
    case 'cancel':
      return outcome(await call('DELETE', `/orders/${id(command.order)}`))
    case 'look-at-order':
      await call('GET', `/order/${id(command.order)}/details`)
      await call('GET', `/order/${id(command.order)}/invoice`)
      return outcome(await call('GET', `/order/${id(command.order)}`))
    case 'pay':
      return pay(shop, state, command.who, id(command.order))
    case 'ship':
    case 'ship-part': {
      const { lines } = state.models[0]!.orders[command.order]!
      const body =
        command.do === 'ship' ? {} : { lines: [{ line: 1 + (command.line % lines.length), units: command.units }] }
      const response = await call('POST', `/order/${id(command.order)}/shipments`, body)
      if (response.body.shipment !== undefined) state.ids[command.name] = response.body.shipment._id
      return outcome(response)
    }
    case 'undo': {
      const order = id(state.models[0]!.parcels[command.parcel]!.order)
      return outcome(await call('POST', `/order/${order}/shipments/${id(command.parcel)}/undo`))
    }
    case 'refund': {
      const units = command.restock ? unitsOf(state.models[0]!.orders[command.order]!) : 0
      // With units, only what is named goes back.
      const body = { reason: 'requested_by_customer', restockUnits: units, ...(units > 0 && { shipping: true }) }
      return outcome(await call('POST', `/order/${id(command.order)}/refunds`, body))
    }
    case 'list-orders':
      return outcome(await call('GET', `/orders?email=${email(command.whom)}`))
    case 'save-profile': {
      const body = {
        displayName: command.whom,
        education: 'School',
        skill: 'Brakes',
        address: state.people[command.whom]!.secret,
      }
      const response = await call('PUT', `/user-info-update/${email(command.whom)}`, body)
      if (response.status === 200) await call('GET', `/user?email=${email(command.whom)}`)
      return outcome(response)
    }
    case 'make-admin':
      return outcome(await call('PUT', `/user-update/${email(command.whom)}`))
    case 'demote':
      return outcome(await call('DELETE', `/admin/${email(command.whom)}`))
    case 'remove':
      return outcome(await call('DELETE', `/user/${email(command.whom)}`))
    case 'forget-me':
      return outcome(await call('DELETE', '/account'))
    case 'sign-out':
      return outcome(await call('POST', '/sign-out'))
    case 'add-product': {
      const { available, minimum: minQuantity, cents } = command
      const name = `${command.name} ${crypto.randomUUID()}`
      const body = { name, content: 'Text.', available, minQuantity, price: cents / 100, img: '/media/test/960.webp' }
      const response = await call('POST', '/tools', body)
      if (response.body._id !== undefined) state.ids[command.name] = response.body._id
      return outcome(response)
    }
    case 'change-product': {
      const body = { available: command.available, price: command.cents / 100 }
      return outcome(await call('PUT', `/tools/${id(command.product)}`, body))
    }
    case 'archive':
      return outcome(await call('DELETE', `/tools/${id(command.product)}`))
    case 'restore':
      return outcome(await call('POST', `/tools/${id(command.product)}/restore`))
    case 'adjust': {
      const body = { change: command.change, reason: 'Counted again.' }
      return outcome(await call('POST', `/tools/${id(command.product)}/stock-movements`, body))
    }
    case 'count': {
      const body = { counted: command.counted, reason: 'Stock count.' }
      return outcome(await call('POST', `/tools/${id(command.product)}/stock-movements`, body))
    }
    case 'review': {
      const body = { massage: command.name, image: '/media/test/960.webp', rating: 4 }
      const response = await call('POST', '/add-review', body)
      if (response.body._id !== undefined) state.ids[command.name] = response.body._id
      return outcome(response)
    }
    case 'change-review':
      return outcome(await call('PUT', `/reviews/${id(command.review)}`, { massage: command.name }))
    case 'withdraw':
      return outcome(await call('DELETE', `/reviews/${id(command.review)}`))
    case 'hide':
      return outcome(await call('PATCH', `/reviews/${id(command.review)}`, { hidden: command.hidden }))
  }
}

const outcome = ({ status, body }: ApiResponse): Outcome => (status === 200 ? 'done' : (body.code ?? 'unexpected'))

/** Opens the payment, confirms it with a card, and reports it. */
async function pay(shop: ShopPair, state: ScenarioState, who: string, orderId: string): Promise<Outcome> {
  const opened = await shop.call(state, who, { method: 'POST', path: '/create-payment-intent', body: { orderId } })
  const secret = opened.body.clientSecret
  if (secret === undefined) return outcome(opened)
  const { intentId: transactionId } = await confirmCard(shop.next(), secret)
  return outcome(await shop.call(state, who, { method: 'PATCH', path: `/order/${orderId}`, body: { transactionId } }))
}
