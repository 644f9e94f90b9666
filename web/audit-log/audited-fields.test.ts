import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { discountKinds, discountTargets } from '#contract/apply-discount.ts'
import { attributeKinds } from '#contract/attributes.ts'
import { type AuditedField, type AuditEvent, auditKinds } from '#contract/audit-log.ts'
import { optionalProductFields } from '#contract/catalog.ts'
import { languages, type Language } from '#contract/language.ts'
import { importKinds } from '#contract/imports.ts'
import { legalKinds } from '#contract/legal.ts'
import { orderStates } from '#contract/orders.ts'
import { otherPartNumberKinds } from '#contract/part-numbers.ts'
import { offlineMethods, refundReasons } from '#contract/payments.ts'
import { allPermissions } from '#contract/permissions.ts'
import { shippingKinds } from '#contract/shipping.ts'
import { SiteContent } from '#contract/site-content.ts'
import { announcementTones } from '#contract/store.ts'
import { shippingTaxRules, taxIdStates, taxProviders, taxSchemes } from '#contract/tax.ts'
import { defaultSourceLimits, sourceCredentials } from '#contract/import-sources.ts'
import { webhookEvents } from '#contract/webhooks.ts'
import { changedTexts, fieldLabel, fieldValue, formats, subjectText } from '#web/audit-log/audited-fields.ts'
import { addEnglish, loadMessages, t } from '#web/i18n/messages.ts'
import { enDashboard } from '#web/i18n/en-dashboard.ts'
import { translateSchema } from '#web/site-content/german-labels.ts'

/** Marks what people have written: it is the same in every language. */
const written = (text: string) => `«${text}»`

