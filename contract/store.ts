import { type Static, Type } from 'typebox'
import { endpoint, Line } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { retentionYears } from '#contract/retention.ts'
import { OpeningHours } from '#contract/opening-hours.ts'

export const announcementTones = ['info', 'success', 'warning'] as const

const announcement = {
  /** In other languages, where they have one. Readers of a language without a text see that of the main language, else `text`. */
  texts: Type.Optional(
    Type.Object({ de: Type.Optional(Type.String({ maxLength: maxLengths.announcement, format: 'line-or-empty' })) }),
  ),
  /** A path of the shop or a web address that the text links to. */
  url: Type.Optional(
    Type.String({ title: 'The link of the announcement', minLength: 1, maxLength: maxLengths.link, format: 'address' }),
  ),
  tone: Type.Enum(announcementTones),
  startsAt: Type.Optional(Type.String({ format: 'moment' })),
  endsAt: Type.Optional(Type.String({ format: 'moment' })),
  /** Whether visitors can close it. */
  dismissible: Type.Boolean(),
}

/** Describes what the seller announces at the top of every page. */
export const Announcement = Type.Object({
  /** In English; may be empty if another language has a text. */
  text: Type.String({ maxLength: maxLengths.announcement, format: 'line-or-empty' }),
  ...announcement,
})
export type Announcement = Static<typeof Announcement>

/** Limits for how many days an order that waits for a bank transfer reserves its stock. */
export const maxTransferDays = 60

const unitSystems = ['metric', 'imperial'] as const

/** Describes the seller's store; every field is public, and a text that the seller has not entered is empty. */
export const Store = Type.Object({
  /** The name of the software, as long as the seller has chosen none. */
  name: Type.String(),
  /** An ISO 4217 code. */
  currency: Type.String(),
  /** How many decimals its amounts have. */
  currencyDigits: Type.Integer(),
  /** Begins the numbers of orders, such as `BY-`. */
  orderPrefix: Type.String(),
  /** An IANA name. */
  timeZone: Type.String(),
  /** The languages of pages and mails; the first one is the main one. */
  languages: Type.Array(Type.Enum(languages)),
  units: Type.Enum(unitSystems),
  /** The registered name of the seller, for invoices. */
  company: Type.String(),
  /** Of several lines, without the name. */
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  /** Of the trade register. */
  companyNumber: Type.String(),
  /** Stands on invoices of places where the seller has no tax registration. */
  taxNumber: Type.String(),
  bankDetails: Type.String(),
  /** For how many days the stock of an order is reserved that is paid in advance by bank transfer; 0 if that is not offered. */
  transferDays: Type.Integer(),
  /** For how many years after the year of its issue an invoice or a credit note is kept. */
  retentionYears: Type.Integer(),
  openingHours: OpeningHours,
  logo: Type.Optional(
    Type.Object({
      /** The uploaded picture, and the PNG that was made of it. */
      source: Type.String(),
      url: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      /** Whether it can hardly be seen on a dark or a light ground. */
      plateOnDark: Type.Boolean(),
      plateOnLight: Type.Boolean(),
    }),
  ),
  /** Its files are `url` with `-32.png`, `-180.png`, `-192.png` and `-512.png`. */
  icon: Type.Optional(Type.Object({ source: Type.String(), url: Type.String() })),
  socialPicture: Type.Optional(Type.Object({ source: Type.String(), url: Type.String() })),
  /** As `#rrggbb`; empty for those of the software. */
  primaryColor: Type.String(),
  accentColor: Type.String(),
  announcement: Type.Optional(Announcement),
})
export type Store = Static<typeof Store>

const Lines = (maxLength: number) => Type.String({ maxLength, format: 'text' })
const EmailOrEmpty = Type.String({ maxLength: maxLengths.email, format: 'email-address-or-empty' })

/** Takes the address that an upload has answered. */
const Picture = Type.String({ maxLength: maxLengths.link, format: 'text' })

export const getStore = endpoint('getStore', 'GET', '/store', {
  access: 'anyone',
  summary: 'Returns what the seller says about the store: name, contacts, opening hours and the like.',
  answer: Store,
})

