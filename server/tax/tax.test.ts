import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, mock, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type {
  addTaxRates,
  addTaxId,
  BuyerTaxId,
  Certificate,
  proposeEuRates,
  TaxId,
  TaxRate,
  TaxRateInput,
  TaxSetup,
} from '#contract/tax.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import { setTaxEnabled } from '#server/tax/tax-setup.ts'
import { askPreview } from '#server/testing/ask-preview.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

/** Holds the questions to the register; `answer` is how it answers. */
const questions: Record<string, string>[] = []
let answer: { status: number; body: object } = { status: 200, body: { valid: true } }
let register: Server
let shop: TestShop
before(async () => {
  register = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      questions.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve))
  const { port } = register.address() as AddressInfo
  // The register is here, so no answer comes too late, however busy the machine is.
  mock.method(AbortSignal, 'timeout', () => new AbortController().signal)
  shop = await openTestShop({ env: { VIES_URL: `http://127.0.0.1:${port}/rest-api` } })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  mock.restoreAll()
  register.closeAllConnections()
  await new Promise((resolve) => register.close(resolve))
})

const asAdmin = <Body = { code: string; message: string }>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })
const setup = async () => (await asAdmin<TaxSetup>('GET', '/tax')).body
const codesOf = ({ gaps }: TaxSetup) => gaps.map(({ code }) => code)
const registration = { country: 'DE', region: '', number: 'DE136695976', scheme: 'normal', startsOn: '2020-01-01' }
const rate = (parts: Partial<TaxRateInput> = {}): TaxRateInput => ({
  country: 'DE',
  region: '',
  postalPrefix: '',
  taxClass: 'standard',
  name: 'USt',
  rate: '0.19',
  startsOn: '2020-01-01',
  onShipping: true,
  ...parts,
})
/** Asks for the tax of a product for $119. */
const preview = async (more: Omit<Parameters<typeof askPreview>[1], 'lines'>) => {
  taxed ??= await shop.addProduct({ price: 119 })
  return askPreview(shop, { lines: [{ productId: taxed._id }], ...more })
}
let taxed: Tool | undefined
const audited = async () =>
  (await asAdmin<AuditEvent[]>('GET', '/audit-log?area=tax&limit=100')).body.map(({ kind }) => kind)

test('a fresh shop has one class, collects nothing, and says what is missing; step by step nothing is', async () => {
  const fresh = await setup()
  assert.deepEqual([fresh.enabled, fresh.rates, fresh.registrations], [false, 0, []])
  assert.deepEqual(
    fresh.classes.map(({ code }) => code),
    ['standard'],
  )
  assert.deepEqual(codesOf(fresh), ['no-country', 'no-registration'])
  assert.equal((await preview({ place: { country: 'DE' } })).taxes[0]?.reason, 'not_collecting')

  assert.equal((await asAdmin('PUT', '/tax', { country: 'DE', pricesIncludeTax: true })).status, 200)
  assert.deepEqual(codesOf(await setup()), ['no-registration'])
  await asAdmin('POST', '/tax/registrations', { ...registration, country: 'US', region: 'TX', number: '' })
  assert.deepEqual((await setup()).gaps, [
    { code: 'no-home-registration' },
    { code: 'registration-without-rates', places: ['US TX'] },
  ])
  await asAdmin('POST', '/tax/registrations', registration)
  await asAdmin('POST', '/tax/rates', {
    rates: [rate(), rate({ country: 'US', region: 'TX', name: 'Texas', rate: '0.0625' })],
  })
  assert.deepEqual((await setup()).gaps, [])
  await shop.db.execute(sql`UPDATE tax_registrations SET number = '' WHERE country = 'DE'`)
  assert.deepEqual((await setup()).gaps, [{ code: 'registration-without-number', places: ['DE'] }])
  await asAdmin('PUT', '/store', { taxNumber: '12/345' })
  assert.deepEqual((await setup()).gaps, [], 'the number of the store stands on papers of its own country')
  await asAdmin('PUT', '/store', { taxNumber: '' })
  await shop.db.execute(sql`UPDATE tax_registrations SET number = ${registration.number} WHERE country = 'DE'`)
  await asAdmin('POST', '/tax/registrations', { ...registration, scheme: 'oss' })
  const [gap] = (await setup()).gaps
  assert.deepEqual([gap?.code, gap?.places?.length], ['oss-without-rates', 26])

  const zone = { name: 'Germany', members: [{ country: 'DE' }] }
  const { id } = (await asAdmin<{ id: number }>('POST', '/shipping-zones', zone)).body
  const rates = [{ zone: id, from: 0, price: 5.95 }]
  await asAdmin('POST', '/shipping-methods', { name: 'Parcel', kind: 'flat', active: true, rates, classRules: [] })
  assert.partialDeepStrictEqual(await preview({ place: { country: 'DE' } }), {
    charges: { tax: false, shipping: false },
    includesTax: true,
    shipping: 5.95,
    taxes: [{ country: 'DE', name: 'USt', rate: '0.19', reason: 'standard', taxable: 105, amount: 19.95 }],
    tax: 19.95,
    total: 124.95,
  })
  assert.equal((await asAdmin('PUT', '/tax', { enabled: true })).status, 200)
  assert.equal((await setup()).enabled, true)
  await setTaxEnabled(shop.db, false, undefined)
  assert.equal((await setup()).enabled, false)
  assert.deepEqual(await audited(), [
    'tax-settings-changed',
    'tax-settings-changed',
    'tax-registration-added',
    'tax-rates-added',
    'tax-registration-added',
    'tax-registration-added',
    'tax-settings-changed',
  ])
})

