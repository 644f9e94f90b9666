import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { findViolations } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed, placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('the audit names each law of money that a row breaks, and nothing in a shop that is in order', async () => {
  await using shop = await openTestShop()
  const buyer = await createCustomer(shop, 'audited')
  const asAdmin = async (method: string, path: string, body: object) => {
    const { status, body: answer } = await shop.call<{ message?: string }>(method, path, {
      token: shop.admin.token,
      body,
    })
    assert.equal(status, 200, answer.message)
  }
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  const product = await shop.addProduct({ price: 10, available: 50 })
  const refund = (amount: number) => ({ reason: 'requested_by_customer', amount })
  const [card, closed] = [await placeOrder(shop, buyer, product, 2), await placeOrder(shop, buyer, product, 1)]
  await payFor(shop, buyer, card)
  await asAdmin('POST', `/order/${card._id}/refunds`, { ...refund(4), lines: [{ line: 1, units: 1 }] })
  await closeUnpaidOrder(shop.db, closed._id, { as: 'expired', by: undefined })
  const body = { ...orderBody(product, 3), payBy: 'invoice' }
  const { order: account } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
  assert.ok(account)
  await asAdmin('POST', `/order/${account._id}/refunds`, refund(6))
  await asAdmin('POST', `/order/${account._id}/offline-payment`, { method: 'check', reference: '1', amount: 14 })
  await waitUntil(async () => {
    const { rows } = await shop.db.execute(sql`SELECT FROM refunds WHERE state <> 'succeeded'`)
    return rows.length === 0
  }, 'the provider has sent the money')
  const twice = { method: 'check', reference: '2', amount: 5, isSurplus: true }
  const double = await placeOrder(shop, buyer, product, 1)
  await payFor(shop, buyer, double)
  await asAdmin('POST', `/order/${double._id}/offline-payment`, twice)
  const lawsOf = async () => [
    ...new Set([
      ...[...(await checkPayments(shop.db)), ...(await checkDocuments(shop.db))].map(({ law }) => law),
      ...(await checkOwedCredit(shop.db)).map(({ stored, owed }) => `${stored} owed instead of ${owed}`),
    ]),
  ]
  assert.deepEqual([await findViolations(shop), await lawsOf()], [[], []])

  await shop.db.execute(sql`ALTER TABLE issued_documents DISABLE TRIGGER issued_documents_never_change`)
  const of = (order: { _id: string }, set: SQL) => sql`UPDATE orders SET ${set} WHERE id = ${order._id}`
  const paid =
    'A paid order has one card payment or others with exactly its total, less credits; one that costs nothing has none.'
  const goesBack = 'An order says how much of its money goes back and has gone back.'
  const received =
    'An order says how much of its money has come by transfer or check, without what it did not cost any more.'
  const beside = 'A payment that did not come by card has its reference, and beside one by card only goes back.'
  const settled =
    'An order is settled once, and again after a payment was taken back; one that was free can be cancelled since.'
  for (const [breach, mend, ...laws] of [
    [
      sql`UPDATE payments SET received_cents = received_cents - 1 WHERE order_id = ${card._id}`,
      sql`UPDATE payments SET received_cents = received_cents + 1 WHERE order_id = ${card._id}`,
      paid,
    ],
    [of(card, sql`refund_asked_cents = 401`), of(card, sql`refund_asked_cents = 400`), goesBack],
    [
      sql`INSERT INTO order_events (order_id, kind) VALUES (${card._id}, 'paid_late')`,
      sql`DELETE FROM order_events WHERE order_id = ${card._id} AND kind = 'paid_late'`,
      settled,
    ],
    [
      of(card, sql`disputed_at = now()`),
      of(card, sql`disputed_at = NULL`),
      'An order knows whether its payment is disputed.',
    ],
    [
      of(card, sql`paid_at = NULL, transaction_id = NULL, refund_asked_cents = 0, refunded_cents = 0`),
      sql`UPDATE orders SET paid_at = now(), transaction_id = intent_id, refund_asked_cents = 400, refunded_cents = 400
        FROM payments WHERE order_id = orders.id AND orders.id = ${card._id}`,
      'Money that arrived has paid its order, is held, or goes back; also when the order was cancelled.',
      settled,
    ],
    [
      of(account, sql`received_cents = 1300`),
      of(account, sql`received_cents = 1400`),
      received,
      '1000 owed instead of 1100',
    ],
    [
      of(account, sql`cancelled_at = now()`),
      of(account, sql`cancelled_at = NULL`),
      'Money that has come for an order is not lost as the order ends.',
      '1000 owed instead of 0',
    ],
    [
      of(account, sql`credited_cents = 500`),
      of(account, sql`credited_cents = 600`),
      'An order says how much of it was credited.',
      '1000 owed instead of 1100',
    ],
    [
      sql`UPDATE customer_terms SET owed_cents = owed_cents - 1`,
      sql`UPDATE customer_terms SET owed_cents = owed_cents + 1`,
      '999 owed instead of 1000',
    ],
    [
      sql`UPDATE refunds SET amount_cents = 2100 WHERE order_id = ${card._id}`,
      sql`UPDATE refunds SET amount_cents = 400 WHERE order_id = ${card._id}`,
      'A credit note has its paper, of the amount of its refund.',
      'A credit note is of the amount of its refund.',
      goesBack,
      'No more goes back than has arrived.',
    ],
    [
      sql`UPDATE credit_note_lines SET net_cents = 2001 WHERE net_cents = 400`,
      sql`UPDATE credit_note_lines SET net_cents = 400 WHERE net_cents = 2001`,
      'A credit note is of the amount of its refund.',
      'No more is credited of a line or of the delivery than was paid for it.',
    ],
    [
      sql`UPDATE credit_notes SET position = 2`,
      sql`UPDATE credit_notes SET position = 1`,
      'The numbers of the credit notes of an order have no gaps.',
    ],
    [
      sql`INSERT INTO refunds (id, order_id, amount_cents, currency, reason, state, origin, ended_at)
        VALUES (gen_random_uuid(), ${account._id}, 1, 'usd', 'duplicate', 'succeeded', 'shop', now())`,
      sql`DELETE FROM refunds WHERE order_id = ${account._id} AND amount_cents = 1`,
      'A credit and a refund that staff send by hand have their credit note at once.',
      'An order says how much of it was credited.',
    ],
    [
      of(account, sql`open_slot = 1`),
      of(account, sql`open_slot = NULL`),
      'An order on account has terms, holds no place for unpaid orders and does not expire.',
    ],
    [
      sql`UPDATE payments SET reference = NULL WHERE order_id = ${account._id}`,
      sql`UPDATE payments SET reference = '1' WHERE order_id = ${account._id}`,
      beside,
    ],
    [
      sql`UPDATE refunds SET is_surplus = false WHERE is_surplus`,
      sql`UPDATE refunds SET is_surplus = true WHERE order_id = ${double._id}`,
      beside,
      received,
      'No more goes back than has arrived.',
      'A credit and a refund that staff send by hand have their credit note at once.',
    ],
    [
      sql`UPDATE issued_documents SET gross_cents = 3001, net_cents = net_cents + 1 WHERE order_id = ${account._id} AND kind = 'invoice'`,
      sql`UPDATE issued_documents SET gross_cents = 3000, net_cents = net_cents - 1 WHERE order_id = ${account._id} AND kind = 'invoice'`,
      'An invoice is of the amounts of its order.',
      'The lines and amounts that a paper prints add up to its totals.',
    ],
  ] as const) {
    await shop.db.execute(breach)
    assert.deepEqual(new Set(await lawsOf()), new Set(laws))
    await shop.db.execute(mend)
    assert.deepEqual(await lawsOf(), [])
  }
  const held = (units: number) => sql`UPDATE order_lines SET held_quantity = ${units} WHERE order_id = ${closed._id}`
  await shop.db.execute(held(1))
  assert.notDeepEqual(await findViolations(shop), [], 'an expired order holds units')
})
