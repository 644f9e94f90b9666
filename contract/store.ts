import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { OpeningHours } from '#contract/opening-hours.ts'

/** Describes the seller's store; every field is public, and a text that the seller has not entered is empty. */
export const Store = Type.Object({
  /** The name of the software, as long as the seller has chosen none. */
  name: Type.String(),
  /** An ISO 4217 code. */
  currency: Type.String(),
  /** An IANA name. */
  timeZone: Type.String(),
  units: Type.Enum(['metric', 'imperial']),
  /** The registered name of the seller, for invoices. */
  company: Type.String(),
  /** Of several lines, without the name. */
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  /** Where messages of the contact form go; empty for `email`, or else for the first admin. */
  contactRecipient: Type.String(),
  /** Of the trade register. */
  companyNumber: Type.String(),
  /** Stands on invoices of places where the seller has no tax registration. */
  taxNumber: Type.String(),
  bankDetails: Type.String(),
  openingHours: OpeningHours,
})
export type Store = Static<typeof Store>

const Line = (maxLength: number) => Type.String({ maxLength, format: 'line-or-empty' })
const Lines = (maxLength: number) => Type.String({ maxLength, format: 'text' })
const EmailOrEmpty = Type.String({ maxLength: maxLengths.email, format: 'email-address-or-empty' })

export const getStore = endpoint({
  name: 'getStore',
  method: 'GET',
  path: '/store',
  access: 'anyone',
  summary: 'Returns what the seller says about the store: name, contacts, opening hours and the like.',
  answer: Store,
  problems: [],
})

export const updateStore = endpoint({
  name: 'updateStore',
  method: 'PUT',
  path: '/store',
  access: 'admin',
  permission: 'settings',
  summary:
    'Changes the fields that are sent; an empty text removes its value. Pages, mails and papers show them at once.',
  body: Type.Partial(
    Type.Object({
      name: Line(maxLengths.storeName),
      company: Line(maxLengths.company),
      address: Lines(maxLengths.address),
      phone: Line(maxLengths.phone),
      email: EmailOrEmpty,
      contactRecipient: EmailOrEmpty,
      companyNumber: Line(maxLengths.taxNumber),
      taxNumber: Line(maxLengths.taxNumber),
      bankDetails: Lines(maxLengths.address),
      openingHours: OpeningHours,
    }),
    { additionalProperties: false, minProperties: 1 },
  ),
  answer: Store,
  problems: ['opening-hours-invalid'],
})
