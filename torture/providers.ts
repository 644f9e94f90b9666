import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import { runningCards } from '#embedded/cards/testing/running-cards.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { until } from '#server/testing/until.ts'
import { type Answer, call } from '#torture/call.ts'
import { atMost, type Figure, holds, inSeconds, never } from '#torture/figure.ts'
import { addProduct, enter, owner, ownersSettings, type Person, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
const modes = ['silent', 'broken', 'lying', 'slow'] as const
type Mode = (typeof modes)[number] | 'well'

/** Cards, pictures, mail and sign-in by others go silent, fail and lie; the shop can be looked at, and takes orders. */
export async function providers(): Promise<Figure[]> {
  await using cards = await runningCards({ secretKey })
  await using stripe = await moodyProvider(cards.origin)
  await using silence = await silentServer()
  await using mail = await mailServer()
  const mailPort = Number(new URL(mail.url).port)
  await mail.close()
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const shop = await runShopProcess(directory, {
    ...ownersSettings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_torture',
    STRIPE_WEBHOOK_SECRET: 'whsec_torture',
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    S3_ENDPOINT: silence.url,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'nobody',
    S3_SECRET_ACCESS_KEY: 'nobody',
    GOOGLE_ISSUER: silence.url,
    GOOGLE_CLIENT_ID: 'nobody',
    GOOGLE_CLIENT_SECRET: 'nobody',
  })
  const figures: Figure[] = []
  const strange: string[] = []
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 4)
    const product = await addProduct(url, admin, 1_000_000)
    const place = async (buyer: Person) =>
      call<{ _id: string }>(url, 'POST', '/orders', {
        token: buyer.token,
        body: { productId: product._id, quantity: 2, address: '1 Test Street', phoneNumber: '1', totalPrice: 2.5 },
      })
    const openPayment = (buyer: Person, orderId: string) =>
      call<{ clientSecret: string }>(url, 'POST', '/create-payment-intent', { token: buyer.token, body: { orderId } })
    const pay = async (buyer: Person, orderId: string) => {
      let opened = await openPayment(buyer, orderId)
      for (let tries = 0; opened.status === 503 && tries < 10; tries++) {
        await delay(500)
        opened = await openPayment(buyer, orderId)
      }
      if (opened.status !== 200) throw new Error(`${opened.status} ${JSON.stringify(opened.body)}`)
      const intent = opened.body.clientSecret.split('_secret_')[0] ?? ''
      await cards.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
      return call(url, 'PATCH', `/order/${orderId}`, { token: buyer.token, body: { transactionId: intent } })
    }

    const waiting: { buyer: Person; id: string }[] = []
    for (const mode of modes) {
      stage(`cards are ${mode}`)
      stripe.mode = mode
      const trying = Promise.all(
        buyers.flatMap((buyer) =>
          Array.from({ length: 4 }, async () => {
            const order = await place(buyer)
            if (order.status !== 200) strange.push(`${order.status} for an order while cards are ${mode}`)
            const payment = await openPayment(buyer, order.body._id)
            if (![200, 502, 503].includes(payment.status))
              strange.push(`${payment.status} for a payment, cards ${mode}`)
            waiting.push({ buyer, id: order.body._id })
            return payment
          }),
        ),
      )
      const looks: Answer[] = []
      const orders: Answer[] = []
      for (let look = 0; look < 10; look++) {
        looks.push(await call(url, 'GET', look % 2 === 0 ? '/tools' : '/products'))
        orders.push(await place(buyers[0] ?? admin))
      }
      const payments = await trying
      const refused = payments.filter(({ status }) => status !== 200)
      figures.push(
        holds(
          `cards ${mode}: pages, lists and orders`,
          [...looks, ...orders].every(({ status }) => status === 200),
          `${[...looks, ...orders].filter(({ status }) => status === 200).length} of ${looks.length + orders.length} well, ${inSeconds(Math.max(...looks.map(({ ms }) => ms)))} at most for a page`,
          'all well',
        ),
        atMost(
          `cards ${mode}: until a payment is answered (${refused.length} of ${payments.length} no)`,
          payments.map(({ ms }) => ms),
          10_000,
        ),
      )
    }
    stripe.mode = 'well'
    stage('cards are well again')
    const [probe] = waiting
    if (probe)
      await until(async () => (await openPayment(probe.buyer, probe.id)).status === 200, 'a payment opens again')
    const paid = await Promise.all(
      waiting.map(({ buyer, id }) => pay(buyer, id).catch((error: unknown) => String(error))),
    )
    const well = paid.filter((answer) => typeof answer === 'object' && answer.status === 200).length
    const unpaid = paid.filter((answer) => typeof answer === 'string')
    figures.push(
      never('payments that failed afterwards', unpaid),
      holds(
        'orders of that time that could be paid afterwards',
        well === waiting.length,
        `${well} of ${waiting.length}`,
        'all',
      ),
    )

    stage('pictures and sign-in by others are silent, mail is away')
    const upload = new FormData()
    upload.set('image', new Blob([onePixel]), 'pixel.png')
    const [stored, other, mails] = await Promise.all([
      heard(call(url, 'POST', '/1/upload', { token: admin.token, body: upload })),
      heard(
        call(url, 'POST', '/v1/accounts:createAuthUri?key=boltyard', {
          body: { providerId: 'google.com', continueUri: 'http://localhost/__/auth/handler' },
        }),
      ),
      heard(
        call(url, 'POST', '/v1/accounts:sendOobCode?key=boltyard', {
          body: { requestType: 'PASSWORD_RESET', email: buyers[0]?.email },
        }),
      ),
    ])
    await mail.open()
    const openedAt = performance.now()
    await until(() => mail.received.some(({ to }) => to?.[0]?.address === buyers[0]?.email), 'the mail arrives').catch(
      () => undefined,
    )
    figures.push(
      holds(
        'pictures silent: an upload',
        stored.status === 503 && stored.ms < 20_000,
        `${stored.status} after ${inSeconds(stored.ms)}`,
        '503, ≤ 20 s',
      ),
      holds(
        'Google silent: its window',
        other.status >= 400 && other.status !== 500 && other.ms < 10_000,
        `${other.status} after ${inSeconds(other.ms)}`,
        'a refusal, ≤ 10 s',
      ),
      holds(
        'mail away: a password mail is taken',
        mails.status === 200,
        `${mails.status} after ${inSeconds(mails.ms)}`,
        '200',
      ),
      holds(
        'and sent when the mail server is back',
        mail.received.length > 0,
        `${mail.received.length} after ${inSeconds(performance.now() - openedAt)}`,
        'all, once each',
      ),
      never('strange answers', strange),
    )
    return figures
  } finally {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
}

