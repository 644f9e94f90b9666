import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startSandbox } from '#embedded/cards/testing/start-sandbox.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { type ApiResponse, call } from '#torture/call.ts'
import { atMost, type Result, check, inSeconds, never } from '#torture/result.ts'
import { addProduct, type Person } from '#torture/buyers.ts'
import { openShop } from '#torture/open-shop.ts'
import { logProgress } from '#torture/log-progress.ts'

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
const modes = ['silent', 'broken', 'lying', 'slow'] as const
type Mode = (typeof modes)[number] | 'healthy'

/** Makes the card, image, mail and sign-in providers silent, failing or wrong; the shop must stay readable and take orders. */
export async function providers(): Promise<Result[]> {
  await using cards = await startSandbox({ secretKey })
  await using stripe = await createFaultyProvider(cards.origin)
  await using silent = await createSilentServer()
  await using mail = await mailServer()
  const mailPort = Number(new URL(mail.url).port)
  await mail.close()
  await using shop = await openShop({
    LOG_LEVEL: 'fatal',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_torture',
    STRIPE_WEBHOOK_SECRET: 'whsec_torture',
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    S3_ENDPOINT: silent.url,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'unused',
    S3_SECRET_ACCESS_KEY: 'unused',
    GOOGLE_ISSUER: silent.url,
    GOOGLE_CLIENT_ID: 'unused',
    GOOGLE_CLIENT_SECRET: 'unused',
  })
  const { url, admin } = shop
  const buyers = shop.buyers.slice(0, 4)
  const figures: Result[] = []
  const strange: string[] = []
  const product = await addProduct(url, admin, 1_000_000)
  const place = async (buyer: Person) =>
    call<{ _id: string }>(url, 'POST', '/orders', {
      token: buyer.token,
      body: {
        productId: product._id,
        quantity: 2,
        address: '1 Test Street',
        phoneNumber: '5550100',
        totalPrice: 2.5,
      },
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
    await cards.confirm(await cards.stripe.paymentIntents.retrieve(intent))
    return call(url, 'PATCH', `/order/${orderId}`, { token: buyer.token, body: { transactionId: intent } })
  }

  const waiting: { buyer: Person; id: string }[] = []
  for (const mode of modes) {
    logProgress(`cards are ${mode}`)
    stripe.mode = mode
    const trying = Promise.all(
      buyers.flatMap((buyer) =>
        Array.from({ length: 4 }, async () => {
          const order = await place(buyer)
          if (order.status !== 200) strange.push(`${order.status} for an order while cards are ${mode}`)
          const payment = await openPayment(buyer, order.body._id)
          if (![200, 502, 503].includes(payment.status)) strange.push(`${payment.status} for a payment, cards ${mode}`)
          waiting.push({ buyer, id: order.body._id })
          return payment
        }),
      ),
    )
    const looks: ApiResponse[] = []
    const orders: ApiResponse[] = []
    for (let look = 0; look < 10; look++) {
      looks.push(await call(url, 'GET', look % 2 === 0 ? '/tools' : '/products'))
      orders.push(await place(buyers[0] ?? admin))
    }
    const payments = await trying
    const refused = payments.filter(({ status }) => status !== 200)
    figures.push(
      check(
        `cards ${mode}: pages, lists and orders`,
        [...looks, ...orders].every(({ status }) => status === 200),
        `${[...looks, ...orders].filter(({ status }) => status === 200).length} of ${looks.length + orders.length} healthy, ${inSeconds(Math.max(...looks.map(({ ms }) => ms)))} at most for a page`,
        'all healthy',
      ),
      atMost(
        `cards ${mode}: until a payment is answered (${refused.length} of ${payments.length} no)`,
        payments.map(({ ms }) => ms),
        10_000,
      ),
    )
  }
  stripe.mode = 'healthy'
  logProgress('the card provider is healthy again')
  const [probe] = waiting
  if (probe)
    await waitUntil(async () => (await openPayment(probe.buyer, probe.id)).status === 200, 'a payment opens again')
  const paid = await Promise.all(
    waiting.map(({ buyer, id }) => pay(buyer, id).catch((error: unknown) => String(error))),
  )
  const successes = paid.filter((response) => typeof response === 'object' && response.status === 200).length
  const unpaid = paid.filter((response) => typeof response === 'string')
  figures.push(
    never('payments that failed afterwards', unpaid),
    check(
      'orders of that time that could be paid afterwards',
      successes === waiting.length,
      `${successes} of ${waiting.length}`,
      'all',
    ),
  )

  logProgress('pictures and sign-in by others are silent, mail is away')
  const upload = new FormData()
  upload.set('image', new Blob([onePixel]), 'pixel.png')
  const [stored, other, mails] = await Promise.all([
    responseOf(call(url, 'POST', '/1/upload', { token: admin.token, body: upload })),
    responseOf(
      call(url, 'POST', '/v1/accounts:createAuthUri?key=boltyard', {
        body: { providerId: 'google.com', continueUri: 'http://localhost/__/auth/handler' },
      }),
    ),
    responseOf(
      call(url, 'POST', '/v1/accounts:sendOobCode?key=boltyard', {
        body: { requestType: 'PASSWORD_RESET', email: buyers[0]?.email },
      }),
    ),
  ])
  await mail.open()
  const openedAt = performance.now()
  await waitUntil(
    () => mail.received.some(({ to }) => to?.[0]?.address === buyers[0]?.email),
    'the mail arrives',
  ).catch(() => undefined)
  figures.push(
    check(
      'pictures silent: an upload',
      stored.status === 503 && stored.ms < 20_000,
      `${stored.status} after ${inSeconds(stored.ms)}`,
      '503, ≤ 20 s',
    ),
    check(
      'Google silent: its window',
      other.status >= 400 && other.status !== 500 && other.ms < 10_000,
      `${other.status} after ${inSeconds(other.ms)}`,
      'a refusal, ≤ 10 s',
    ),
    check(
      'mail away: a password mail is taken',
      mails.status === 200,
      `${mails.status} after ${inSeconds(mails.ms)}`,
      '200',
    ),
    check(
      'and sent when the mail server is back',
      mail.received.length > 0,
      `${mail.received.length} after ${inSeconds(performance.now() - openedAt)}`,
      'all, once each',
    ),
    never('strange answers', strange),
  )
  return figures
}

/** Returns the response, or status 0 if none came in time. */
async function responseOf(request: Promise<ApiResponse>): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  return request.catch(() => ({ status: 0, ms: performance.now() - begun }))
}

interface FaultyProvider extends AsyncDisposable {
  url: string
  mode: Mode
}

/** Starts a proxy to the card provider that is silent, fails with 500, returns wrong data, or takes two seconds. */
async function createFaultyProvider(to: string): Promise<FaultyProvider> {
  const server = createServer((near, response) => {
    if (provider.mode === 'silent') return
    if (provider.mode === 'broken') {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":{"type":"api_error","message":"no"}}')
      return
    }
    if (provider.mode === 'lying') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        '{"id":"pi_another","object":"payment_intent","status":"succeeded","amount":1,"amount_received":1,"currency":"usd"}',
      )
      return
    }
    setTimeout(
      () => {
        const far = request(to + (near.url ?? ''), { method: near.method, headers: near.headers })
        far.on('response', (output) => {
          response.writeHead(output.statusCode ?? 502, output.headers)
          output.pipe(response)
        })
        far.on('error', () => response.destroy())
        near.pipe(far)
      },
      provider.mode === 'slow' ? 2000 : 0,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const provider: FaultyProvider = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    mode: 'healthy',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

/** Takes every connection and never says a word. */
async function createSilentServer(): Promise<{ url: string } & AsyncDisposable> {
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