/** Holds values of every field as the server records them; a new field is a type error until it has some. */
const samples: Record<AuditedField, readonly unknown[]> = {
  name: [written('Kurbel')],
  description: [written('Stahl')],
  imageUrl: ['/images/1.jpg'],
  priceCents: [123_450],
  pricePer: [1000],
  taxClass: ['standard'],
  minimumQuantity: [1000],
  orderMultiple: [10],
  maximumQuantity: [5000],
  availableQuantity: [1200],
  countedUnits: [1200],
  sku: [written('A-1')],
  category: [written('Bremsen')],
  brand: [written('Bosch')],
  imageAlt: [written('Bild')],
  weight: ['1.125 kg'],
  length: ['1250.5 mm'],
  width: ['3 in'],
  height: ['0.5 m'],
  taxCode: [written('txcd_1')],
  shipClass: ['standard'],
  pageTitle: [written('Titel')],
  pageDescription: [written('Text')],
  texts: [{ de: { name: written('Kurbel') } }],
  attributes: [{ name: written('Breite'), isFacet: true, isColumn: true, isRequired: true }],
  help: [written('Hilfe')],
  kind: [...attributeKinds, ...discountKinds, ...importKinds, ...legalKinds],
  unit: [written('mm')],
  options: [written('rot')],
  names: [{ de: written('Kurbel') }],
  descriptions: [{ de: written('Stahl') }],
  pageTitles: [{ de: written('Titel') }],
  pageDescriptions: [{ de: written('Text') }],
  slug: [written('bremsen')],
  parent: [written('Teile')],
  position: [1],
  images: [{ url: '/images/1.jpg' }],
  replacedBy: [written('Kurbel 2')],
  fitsTogether: [written('Welle')],
  documents: [{ title: written('Datenblatt') }],
  partNumbers: otherPartNumberKinds.map((kind) => ({ kind, maker: written('Bosch'), number: written('1') })),
  tag: [written('eilig')],
  note: [written('Ruft vor 12 Uhr an.')],
  term: [written('Kerze')],
  means: [written('Zündkerze')],
  bothWays: [true],
  reason: [...refundReasons, written('Zählung')],
  code: [written('FALL10')],
  amountCents: [1050],
  percent: [12.5],
  target: discountTargets,
  products: [written('Kurbel')],
  categories: [written('Bremsen')],
  minimumCents: [5000],
  startsAt: ['2026-10-11T10:30:00.000Z'],
  endsAt: ['2026-10-11T10:30:00.000Z'],
  active: [true, false],
  usageLimit: [1000],
  oncePerBuyer: [true],
  state: orderStates,
  units: [1200],
  timeZone: ['Europe/Berlin'],
  unitSystem: ['metric', 'imperial'],
  currency: ['EUR', 'USD'],
  orderPrefix: [written('MB-')],
  languages: [languages],
  company: [written('Meier')],
  address: [written('Hamburg')],
  phone: [written('040')],
  email: [written('a@b.de')],
  contactRecipient: [written('a@b.de')],
  orderRecipient: [written('a@b.de')],
  lowStockRecipient: [written('a@b.de')],
  companyNumber: [written('HRB 1')],
  taxNumber: [written('DE1')],
  bankDetails: [written('IBAN')],
  transferDays: [0, 7],
  retentionYears: [8],
  openingHours: [{ monday: [{ opens: '08:00', closes: '12:00' }] }],
  logo: [
    { source: '/images/1.png', url: '/images/2.png', width: 1000, height: 100, plateOnDark: true, plateOnLight: false },
  ],
  icon: [{ source: '/images/1.png', url: '/images/2.png' }],
  socialPicture: [{ source: '/images/1.png', url: '/images/2.png' }],
  primaryColor: [written('#112233')],
  accentColor: [written('#112233')],
  announcement: announcementTones.map((tone) => ({
    text: '',
    texts: { de: written('Ferien') },
    tone,
    startsAt: '2026-10-11T10:30:00.000Z',
    dismissible: true,
  })),
  heldReason: ['amount', 'currency', 'owner'],
  transactionId: [written('pi_1')],
  refundedCents: [1050],
  refundAskedCents: [1050],
  surplusCents: [450],
  creditedCents: [1050],
  restockedUnits: [1200],
  scrappedUnits: [3],
  return: [written('BY-1001-R1')],
  returnState: ['approved'],
  replacement: [written('BY-1002')],
  returnDays: [30],
  feePercent: [12.5],
  wayBack: [written('Sie tragen die Kosten')],
  withdrawal: [true],
  deliveryDays: [5],
  carrier: [written('DHL')],
  trackingNumber: [written('00340')],
  shipment: [written('BY-1001-2')],
  role: ['admin', 'customer', 'catalog', 'orders', 'support', written('Lager')],
  permissions: [allPermissions],
  group: [written('Werkstätten')],
  exclusive: [true],
  adjustPercent: [-2.5],
  prices: [
    [
      { product: written('A-1'), from: 1, cents: 950 },
      { product: written('A-1'), from: 1000, cents: 850 },
      { more: 1200 },
    ],
  ],
  parts: [
    [
      'displayName',
      'education',
      'skill',
      'projectLinks',
      'phone',
      'address',
      'photoUrl',
      'phoneNumber',
      'poNumber',
      'payBy',
      'freight',
      'note',
    ],
  ],
  method: ['emailLink', 'totp', 'anonymous', 'phone', 'password'],
  paymentMethod: offlineMethods,
  reference: [written('Auszug 1')],
  receivedOn: ['2026-10-11'],
  sentOn: ['2026-10-12'],
  netDays: [30],
  creditLimitCents: [500_000, 'none'],
  poRequired: [true],
  enabled: [true],
  draft: [true, false],
  // As the list of failed jobs shows it.
  job: [written('rebuild-dictionary')],
  webAddress: [written('https://a.de')],
  fileSource: [written('https://a.de/preise.csv')],
  importTime: ['*', written('02:30')],
  importLimits: [defaultSourceLimits],
  credential: sourceCredentials,
  mailHost: [written('smtp.a.de:587')],
  // TLS and STARTTLS are called so in every language.
  mailEncryption: ['none'],
  mailSender: [written('shop@a.de')],
  events: [webhookEvents],
  places: [['DE', 'DE 10115–14199', 'US 995', '*']],
  shippingKind: shippingKinds,
  days: ['1–3'],
  rates: [
    [
      { zone: written('EU'), by: 'weight', from: 0, to: 5500, priceCents: 690, perKgCents: 50, freeFromCents: 25_000 },
      { zone: written('EU'), by: 'value', from: 5000, to: null, priceCents: 690 },
      { zone: written('EU'), by: 'weight', priceCents: 690 },
    ],
  ],
  classRules: [
    [
      { class: written('Sperrgut'), isExcluded: true, surchargeCents: 0, perUnit: false },
      { class: written('Sperrgut'), isExcluded: false, surchargeCents: 500, perUnit: false },
      { class: written('Sperrgut'), isExcluded: false, surchargeCents: 500, perUnit: true },
    ],
  ],
  classes: [written('Sperrgut')],
  defaultWeight: ['0.5 kg'],
  origin: [written('Hamburg')],
  pricesIncludeTax: [true],
  shippingTax: shippingTaxRules,
  provider: taxProviders,
  country: ['DE', 'AT'],
  region: [written('TX')],
  number: [written('DE1')],
  scheme: taxSchemes,
  startsOn: ['2026-10-11'],
  endsOn: ['2026-10-11'],
  isExempt: [true],
  reverseCharge: [true],
  taxRates: [
    [
      {
        country: 'AT',
        region: '',
        postalPrefix: '',
        taxClass: 'standard',
        name: 'VAT',
        rate: '0.2',
        startsOn: '2026-10-11',
      },
    ],
  ],
  count: [1200],
  status: taxIdStates,
  language: languages,
  fitKind: ['vehicles'],
  fitComplete: [true],
  fits: [[written('Golf V 2003–2008')]],
  years: ['2003–2008'],
  engine: [written('1.9 TDI')],
  version: [1],
  settings: [{ blog: 'hidden', homePage: 'shop', startupSpinnerMs: 4000, productPages: 'public' }],
  search: [{ indexing: 'shown' }],
  analytics: [{ visits: 'on' }],
  home: [{ hero: { title: written('Willkommen') } }],
  blog: [],
  plumbing: [],
  portfolio: [],
  footer: [],
}