test('registrations are changed, ended and deleted; days must be in order', async () => {
  const add = (parts: object) => asAdmin('POST', '/tax/registrations', { ...registration, country: 'CH', ...parts })
  assert.equal((await add({ endsOn: '2019-12-31' })).body.code, 'dates-reversed')
  for (const startsOn of ['2026-02-30', 'soon', '26-01-01', '0000-01-01'])
    assert.equal((await add({ startsOn })).body.code, 'invalid-request', startsOn)
  assert.equal((await add({ country: 'ch' })).body.code, 'invalid-request')
  assert.equal((await add({ endsOn: '2026-01-31' })).status, 200)
  const added = (await setup()).registrations.find(({ country }) => country === 'CH')
  assert.ok(added)
  const change = { ...registration, country: 'CH', number: 'CHE-1', endsOn: '2026-06-30' }
  assert.equal((await asAdmin('PUT', `/tax/registrations/${added._id}`, change)).status, 200)
  const changed = (await setup()).registrations.find(({ _id }) => _id === added._id)
  assert.partialDeepStrictEqual(changed, { number: 'CHE-1', endsOn: '2026-06-30' })
  assert.equal((await asAdmin('DELETE', `/tax/registrations/${added._id}`)).status, 200)
  for (const [method, body] of [['PUT', change] as const, ['DELETE'] as const])
    assert.equal((await asAdmin(method, `/tax/registrations/${added._id}`, body)).body.code, 'tax-entry-not-found')
})

test('a region is one of its country, and is written as addresses have it; another country takes it away', async () => {
  const place = { country: 'US', region: 'Bavaria' }
  const { country, region } = await setup()
  const certificate = { email: shop.admin.email, number: '1', reason: 'Resale', startsOn: '2026-01-01' }
  const sentence = 'That country has no state, province or region “Bavaria”.'
  for (const answer of [
    await asAdmin('PUT', '/tax', place),
    await asAdmin('POST', '/tax/registrations', { ...registration, ...place, number: '' }),
    await asAdmin('POST', '/tax/rates', { rates: [rate(place)] }),
    await asAdmin('POST', '/exemption-certificates', { ...certificate, ...place }),
  ])
    assert.deepEqual([answer.status, answer.body.code, answer.body.message], [400, 'region-unknown', sentence])
  assert.equal((await asAdmin('PUT', '/tax', { country: 'US', region: ' texas ' })).status, 200)
  assert.equal((await setup()).region, 'TX')
  assert.equal((await asAdmin('PUT', '/tax', { region: 'Corse' })).body.code, 'region-unknown')
  assert.equal((await asAdmin('PUT', '/tax', { country: 'FR' })).status, 200)
  assert.equal((await setup()).region, '')
  assert.equal((await asAdmin('PUT', '/tax', { region: 'Corse' })).status, 200, 'regions of France are not known')
  assert.equal((await asAdmin('PUT', '/tax', { country, region })).status, 200)
})

