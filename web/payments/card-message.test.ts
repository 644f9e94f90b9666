import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentAttempt } from '#contract/payments.ts'
import { declineMessage } from '#web/payments/card-message.ts'
import { loadMessages } from '#web/i18n/messages.ts'

test('a declined card is said in German, also where its bank gives a reason without words of its own', async () => {
  await loadMessages('de')
  const attempt: PaymentAttempt = {
    at: '2026-11-30T09:00:00Z',
    state: 'declined',
    declineCode: 'generic_decline',
    declineReason: 'Your card was declined.',
    transactionId: 'pi_1',
  }
  const outside = globalThis.boltyardLanguage
  globalThis.boltyardLanguage = { getStore: () => 'de' }
  try {
    assert.equal(declineMessage(attempt), 'Ihre Karte wurde abgelehnt.')
    assert.match(declineMessage({ ...attempt, declineCode: 'insufficient_funds' }) ?? '', /gedeckt/)
  } finally {
    globalThis.boltyardLanguage = outside
  }
  assert.equal(declineMessage(attempt), 'Your card was declined.')
})