/** The answer, or status 0 when none came in time: that is a figure, too. */
async function heard(asked: Promise<Answer>): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  return asked.catch(() => ({ status: 0, ms: performance.now() - begun }))
}

interface MoodyProvider extends AsyncDisposable {
  url: string
  mode: Mode
}

/** The card provider behind a door that is silent, answers 500, says other things than the provider, or takes two seconds. */
async function moodyProvider(to: string): Promise<MoodyProvider> {
  const server = createServer((near, answer) => {
    if (provider.mode === 'silent') return
    if (provider.mode === 'broken') {
      answer.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error","message":"no"}}')
      return
    }
    if (provider.mode === 'lying') {
      answer.writeHead(200, { 'content-type': 'application/json' })
      answer.end(
        '{"id":"pi_another","object":"payment_intent","status":"succeeded","amount":1,"amount_received":1,"currency":"usd"}',
      )
      return
    }
    setTimeout(
      () => {
        const far = request(to + (near.url ?? ''), { method: near.method, headers: near.headers })
        far.on('response', (said) => {
          answer.writeHead(said.statusCode ?? 502, said.headers)
          said.pipe(answer)
        })
        far.on('error', () => answer.destroy())
        near.pipe(far)
      },
      provider.mode === 'slow' ? 2000 : 0,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const provider: MoodyProvider = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mode: 'well',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

/** Takes every connection and never says a word. */
async function silentServer(): Promise<{ url: string } & AsyncDisposable> {
  const open = new Set<Socket>()
  const server = createTcpServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      open.forEach((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