test('a registration is refused if its VAT number is wrong, or if another one of the place holds in the same time', async () => {
  const add = (parts: object) => asAdmin('POST', '/tax/registrations', { ...registration, country: 'FR', ...parts })
  assert.equal((await add({ number: 'FR123' })).body.code, 'registration-number-invalid')
  assert.equal((await add({ number: 'FR 41303265045' })).body.code, 'vat-check-digit-wrong')
  assert.equal((await add({ number: '123', endsOn: '2026-01-31' })).status, 200)
  const overlapping = await add({ number: '', startsOn: '2026-01-31' })
  assert.equal(
    overlapping.body.message,
    'There is a registration for FR in this time already. End it before this one begins; if it came with the demo, change it to yours.',
  )
  assert.equal((await add({ number: '', region: 'Corse', startsOn: '2026-01-31' })).status, 200)
  assert.equal((await add({ number: '', startsOn: '2026-02-01' })).status, 200)
  const [first, ...others] = (await setup()).registrations.filter(({ country }) => country === 'FR')
  assert.ok(first && others.length === 2)
  const change = (endsOn: string) =>
    asAdmin('PUT', `/tax/registrations/${first._id}`, { ...registration, country: 'FR', number: '123', endsOn })
  assert.equal((await change('2026-02-01')).body.code, 'registration-overlaps')
  assert.equal((await change('2026-01-30')).status, 200)
  for (const { _id } of [first, ...others]) await asAdmin('DELETE', `/tax/registrations/${_id}`)
})

test('products have a tax class, and classes that are used stay', async () => {
  const product = await shop.addProduct({ name: 'Taxed' })
  assert.equal(product.taxClass, undefined)
  const change = (body: object) =>
    asAdmin<{ tool: Tool; code: string; message: string }>('PUT', `/tools/${product._id}`, body)
  const unknown = await change({ taxClass: 'books' })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'tax-class-not-found'])
  const books = { name: 'Books', isExempt: false, taxCode: 'txcd_35010000' }
  assert.equal((await asAdmin('PUT', '/tax/classes/books', books)).status, 200)
  // Until it has a rate, its products are taxed at the standard one.
  const unrated = async () => (await setup()).gaps.find(({ code }) => code === 'class-without-rates')?.places
  assert.deepEqual(await unrated(), [books.name])
  await asAdmin('PUT', '/tax/classes/free', { ...books, name: 'Free', isExempt: true })
  assert.deepEqual(await unrated(), [books.name], 'what is exempt needs none')
  await asAdmin('DELETE', '/tax/classes/free')
  assert.equal((await asAdmin('PUT', '/tax/classes/Big Books', books)).body.code, 'invalid-request')
  const { tool } = (await change({ taxClass: 'books', taxCode: ' txcd_1 ' })).body
  assert.deepEqual([tool.taxClass, tool.taxCode], ['books', 'txcd_1'])
  const [found] = await findLineProducts(shop.db, [{ productId: product._id }], {
    buyerId: undefined,
    language: 'en',
  })
  assert.deepEqual([found?.product?.taxClass, found?.product?.taxCode], ['books', 'txcd_1'])
  assert.partialDeepStrictEqual((await setup()).classes, [
    { code: 'standard' },
    { code: 'books', ...books, products: 1 },
  ])
  assert.equal((await asAdmin('DELETE', '/tax/classes/books')).body.code, 'tax-class-in-use')
  assert.equal((await change({ taxClass: '', taxCode: '' })).body.tool.taxClass, undefined)
  await asAdmin('POST', '/tax/rates', { rates: [rate({ taxClass: 'books', rate: '0.07' })] })
  assert.equal(await unrated(), undefined)
  assert.equal((await asAdmin('DELETE', '/tax/classes/books')).body.code, 'tax-class-in-use')
  const [ofBooks] = (await asAdmin<TaxRate[]>('GET', '/tax/rates?q=books')).body
  await asAdmin('DELETE', `/tax/rates/${ofBooks?._id}`)
  assert.equal((await asAdmin('DELETE', '/tax/classes/books')).status, 200)
  assert.equal((await asAdmin('DELETE', '/tax/classes/books')).body.code, 'tax-class-not-found')
  assert.equal((await asAdmin('DELETE', '/tax/classes/standard')).body.code, 'tax-class-in-use')
})

