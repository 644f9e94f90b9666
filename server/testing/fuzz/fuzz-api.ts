import { Agent, request as send } from 'node:http'
import { brotliDecompressSync, crc32, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Tool } from '#contract/catalog.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import { addProduct } from '#server/catalog/add-product.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder, placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { type ApiResponse, checkResponse, nameOf } from './check-response.ts'
import { type Caller, requests, type FuzzRequest } from './requests.ts'
import { type ApiDocument, operationsOf } from './schema.ts'
import { Known } from './values.ts'

export interface FuzzReport {
  requests: number
  /** Counts responses by status. */
  statuses: Map<number, number>
  /** The endpoints that returned 200 at least once. */
  reached: Set<string>
  /** Maps each fault to the shortest request that shows it. */
  faults: Map<string, { times: number; example: string }>
}

/** Sets the number of concurrent requests. */
const workers = 8
/** Sets the number of requests after which a new shop is started, since growing lists slow it down. */
const requestsOfShop = 20_000

/**
 * Sends so many requests, made from the shop's own OpenAPI document, to a shop of its own over HTTP, and judges every answer by that
 * document. The same seed makes the same requests but for the ids, which come from the answers.
 */
export async function fuzzApi(options: { requests: number; seed: number }): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: new Map(), reached: new Set(), faults: new Map() }
  for (let begun = 0; begun < options.requests; begun += requestsOfShop) {
    await using shop = await openTestShop()
    const count = Math.min(requestsOfShop, options.requests - begun)
    await fuzzShop(await FuzzedShop.open(shop), count, options.seed + begun, report)
    for (const each of await findViolations(shop)) note(report, 'a law of stock, orders and money is broken', each)
  }
  return report
}

async function fuzzShop(shop: FuzzedShop, count: number, seed: number, report: FuzzReport): Promise<void> {
  const arbitrary = requests(operationsOf(shop.document))
  const chunk = 500
  for (let done = 0; done < count; done += chunk) {
    const prepared = fc.sample(arbitrary, { numRuns: Math.min(chunk, count - done), seed: seed + done })
    await shop.freshen()
    await Promise.all(Array.from({ length: workers }, (_, worker) => runWorker(shop, prepared, worker, report)))
  }
}

/** Returns the findings of `npm run shop -- audit`. */
async function findViolations({ db }: TestShop): Promise<string[]> {
  const broken = [
    await checkStock(db),
    await checkReservedStock(db),
    await checkOrderLines(db),
    await checkReturns(db),
    await checkPayments(db),
    await checkDocuments(db),
  ].flat()
  return broken.map((each) => JSON.stringify(each))
}