const inLanguage = <Result>(language: Language, read: () => Result): Result => {
  const outside = globalThis.boltyardLanguage
  globalThis.boltyardLanguage = { getStore: () => language }
  try {
    return read()
  } finally {
    globalThis.boltyardLanguage = outside
  }
}

/** Lists what is written the same in both languages, beside numbers and what people have written. */
const alike =
  /«[^»]*»|Stripe Tax|Standard|Normal|Text|Name\b|KType|HSN|TSN|Admin|Authenticator|Filter|OEM|Barcode|EAN|UPC|Berlin|Euro\b|EUR|Dollar|USD|Information|Register|Blog|Shop|Start|Okt|Oct|\/categories/g

before(async () => {
  addEnglish(enDashboard)
  await loadMessages('de')
})

const sections = new Set(['settings', 'search', 'analytics', 'home', 'blog', 'plumbing', 'portfolio', 'footer'])
const german: Record<string, Parameters<typeof changedTexts>[3]> = translateSchema(SiteContent).properties
const english: Record<string, Parameters<typeof changedTexts>[3]> = SiteContent.properties

function show(language: Language, field: string, value: unknown): string {
  return inLanguage(language, () =>
    sections.has(field)
      ? changedTexts(field, value, undefined, (language === 'de' ? german : english)[field])
      : fieldValue(field, value, undefined),
  )
}

/** Returns the words of a text beside what people have written. */
const wordsOf = (text: string) => text.replaceAll(alike, '').match(/\p{L}{3,}/gu) ?? []