test('a class gets its code from its name, and none is taken for another one', async () => {
  const add = (name: string) =>
    asAdmin<{ code: string; message: string }>('POST', '/tax/classes', { name, isExempt: false, taxCode: '' })
  assert.deepEqual([(await add(' Ermäßigt ')).body.code, (await add('軽減税率')).body.code], ['ermaessigt', 'class-1'])
  assert.equal((await add('Bücher & Hefte')).body.code, 'buecher-hefte')
  for (const name of ['Ermaessigt', 'ermäßigt', 'Standard']) {
    const { status, body } = await add(name)
    assert.deepEqual([status, body.code], [409, 'tax-class-taken'], name)
  }
  assert.match((await add('Ermaessigt')).body.message, /“Ermäßigt” with the code ermaessigt/)
  const { classes } = await setup()
  assert.equal(classes.find(({ code }) => code === 'ermaessigt')?.name, 'Ermäßigt')
})

test('rates are added all or none, found, followed by the next and replaced', async () => {
  const add = (...rates: TaxRateInput[]) => asAdmin('POST', '/tax/rates', { rates })
  const prague = rate({ country: 'CZ', name: 'DPH', rate: '0.21' })
  const unknown = await add(prague, { ...prague, taxClass: 'unknown' })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'tax-class-not-found'])
  assert.equal((await add({ ...prague, postalPrefix: '11%' })).body.code, 'postal-prefix-invalid')
  for (const wrong of ['1', '0.1234567', '-0.1', '19', 'x'])
    assert.equal((await add({ ...prague, rate: wrong })).body.code, 'invalid-request', wrong)
  assert.deepEqual((await asAdmin<TaxRate[]>('GET', '/tax/rates?q=CZ')).body, [])
  assert.equal(
    (await add(prague, { ...prague, rate: '0.22' }, { ...prague, startsOn: '2027-01-01', rate: '0.23' })).status,
    200,
  )
  const city = { ...prague, postalPrefix: '110 00', name: 'City', rate: '0.000001' }
  assert.equal((await add(city)).body.code, 'tax-rates-add-up')
  assert.equal((await asAdmin('POST', '/tax/rates', { rates: [city], addsUp: true })).status, 200)
  const listed = (await asAdmin<TaxRate[]>('GET', '/tax/rates?q=CZ')).body
  assert.deepEqual(
    listed.map(({ postalPrefix, startsOn, rate: fraction }) => [postalPrefix, startsOn, fraction]),
    [
      ['', '2020-01-01', '0.22'],
      ['', '2027-01-01', '0.23'],
      ['11000', '2020-01-01', '0.000001'],
    ],
  )
  const first = await shop.call<TaxRate[]>('GET', '/tax/rates?q=CZ&limit=2', { token: shop.admin.token })
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  assert.deepEqual((await asAdmin<TaxRate[]>('GET', next)).body, listed.slice(2))
  assert.equal((await asAdmin('DELETE', `/tax/rates/${listed[0]?._id}`)).status, 200)
  assert.equal((await asAdmin('DELETE', `/tax/rates/${listed[0]?._id}`)).body.code, 'tax-entry-not-found')
})

test('a rate above that of any country is doubted, alone and as a sum, and saved when it is confirmed', async () => {
  const send = (rates: TaxRateInput[], more: object = {}) =>
    asAdmin<Pick<ResponseBody<typeof addTaxRates>, 'totals'> & Pick<ProblemBody, 'code' | 'message'>>(
      'POST',
      '/tax/rates',
      { rates, ...more },
    )
  const reno = rate({ country: 'US', region: 'NV', name: 'Nevada sales tax', rate: '0.825' })
  const { status, body } = await send([reno], { addsUp: true })
  assert.deepEqual([status, body.code], [409, 'tax-rate-high'])
  assert.match(body.message, /27 % at most: US NV: 82\.5 %\./)
  assert.deepEqual((await asAdmin<TaxRate[]>('GET', '/tax/rates?q=Nevada')).body, [])
  assert.deepEqual(
    (await send([reno], { dryRun: true })).body.totals.map(({ total, isNew, isHigh }) => [total, isNew, isHigh]),
    [['0.825', false, true]],
  )
  assert.equal((await send([{ ...reno, rate: '0.0825' }])).status, 200)
  assert.equal((await send([{ ...reno, name: 'Reno', rate: '0.2' }], { addsUp: true })).body.code, 'tax-rate-high')
  assert.equal((await send([reno], { isHigh: true })).status, 200)
  // Existing rates are not asked about again.
  assert.equal((await send([{ ...reno, onShipping: !reno.onShipping }])).status, 200)
  assert.equal((await send([rate({ country: 'HU', name: 'ÁFA', rate: '0.27' })])).status, 200)
})