async function runWorker(
  shop: FuzzedShop,
  prepared: readonly FuzzRequest[],
  first: number,
  report: FuzzReport,
): Promise<void> {
  for (let index = first; index < prepared.length; index += workers) {
    const sentRequest = prepared[index]
    if (!sentRequest) return
    const { sent, answer } = await shop.send(sentRequest)
    report.requests += 1
    report.statuses.set(answer.status, (report.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 200) report.reached.add(sentRequest.operation.operationId)
    const fault = checkResponse(shop.document, sentRequest, answer)
    if (fault !== undefined)
      note(report, `${nameOf(sentRequest.operation)}: ${fault}`, `${sent}\n→ ${answer.text.slice(0, 600)}`)
  }
}

function note({ faults }: FuzzReport, what: string, example: string): void {
  const known = faults.get(what)
  const shorter = known && known.example.length <= example.length ? known.example : example
  faults.set(what, { times: (known?.times ?? 0) + 1, example: shorter })
}

/** Changes the dimensions in the header of an image. */
function claimingToBeHuge(png: Buffer): Buffer {
  const huge = Buffer.from(png)
  huge.writeUInt32BE(30_000, 16)
  huge.writeUInt32BE(30_000, 20)
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
  return huge
}

/** Holds a shop with objects of every kind, and the ids found in its responses. */
class FuzzedShop {
  readonly document: ApiDocument
  readonly #shop: TestShop
  readonly #tokens = new Map<Caller, string>()
  readonly #emails: string[]
  readonly #ownEmails = new Map<Caller, string>()
  readonly #known = new Map<string, string[]>()
  readonly #pictures = new Map<string, Buffer>()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: workers })
  #people = 0

  static async open(shop: TestShop): Promise<FuzzedShop> {
    const { body } = await shop.call<ApiDocument>('GET', '/openapi.json')
    const opened = new FuzzedShop(shop, body)
    await opened.#stock()
    return opened
  }

  private constructor(shop: TestShop, document: ApiDocument) {
    this.#shop = shop
    this.document = document
    this.#emails = [shop.admin.email]
  }

  async #stock(): Promise<void> {
    const shop = this.#shop
    const buyer = await shop.signUp('buyer')
    this.#emails.push(buyer.email)
    const product = await shop.addProduct({ available: 1_000_000 })
    for (const isPaid of [false, true, true, true]) {
      const order = await placeOrder(shop, buyer, product, 1)
      this.#remember('orders', order._id)
      if (isPaid) this.#remember('transactions', await payFor(shop, buyer, order))
    }
    this.#remember('catalog', product._id)
    const prover = await shop.signUp('prover')
    this.#tokens.set('liar', 'ey.J.x').set('with an ID token', prover.idToken)
    this.#ownEmails.set('with an ID token', prover.email)
    for (const caller of ['customer', 'another customer', 'admin'] as const) await this.#renew(caller)
    const key = await shop.call<{ secret: string }>('POST', '/api-keys', {
      token: shop.admin.token,
      body: { name: 'Fuzz', scopes: ['catalog', 'orders', 'settings'] },
    })
    this.#tokens.set('an API key', key.body.secret)
    // Nothing listens there.
    const webhook = await shop.call<{ endpoint: { _id: string } }>('POST', '/webhook-endpoints', {
      token: shop.admin.token,
      body: { url: 'http://127.0.0.1:9/', events: ['order.expired'] },
    })
    this.#remember('webhooks', webhook.body.endpoint._id)
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    this.#pictures
      .set('png', png)
      .set('truncated', png.subarray(0, png.length / 2))
      .set('bomb', claimingToBeHuge(png))
    this.#pictures.set('html', Buffer.from('GIF89a<script>alert(1)</script>'))
  }

  /** Adds a product, an order and a review, since earlier ones may be used up. */
  async freshen(): Promise<void> {
    const { id } = await addProduct(
      this.#shop.db,
      {
        name: crypto.randomUUID(),
        description: 'Made for a test.',
        imageUrl: '/media/test/960.webp',
        priceCents: 1000,
        minimumQuantity: 1,
        availableQuantity: 1_000_000,
      },
      undefined,
    )
    const { body: product } = await this.#shop.call<Tool>('GET', `/tools/${id}`)
    this.#known.set('catalog', Array<string>(20).fill(product._id))
    for (const caller of ['customer', 'another customer'] as const) {
      const { body } = await requestOrder(this.#shop, { token: this.#tokens.get(caller) ?? '' }, product, 1)
      if (body.order) this.#known.set('orders', [...(this.#known.get('orders') ?? []).slice(-50), body.order._id])
    }
  }

  /** Fills the ids in, sends the request, and learns from the answer. */
  async send(sentRequest: FuzzRequest): Promise<{ sent: string; answer: ApiResponse }> {
    const path = this.#addressOf(sentRequest)
    const { headers, bytes } = this.#bodyOf(sentRequest)
    const token = this.#tokens.get(sentRequest.caller)
    const sentHeaders = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers, ...sentRequest.headers }
    const answer = await this.#exchange(sentRequest.method, path, sentHeaders, bytes)
    if (answer.status === 200) this.#learn(sentRequest, answer)
    if (answer.text.includes('"session-ended"')) await this.#renew(sentRequest.caller)
    const shown = bytes && bytes.length < 2000 ? bytes.toString() : `${bytes?.length ?? 0} bytes`
    return {
      sent: `${sentRequest.caller}: ${sentRequest.method} ${path} ${JSON.stringify({ ...headers, ...sentRequest.headers })} ${shown}`,
      answer,
    }
  }

  #addressOf({ operation, path, query, caller }: FuzzRequest): string {
    const fill = (value: unknown) => {
      const text = this.#filled(value, caller)
      return typeof text === 'string' ? text : JSON.stringify(text)
    }
    const encode = (value: unknown) => encodeURIComponent(fill(value).toWellFormed())
    if (typeof path === 'string') return path
    const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(path[name]))
    const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`).join('&')
    return search === '' ? address : `${address}?${search}`
  }

  /** Fills placeholders of a value with ids of the shop. */
  #filled(value: unknown, caller: Caller): unknown {
    if (value instanceof Known) {
      const own = this.#ownEmails.get(caller)
      if (value.kind === 'emails' && own !== undefined && value.pick % 4 > 0) return own
      const pool = value.kind === 'emails' ? this.#emails : this.#known.get(value.kind)
      // One in ten ids is unknown.
      if (!pool || pool.length === 0 || value.pick % 10 === 0) return crypto.randomUUID()
      return pool[value.pick % pool.length]
    }
    if (Array.isArray(value)) return value.map((each) => this.#filled(each, caller))
    if (typeof value !== 'object' || value === null) return value
    const filled = {}
    for (const [key, each] of Object.entries(value))
      Object.defineProperty(filled, key, { value: this.#filled(each, caller), enumerable: true, configurable: true })
    return filled
  }

  #bodyOf({ payload, caller }: FuzzRequest): { headers: Record<string, string>; bytes?: Buffer } {
    switch (payload.kind) {
      case 'none':
        return { headers: {} }
      case 'json': {
        const text = JSON.stringify(this.#filled(payload.value, caller))
        return { headers: { 'content-type': 'application/json' }, bytes: Buffer.from(text) }
      }
      case 'bytes': {
        const plain = Buffer.from(payload.text)
        const bytes = payload.encoding === 'gzip' ? gzipSync(plain) : plain
        return {
          headers: {
            ...(payload.type === undefined ? {} : { 'content-type': payload.type }),
            ...(payload.encoding === undefined ? {} : { 'content-encoding': payload.encoding }),
          },
          bytes,
        }
      }
      case 'picture': {
        const head = `--b\r\ncontent-disposition: form-data; name="${payload.field}"; filename="../../x.png"\r\ncontent-type: image/png\r\n\r\n`
        const picture = this.#pictures.get(payload.picture) ?? Buffer.from(payload.picture)
        const bytes = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')])
        return { headers: { 'content-type': 'multipart/form-data; boundary=b' }, bytes }
      }
    }
  }

  /** Uses http, since fetch would normalize URLs and headers. */
  #exchange(method: string, path: string, headers: Record<string, string>, bytes?: Buffer): Promise<ApiResponse> {
    const { hostname, port } = new URL(this.#shop.url)
    const length = bytes ? { 'content-length': bytes.length } : {}
    return new Promise((resolve, reject) => {
      const asked = send(
        { hostname, port, method, path, headers: { ...headers, ...length }, agent: this.#agent },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers['content-type'] ?? '',
              text: decode(Buffer.concat(chunks), response.headers['content-encoding']),
            }),
          )
        },
      )
      asked.setTimeout(30_000, () => asked.destroy(new Error(`${method} ${path} was not answered within 30 s`)))
      asked.once('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`, { cause: error })))
      asked.end(bytes)
    })
  }

  #learn({ operation }: FuzzRequest, { text, type }: ApiResponse): void {
    if (!type.startsWith('application/json') || text.length > 200_000) return
    const tag = operation.tags[0] === 'payments' ? 'orders' : (operation.tags[0] ?? '')
    for (const [, key = '', id = ''] of text.matchAll(/"(_id|productId|orderId|transactionId)":"([^"]{1,200})"/g)) {
      const kind = { _id: tag, productId: 'catalog', orderId: 'orders', transactionId: 'transactions' }[key]
      this.#remember(kind ?? tag, id)
    }
  }

  #remember(kind: string, id: string): void {
    const pool = this.#known.get(kind) ?? []
    this.#known.set(kind, pool)
    pool.push(id)
    if (pool.length > 300) pool.shift()
  }

  /** Replaces a user who was signed out or removed. */
  async #renew(caller: Caller): Promise<void> {
    if (!['customer', 'another customer', 'admin'].includes(caller)) return
    const { db, secrets } = this.#shop
    const { id: userId, email } = await createCustomer(this.#shop, `person-${++this.#people}`)
    if (caller === 'admin') await db.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${userId}`)
    this.#emails.push(email)
    const claims = { userId, version: 0, signedInAt: new Date() }
    this.#ownEmails.set(caller, email)
    this.#tokens.set(caller, await signAccessToken(secrets.accessTokenKey, claims, new Date()))
  }
}

/** Returns the text of a body; one that is empty, as of 304, has no encoding. */
function decode(bytes: Buffer, encoding: string | undefined): string {
  const decompress = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }[encoding ?? '']
  return (decompress && bytes.length > 0 ? decompress(bytes) : bytes).toString()
}