test('every audited field has a label and a format, and each value is said in the language of the reader', () => {
  assert.deepEqual(Object.keys({ ...optionalProductFields, ...formats }).toSorted(), Object.keys(samples).toSorted())
  const wrong: string[] = []
  for (const [field, values] of Object.entries(samples)) {
    for (const language of languages) {
      const label = inLanguage(language, () => fieldLabel(field))
      assert.notEqual(
        label,
        inLanguage(language, () => t('audit.field.other')),
        field,
      )
    }
    for (const value of values) {
      const [inEnglish, inGerman] = [show('en', field, value), show('de', field, value)]
      assert.notEqual(inGerman, '', field)
      // A code stands there as it is stored, and English words in German are the same ones.
      const words = new Set(wordsOf(inEnglish))
      const same = wordsOf(inGerman).filter((word) => words.has(word))
      const code = typeof value === 'string' && wordsOf(value).length > 0 && inGerman === value
      if (same.length > 0 || code) wrong.push(`${field}: ${inEnglish} | ${inGerman}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('every kind of change is named in both languages', () => {
  for (const kind of Object.values(auditKinds).flat()) {
    const [inEnglish, inGerman] = languages.map((language) => inLanguage(language, () => t(`audit.kind.${kind}`)))
    assert.notEqual(inEnglish, `audit.kind.${kind}`)
    assert.notEqual(inGerman, inEnglish)
  }
})

test('amounts, dates, percentages and hours are those of the reader', () => {
  const shown = (field: string) => samples[field as AuditedField].map((value) => show('de', field, value)).join(' | ')
  assert.equal(
    shown('rates').replaceAll('\u{A0}', ' '),
    '«EU»: 0 kg – 5,5 kg, 6,90 $, + 0,50 $ je kg, ab 250,00 $ kostenlos, «EU»: ab 50,00 $, 6,90 $, «EU»: 6,90 $',
  )
  assert.equal(shown('taxRates').replaceAll('\u{A0}', ' '), 'Österreich · Standard · USt. · 20 % · ab 11. Okt. 2026')
  assert.equal(shown('openingHours'), 'Mo 08:00–12:00; Di–So Geschlossen')
  assert.equal(shown('timeZone'), 'Berlin (Mitteleuropäische Zeit)')
  assert.equal(shown('weight'), '1,125 kg')
  assert.equal(shown('startsOn'), '11. Okt. 2026')
  assert.equal(
    shown('settings'),
    'Blog im Menü: Verborgen · Startseite: Shop · Ladekreis beim Start, in Millisekunden: 4.000 · Produktseiten: Öffentlich',
  )
})

test('what was changed is named without codes', () => {
  const subject = (kind: AuditEvent['kind'], one: AuditEvent['subject']) =>
    inLanguage('de', () => subjectText({ _id: '1', happenedAt: '', kind, subject: one, before: { name: 'Ermäßigt' } }))
  assert.equal(subject('tax-settings-changed', { type: 'tax', id: 'settings' }), '')
  assert.equal(subject('tax-rates-added', { type: 'tax', id: 'AT, DE' }), 'Österreich, Deutschland')
  assert.equal(subject('tax-class-deleted', { type: 'tax', id: 'reduced' }), 'Ermäßigt')
  assert.equal(
    subject('discount-changed', { type: 'discount', id: '0b9b7a0c-6f0e-4b7e-8a53-0d2a4f0a4b11' }),
    'gelöscht',
  )
})

test('texts that two languages exchange are a change, and facts of earlier versions are shown as they are', () => {
  const [before, after] = [
    { en: { name: 'Pad' }, de: { name: 'Belag' } },
    { en: { name: 'Belag' }, de: { name: 'Pad' } },
  ]
  assert.equal(changedTexts('texts', after, before), 'Belag · Pad')
  assert.equal(fieldValue('attributes', ['Width', 'Material'], undefined), 'Width, Material')
  for (const field of Object.keys(formats))
    assert.equal(typeof fieldValue(field, { odd: 1 }, undefined), 'string', field)
})