test('a rate that adds to another one of its place is saved only after the total has been said, which buyers then pay', async () => {
  const texas = {
    country: 'US',
    region: 'TX',
    postalPrefix: '',
    taxClass: 'standard',
    startsOn: '2020-01-01',
    onShipping: true,
  }
  const send = (rates: Partial<TaxRateInput>[], more: object = {}) =>
    asAdmin<Pick<ResponseBody<typeof addTaxRates>, 'totals'> & Pick<ProblemBody, 'code' | 'message'>>(
      'POST',
      '/tax/rates',
      {
        rates: rates.map((one) => ({ ...texas, ...one })),
        ...more,
      },
    )
  await shop.db.execute(sql`DELETE FROM tax_rates WHERE country = 'US'`)
  const state = { name: 'Texas sales tax', rate: '0.0625' }
  assert.deepEqual((await send([state])).body.totals, [])
  const austin = { postalPrefix: '787', name: 'Austin', rate: '0.02' }
  assert.equal((await send([austin])).body.code, 'tax-rates-add-up')
  assert.equal((await send([austin], { addsUp: true })).status, 200)

  const again = { name: 'TX sales tax', rate: '0.0825' }
  const { status, body: refused } = await send([again])
  assert.deepEqual([status, refused.code], [409, 'tax-rates-add-up'])
  assert.match(refused.message, /US TX: 8\.25 \+ 6\.25 = 14\.5 %.*US TX 787: 8\.25 \+ 6\.25 \+ 2 = 16\.5 % in all\./s)
  const { body: dry } = await send([again], { dryRun: true, addsUp: true })
  assert.deepEqual(
    dry.totals.map(({ postalPrefix, total, isNew }) => [postalPrefix, total, isNew]),
    [
      ['', '0.145', true],
      ['787', '0.165', true],
    ],
  )
  const names = async () => (await asAdmin<TaxRate[]>('GET', '/tax/rates?q=TX')).body.map(({ name }) => name)
  assert.deepEqual(await names(), ['Texas sales tax', 'Austin'], 'neither the refused nor the dry call has saved it')
  // The next rate of the same name follows, and adds nothing.
  const next = await send([{ ...state, rate: '0.07', startsOn: '2021-01-01' }])
  assert.deepEqual([next.status, next.body.totals.map(({ total, isNew }) => [total, isNew])], [200, [['0.09', false]]])
  const { body: saved } = await send([again], { addsUp: true })
  const inAustin = saved.totals.find(({ postalPrefix }) => postalPrefix === '787')
  assert.equal(inAustin?.total, '0.1725')
  await asAdmin('POST', '/tax/registrations', { ...registration, country: 'US', region: 'TX', number: '' })
  const { taxes } = await preview({ place: { country: 'US', region: 'TX', postalCode: '78701' } })
  assert.equal(taxes.reduce((sum, { rate: fraction }) => sum + Number(fraction), 0).toFixed(4), '0.1725')
  await shop.db.execute(sql`DELETE FROM tax_rates WHERE country = 'US'`)
  await shop.db.execute(sql`DELETE FROM tax_registrations WHERE country = 'US'`)
})

test('standard rates of the European Union are proposed and not saved; there are none of other countries', async () => {
  const { body } = await asAdmin<ResponseBody<typeof proposeEuRates>>('GET', '/tax/eu-rates')
  assert.equal(body.length, 27)
  const known = new Map(body.map((each) => [each.country, each]))
  assert.deepEqual([known.get('DE')?.rate, known.get('DE')?.present], ['0.19', '0.19'])
  assert.deepEqual([known.get('FI')?.rate, known.get('FI')?.present], ['0.255', undefined])
  assert.equal(known.has('US'), false)
  const austrian = { country: 'AT', region: '', postalPrefix: '', taxClass: 'standard', onShipping: true }
  const rates = [{ ...austrian, name: 'MwSt.', rate: '0.19', startsOn: '2020-01-01' }]
  assert.equal((await asAdmin('POST', '/tax/rates', { rates })).status, 200)
  const { body: again } = await asAdmin<ResponseBody<typeof proposeEuRates>>('GET', '/tax/eu-rates')
  assert.deepEqual(
    again.flatMap(({ country, name }) => (country === 'AT' || country === 'FI' ? [`${country} ${name}`] : [])),
    ['AT MwSt.', 'FI VAT'],
    'a rate follows the one that it replaces, and is not charged beside it',
  )
  assert.deepEqual((await asAdmin<TaxRate[]>('GET', '/tax/rates?q=FI')).body, [])
})

