import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookReceiver } from './testing/webhook-receiver.ts'
import { startSandbox } from './testing/start-sandbox.ts'

test('card numbers and security codes are in no row, log line, response or event', async () => {
  await using receiver = await startWebhookReceiver()
  await using cards = await startSandbox({ webhook: receiver.webhook })
  const customer = (await cards.stripe.customers.create()).id
  const responses: string[] = []
  const send = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(cards.origin + path, {
      method: 'POST',
      body: new URLSearchParams({ key: 'pk_test_browser', ...fields }),
      headers,
    })
    responses.push(await response.text())
  }
  // A real card's number, mistyped ones, and cards that end differently; no code occurs anywhere else.
  const tries = [
    ['4242424242424242', '7351'],
    ['4000000000000002', '7352'],
    ['4000000000000127', '7353'],
    ['4000002760003184', '7354'],
    ['4111111111111111', '7355'],
    ['4242424242424241', '7356'],
    ['378282246310005', '7357'],
  ] as const
  const written = (number: string) => [number, number.replaceAll(/(.{4})(?=.)/g, '$1 ')]
  for (const [number, cvc] of tries)
    for (const text of written(number)) {
      const { id, client_secret } = await cards.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
      const fields = (at: string) => ({
        [`${at}[number]`]: text,
        [`${at}[exp_month]`]: '12',
        [`${at}[exp_year]`]: '2040',
        [`${at}[cvc]`]: number.startsWith('37') ? cvc : cvc.slice(1),
      })
      const card = fields('payment_method_data[card]')
      const confirm = { client_secret: client_secret ?? '', 'payment_method_data[type]': 'card', ...card }
      await send(`/v1/payment_intents/${id}/confirm`, confirm, { 'idempotency-key': `pay-${id}` })
      await send(`/v1/payment_intents/${id}/confirm`, confirm, { 'idempotency-key': `pay-${id}` })
      await send(`/v1/payment_intents/${id}/confirm`, { ...confirm, unknown: 'x' })
      const setup = await cards.stripe.setupIntents.create({ customer })
      await send(`/v1/setup_intents/${setup.id}/confirm`, { ...confirm, client_secret: setup.client_secret ?? '' })
      await cards.stripe.refunds.create({ payment_intent: id, amount: 2000 }).catch(() => undefined)
    }

  const { rows: tables } = await cards.db.execute<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'cards'",
  )
  assert.ok(tables.length >= 9)
  const stored: string[] = []
  for (const { name } of tables) {
    const { rows } = await cards.db.execute<{ text: string }>(`SELECT t::text AS text FROM cards."${name}" t`)
    stored.push(...rows.map(({ text }) => text))
  }
  assert.ok(stored.length > 70 && cards.logged.length > 50)
  const sinks = {
    stored,
    logged: cards.logged,
    responses,
    events: receiver.received.map((event) => JSON.stringify(event)),
  }
  for (const [sink, lines] of Object.entries(sinks))
    for (const line of lines) {
      // Spaces and dashes do not hide a number.
      const digits = line.replaceAll(/(?<=\d)[ -](?=\d)/g, '')
      for (const [number] of tries) assert.ok(!digits.includes(number), `${sink}: ${line.slice(0, 300)}`)
      assert.doesNotMatch(line, /cvc["\]=: \\]+735|"735[1-7]"|cvc%5D=/, sink)
    }
})
