import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint, FilledText, Success, Text } from '#contract/endpoint.ts'

/** A path of this shop, or a whole http(s) or mailto address. */
const Address = Type.String({ minLength: 1, maxLength: 500, format: 'address' })
const Link = Type.Object({ text: FilledText(60), url: Address })

/** The words and the few switches of the site that its owner changes; every page reads them from here. */
export const SiteContent = Type.Object({
  settings: Type.Object({
    /** What `/` shows. */
    homePage: Type.Enum(['shop', 'plumbing']),
    /** How long the full-screen spinner stands at the start of the app, in milliseconds; 0 turns it off. */
    startupSpinnerMs: Type.Integer({ minimum: 0, maximum: 60_000 }),
    /** Who receives the contact form, readable by everybody; while it is empty, the form sends nothing. */
    contactRecipient: Type.Union([EmailAddress, Type.Literal('')]),
  }),
  footer: Type.Object({
    columns: Type.Array(Type.Object({ title: FilledText(60), links: Type.Array(Link, { maxItems: 12 }) }), {
      maxItems: 5,
    }),
    placeholder: FilledText(60),
    button: FilledText(40),
    copyright: FilledText(120),
  }),
  plumbing: Type.Object({
    hero: Type.Object({ title: FilledText(80), text: FilledText(500), button: FilledText(40) }),
    news: Type.Object({
      title: FilledText(80),
      readMore: FilledText(40),
      cards: Type.Array(
        Type.Object({ title: FilledText(120), category: FilledText(40), description: FilledText(500) }),
        { maxItems: 12 },
      ),
    }),
    contact: Type.Object({
      title: FilledText(80),
      text: Text(500),
      email: FilledText(254),
      address: FilledText(200),
      button: FilledText(40),
    }),
    statistics: Type.Object({
      title: FilledText(80),
      counters: Type.Array(
        Type.Object({
          label: FilledText(40),
          target: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
          suffix: Text(4),
        }),
        { maxItems: 8 },
      ),
    }),
  }),
  portfolio: Type.Object({
    name: FilledText(80),
    role: FilledText(80),
    about: FilledText(1000),
    codeHost: Link,
    skills: Type.Array(Type.Object({ group: FilledText(60), items: Type.Array(FilledText(60), { maxItems: 20 }) }), {
      maxItems: 8,
    }),
    work: Type.Array(Type.Object({ title: FilledText(80), text: FilledText(400) }), { maxItems: 12 }),
  }),
})
export type SiteContent = Static<typeof SiteContent>

export const getSiteContent = endpoint({
  name: 'getSiteContent',
  method: 'GET',
  path: '/site-content',
  whoMayCall: 'anyone',
  summary: 'The words and switches of the site that its owner can change.',
  answer: SiteContent,
  problems: [],
})

export const changeSiteContent = endpoint({
  name: 'changeSiteContent',
  method: 'PUT',
  path: '/site-content',
  whoMayCall: 'admin',
  summary: 'Replaces the parts that are sent, each as a whole. Earlier versions stay in the database.',
  body: Type.Partial(SiteContent, { additionalProperties: false, minProperties: 1 }),
  answer: SiteContent,
  problems: [],
})

export const sendContactMessage = endpoint({
  name: 'sendContactMessage',
  method: 'POST',
  path: '/contact',
  whoMayCall: 'anyone',
  summary: 'Sends a visitor’s message to the recipient that the owner has set.',
  body: Type.Object({ name: FilledText(120), email: EmailAddress, message: FilledText(5000) }),
  answer: Success,
  problems: ['contact-form-off'],
})