const ownIds = async ({ token }: Person) => (await shop.call<TaxId[]>('GET', '/tax-ids', { token })).body
const addId = ({ token }: Person, value: string) =>
  shop.call<ResponseBody<typeof addTaxId> & { code: string; message: string }>('POST', '/tax-ids', {
    token,
    body: { value },
  })
const settled = (buyer: Person, status: string) =>
  waitUntil(async () => (await ownIds(buyer)).some((taxId) => taxId.status === status), `the number is ${status}`)

test('a VAT number is checked at once by its digits and then by the register, whose answer is kept', async () => {
  const buyer = await shop.signUp('vat-buyer')
  const { code, message } = (await addId(buyer, 'de 136 695 970')).body
  assert.equal(code, 'vat-check-digit-wrong')
  assert.match(message, /^“de 136 695 970” looks like a VAT number, but its check digit is wrong\./)
  for (const wrong of ['136695976', 'DE13669597', 'US123456789', 'FR', 'x'.repeat(60)])
    assert.equal((await addId(buyer, wrong)).body.code, 'tax-id-invalid', wrong)
  answer = {
    status: 200,
    body: { valid: true, name: 'Pneus SARL', address: '1 Rue\nParis', requestIdentifier: 'WAPI1' },
  }
  const added = await addId(buyer, 'fr 40.303.265-045')
  assert.partialDeepStrictEqual(added.body.taxId, { value: 'FR40303265045', country: 'FR', status: 'unknown' })
  assert.equal((await addId(buyer, 'FR40303265045')).body.code, 'tax-id-known')
  await settled(buyer, 'verified')
  assert.deepEqual(questions.at(-1), {
    countryCode: 'FR',
    vatNumber: '40303265045',
    requesterMemberStateCode: 'DE',
    requesterNumber: '136695976',
  })
  const [listed] = (await asAdmin<BuyerTaxId[]>('GET', '/buyer-tax-ids?status=verified&q=vat-buyer')).body
  assert.deepEqual([listed?.email, listed?.evidence], [buyer.email, 'Pneus SARL · 1 Rue Paris · WAPI1'])

  const toFrance = { place: { country: 'FR' }, email: buyer.email }
  const supply = await preview(toFrance)
  assert.deepEqual([supply.total, supply.tax, supply.note], [100, 0, 'intra-community'])
  assert.equal((await preview({ ...toFrance, email: shop.admin.email })).tax, 0)
  const stranger = await shop.signUp('vat-stranger')
  const [own] = await ownIds(buyer)
  const deletion = `/tax-ids/${own?._id}`
  assert.equal((await shop.call('DELETE', deletion, { token: stranger.token })).body.code, 'tax-entry-not-found')
  assert.equal((await shop.call('DELETE', deletion, { token: buyer.token })).status, 200)
  assert.deepEqual(await ownIds(buyer), [])
})

test('a Greek VAT number may begin with the code of the country, too', async () => {
  const { taxId } = (await addId(await shop.signUp('vat-greek'), 'GR 094259216')).body
  assert.partialDeepStrictEqual(taxId, { value: 'EL094259216', country: 'GR' })
})