/** Describes where the shop mails the seller; buyers do not see it. */
const StoreRecipients = Type.Object({
  /** Of messages of the contact form; empty for the email of the store, or else for the first admin. */
  contactRecipient: Type.String(),
  /** Of mails about orders that were paid, or placed on account, by bank transfer or with freight to be set; empty for none. */
  orderRecipient: Type.String(),
  /** Of one mail a day about products that have become low on stock; empty for none. */
  lowStockRecipient: Type.String(),
})
export type StoreRecipients = Static<typeof StoreRecipients>

export const getStoreRecipients = endpoint('getStoreRecipients', 'GET', '/store/recipients', {
  access: 'admin',
  permission: 'settings',
  summary: 'Returns where messages of the contact form and mails about new orders go; `PUT /store` changes it.',
  answer: StoreRecipients,
})

/** Lists what stays: what papers of customers show, and the language of the own texts of products. */
const fixedStoreFields = ['currency', 'orderPrefix', 'mainLanguage'] as const

export const listFixedStoreFields = endpoint('listFixedStoreFields', 'GET', '/store/fixed-fields', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Lists what can no longer be changed: `currency` and `orderPrefix`, since a customer has ordered, and `mainLanguage`, the first of `languages`, since the shop has products of its own.',
  answer: Type.Array(Type.Enum(fixedStoreFields)),
})

export const updateStore = endpoint('updateStore', 'PUT', '/store', {
  access: 'admin',
  permission: 'settings',
  summary:
    'Changes the fields that are sent; an empty text removes its value. Pages, mails and papers show them at once. `bankDetails` and `transferDays` are changed only with the permission `refunds`, `orderRecipient` only with one to read orders.',
  body: Type.Partial(
    Type.Object({
      name: Line(maxLengths.storeName),
      company: Line(maxLengths.company),
      address: Lines(maxLengths.address),
      phone: Line(maxLengths.phone),
      email: EmailOrEmpty,
      contactRecipient: EmailOrEmpty,
      /** Changed only with a permission to read orders. */
      orderRecipient: EmailOrEmpty,
      lowStockRecipient: EmailOrEmpty,
      companyNumber: Line(maxLengths.taxNumber),
      taxNumber: Line(maxLengths.taxNumber),
      /** Changed only with the permission `refunds`; not removed while orders wait for a bank transfer. */
      bankDetails: Lines(maxLengths.address),
      /** Changed only with the permission `refunds`. Above 0 only with bank details. */
      transferDays: Type.Integer({ minimum: 0, maximum: maxTransferDays }),
      retentionYears: Type.Integer({ minimum: retentionYears.least, maximum: retentionYears.most }),
      openingHours: OpeningHours,
      logo: Picture,
      icon: Picture,
      socialPicture: Picture,
      primaryColor: Line(maxLengths.color),
      accentColor: Line(maxLengths.color),
      /** Without a text in any language, it is removed. */
      announcement: Announcement,
      /** Only as long as there are no orders but tests; prices keep their numbers. */
      currency: Type.String({ format: 'currency' }),
      /** In capital letters; only as long as there are no orders but tests. */
      orderPrefix: Type.String({ maxLength: maxLengths.orderPrefix, format: 'order-prefix' }),
      timeZone: Type.String({ format: 'time-zone' }),
      /** The first one, the main language, only as long as there are no products but those of the demo, and no open import of some. */
      languages: Type.Array(Type.Enum(languages), { minItems: 1, uniqueItems: true }),
      units: Type.Enum(unitSystems),
    }),
    { additionalProperties: false, minProperties: 1 },
  ),
  answer: Store,
  problems: [
    'permission-missing',
    'opening-hours-invalid',
    'time-zone-unknown',
    'currency-in-use',
    'currency-too-fine',
    'order-prefix-in-use',
    'bank-details-needed',
    'bank-details-in-use',
    'registration-number-invalid',
    'vat-check-digit-wrong',
    'main-language-in-use',
    'color-unreadable',
    'color-too-faint',
    'announcement-over',
    'image-not-ours',
    'image-unreadable',
    'picture-storage-unavailable',
    'storage-full',
  ],
})