test('a register that is down keeps nobody from ordering: the number is unavailable, asked for again, or verified by an admin', async () => {
  const buyer = await shop.signUp('vat-patient')
  answer = { status: 500, body: { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] } }
  await addId(buyer, 'NL004495445B01')
  await settled(buyer, 'unavailable')
  const [waiting] = (await asAdmin<BuyerTaxId[]>('GET', '/buyer-tax-ids?q=vat-patient')).body
  assert.ok(waiting)
  assert.equal(waiting.evidence, 'MS_UNAVAILABLE')
  const isTaxed = async () =>
    (await preview({ place: { country: 'DE' }, email: buyer.email })).taxes[0]?.reason === 'standard'
  assert.ok(await isTaxed())

  answer = { status: 200, body: { valid: false } }
  assert.equal((await asAdmin('PUT', `/buyer-tax-ids/${waiting._id}`, { status: 'unknown' })).status, 200)
  await settled(buyer, 'invalid')
  answer = { status: 200, body: { valid: true } }
  await asAdmin('PUT', `/buyer-tax-ids/${waiting._id}`, { status: 'verified' })
  const [verified] = (await asAdmin<BuyerTaxId[]>('GET', '/buyer-tax-ids?q=vat-patient')).body
  assert.deepEqual([verified?.status, verified?.evidence], ['verified', shop.admin.email])
  assert.equal((await asAdmin('PUT', '/buyer-tax-ids/none', { status: 'verified' })).body.code, 'tax-entry-not-found')
})

test('numbers of countries without that register wait for an admin, and a buyer has a limited number of them', async () => {
  const buyer = await shop.signUp('vat-collector')
  const asked = questions.length
  assert.equal((await addId(buyer, 'GB 980 7806 84')).body.taxId.country, 'GB')
  assert.equal((await addId(buyer, 'XI980780684')).body.taxId.country, 'XI')
  await waitUntil(() => questions.length > asked, 'the register is asked')
  assert.equal(questions.at(-1)?.['countryCode'], 'XI')
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${buyer.email}`)
  await shop.db.execute(sql`
    INSERT INTO tax_ids (id, user_id, kind, country, value)
    SELECT gen_random_uuid(), ${rows[0]?.id}, 'gb_vat', 'GB', 'GB' || n FROM generate_series(1, 8) n`)
  assert.equal((await addId(buyer, 'DE136695976')).body.code, 'too-many-tax-ids')
})

test('a certificate counts at its place and on its days, and goes with its account', async () => {
  const buyer = await shop.signUp('exempt-buyer')
  const texas = rate({ country: 'US', region: 'TX', name: 'Texas', rate: '0.0625' })
  await asAdmin('POST', '/tax/rates', { rates: [texas] })
  await asAdmin('POST', '/tax/registrations', { ...registration, country: 'US', region: 'TX', number: '' })
  const certificate = { country: 'US', region: 'TX', number: 'R-1', reason: 'Resale', startsOn: '2026-01-01' }
  const add = (parts: object) => asAdmin('POST', '/exemption-certificates', { ...certificate, ...parts })
  assert.equal((await add({ email: 'nobody@customer.test' })).body.code, 'user-not-found')
  assert.equal((await add({ email: buyer.email, endsOn: '2025-12-31' })).body.code, 'dates-reversed')
  assert.equal((await add({ email: buyer.email })).status, 200)
  const [listed] = (await asAdmin<Certificate[]>('GET', '/exemption-certificates?q=exempt-buyer')).body
  assert.ok(listed)
  assert.deepEqual([listed.verifiedBy, listed.number], [shop.admin.email, 'R-1'])
  const asked = { place: { country: 'US', region: 'TX', postalCode: '75001' }, email: buyer.email }
  const reasonOn = async (day: string) => (await preview({ ...asked, day })).taxes[0]?.reason
  assert.equal(await reasonOn('2026-03-01'), 'customer_exempt')
  assert.equal(await reasonOn('2025-12-31'), 'standard')
  await asAdmin('PUT', `/exemption-certificates/${listed._id}`, { ...certificate, endsOn: '2026-02-28' })
  assert.equal(await reasonOn('2026-03-01'), 'standard')

  await addId(buyer, 'DE136695976')
  await shop.call('POST', '/v1/accounts:delete?key=boltyard', { body: { idToken: buyer.idToken } })
  const { rows } = await shop.db.execute<{ left: number }>(sql`
    SELECT ((SELECT count(*) FROM exemption_certificates WHERE id = ${listed._id})
      + (SELECT count(*) FROM tax_ids WHERE value = 'DE136695976'))::integer AS left`)
  assert.equal(rows[0]?.left, 0)
  assert.equal((await asAdmin('DELETE', `/exemption-certificates/${listed._id}`)).body.code, 'tax-entry-not-found')
})
