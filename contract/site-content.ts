import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint, NonBlankText, PersonName, Text, Honeypot } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { pageQuery } from '#contract/pagination.ts'

/** Defines a path of this shop, or an absolute http(s) or mailto URL. */
const Address = Type.String({ title: 'Address', minLength: 1, maxLength: 500, format: 'address' })
const line = (title: string, maxLength: number) =>
  Type.String({ title, minLength: 1, maxLength, format: 'filled-text' })
const Link = Type.Object({ text: line('Text', 60), url: Address }, { title: 'Link' })

/** Defines a text that replaces the one of the shop; empty is none. */
const Pattern = (title: string, maxLength: number, description = '{store} is filled in. Empty: as delivered.') =>
  Type.String({ title, description, maxLength, format: 'text' })
const productNames = '{name}, {sku}, {brand} and {store} are filled in. Empty: as delivered.'
const Verification = (title: string) =>
  Type.String({
    title,
    description: 'The content of the tag that proves that the shop is yours.',
    maxLength: 100,
    pattern: '^[\\w-]*$',
  })

/** Defines where the icon of a network leads: `/` as delivered; empty, there is no icon. */
const SocialLink = (title: string) =>
  Type.Optional(Type.String({ title, maxLength: maxLengths.link, format: 'web-link-or-home' }))

/** Lists the pages of the menu and the footer that a seller may have no use for; each is a section of the content, too. */
export const menuPages = ['blog', 'portfolio', 'plumbing'] as const
export type MenuPage = (typeof menuPages)[number]
const InMenu = (title: string) =>
  Type.Optional(
    Type.Enum(['shown', 'hidden'], { title, description: 'Hidden, its address still works, but nothing leads there.' }),
  )

/** Defines the content and settings of the site that admins edit. Titles are labels of the editor. */
export const SiteContent = Type.Object({
  settings: Type.Object(
    {
      homePage: Type.Enum(['shop', 'plumbing'], { title: 'Home page', description: 'What visitors see at /.' }),
      startupSpinnerMs: Type.Integer({
        title: 'Start-up spinner, in milliseconds',
        description: 'How long the full-screen spinner stands when the shop is opened; 0 turns it off.',
        minimum: 0,
        maximum: 60_000,
      }),
      productPages: Type.Optional(
        Type.Enum(['sign-in', 'public'], {
          title: 'Product pages',
          description: 'Who sees the page of a product: those who are signed in, or everyone. To order, all sign in.',
        }),
      ),
      cancellations: Type.Optional(
        Type.Enum(['at-once', 'ask'], {
          title: 'Cancellations by buyers',
          description:
            'Until the first parcel, buyers cancel units of paid orders and orders on account at once, or ask you with a message.',
        }),
      ),
      termsAddress: Type.Optional(
        Type.String({
          title: 'Terms of sale',
          description:
            'The web address of the terms that buyers accept at the checkout, if you have not published them among the legal texts.',
          maxLength: maxLengths.termsAddress,
          format: 'web-link',
        }),
      ),
      blog: InMenu('Blog in the menu'),
      portfolio: InMenu('Portfolio in the menu'),
      plumbing: InMenu('Plumbing page in the footer'),
    },
    { title: 'Settings' },
  ),
  search: Type.Object(
    {
      indexing: Type.Enum(['shown', 'hidden'], {
        title: 'In search engines',
        description: 'While the shop is hidden, every page asks search engines to leave it out.',
      }),
      homeTitle: Pattern('Title of the home page', 120),
      homeDescription: Pattern('Description of the home page', 199),
      productTitle: Pattern('Title of product pages', 120, productNames),
      productDescription: Pattern('Description of product pages', 199, productNames),
      categoryTitle: Pattern('Title of category pages', 120, '{name} and {store} are filled in. Empty: as delivered.'),
      categoryDescription: Pattern(
        'Description of category pages',
        199,
        '{name} and {store} are filled in. Empty: as delivered.',
      ),
      googleVerification: Verification('Google Search Console'),
      bingVerification: Verification('Bing Webmaster Tools'),
    },
    { title: 'Search engines' },
  ),
  analytics: Type.Object(
    {
      visits: Type.Enum(['on', 'off'], {
        title: 'Own visit counts',
        description: 'Counted without cookies and without storing who visits; see Visits in the dashboard.',
      }),
      scriptUrl: Type.String({
        title: 'Script of an analytics service',
        description: 'Its web address. It is loaded on every page and can read all that visitors and staff see.',
        maxLength: 300,
        format: 'https-link-or-empty',
      }),
      scriptOrigins: Type.Array(
        Type.String({
          title: 'Origin',
          minLength: 1,
          maxLength: 200,
          format: 'https-origin',
        }),
        { title: 'Origins that the script loads from and sends to', maxItems: 5 },
      ),
      scriptAttributes: Type.Array(
        Type.Object(
          {
            name: Type.String({ title: 'Name', minLength: 6, maxLength: 60, pattern: '^data-[a-z0-9-]+$' }),
            value: Type.String({ title: 'Value', maxLength: 200, format: 'text' }),
          },
          { title: 'Attribute' },
        ),
        { title: 'Attributes of the script, such as data-domain', maxItems: 6 },
      ),
    },
    { title: 'Analytics' },
  ),
  home: Type.Object(
    {
      hero: Type.Object(
        {
          eyebrow: line('Line above the title', 80),
          title: line('Title', 80),
          text: line('Text', 300),
          button: line('Button to the catalog', 40),
          secondButton: line('Button to the reviews', 40),
        },
        { title: 'Hero' },
      ),
      products: Type.Object(
        { title: line('Title', 80), subtitle: line('Subtitle', 120), button: line('Button', 40) },
        { title: 'Products' },
      ),
      testimonials: Type.Object(
        {
          title: line('Title', 80),
          shown: Type.Integer({ title: 'How many are shown', minimum: 0, maximum: 48 }),
        },
        { title: 'Testimonials' },
      ),
    },
    { title: 'Home page' },
  ),
  blog: Type.Object(
    {
      title: line('Title', 80),
      text: Type.String({ title: 'Text', maxLength: 300, format: 'text' }),
      questions: Type.Array(
        Type.Object(
          {
            slug: Type.String({
              title: 'Address on the page',
              description: 'Small letters, digits and hyphens.',
              minLength: 1,
              maxLength: 60,
              pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
            }),
            question: line('Question', 200),
            answer: Type.String({
              title: 'Answer',
              description: 'Markdown: paragraphs, lists, links, `code` and code blocks.',
              minLength: 1,
              maxLength: 10_000,
              format: 'filled-text',
            }),
          },
          { title: 'Question' },
        ),
        { title: 'Questions', maxItems: 40 },
      ),
    },
    { title: 'Blog' },
  ),
  footer: Type.Object(
    {
      columns: Type.Array(
        Type.Object(
          { title: line('Title', 60), links: Type.Array(Link, { title: 'Links', maxItems: 12 }) },
          { title: 'Column' },
        ),
        { title: 'Columns', maxItems: 5 },
      ),
      placeholder: line('Words in the field for news', 60),
      button: line('Button', 40),
      consent: Type.String({
        title: 'What signing up for news means',
        maxLength: 300,
        format: 'text',
      }),
      copyright: Type.String({
        title: 'Copyright line',
        description: '{store} stands for the name of the store.',
        minLength: 1,
        maxLength: 120,
        format: 'filled-text',
      }),
      social: Type.Optional(
        Type.Object(
          {
            facebook: SocialLink('Facebook'),
            x: SocialLink('X'),
            instagram: SocialLink('Instagram'),
            linkedin: SocialLink('LinkedIn'),
          },
          {
            title: 'Social networks',
            description: 'The web address of your page there. Empty: the icon is left out. / leads to the home page.',
          },
        ),
      ),
    },
    { title: 'Footer' },
  ),
  plumbing: Type.Object(
    {
      hero: Type.Object(
        { title: line('Title', 80), text: line('Text', 500), button: line('Button', 40) },
        { title: 'Hero' },
      ),
      news: Type.Object(
        {
          title: line('Title', 80),
          readMore: line('Link under each card', 40),
          cards: Type.Array(
            Type.Object(
              { title: line('Title', 120), category: line('Category', 40), description: line('Description', 500) },
              { title: 'Card' },
            ),
            { title: 'Cards', maxItems: 12 },
          ),
        },
        { title: 'News' },
      ),
      contact: Type.Object(
        {
          title: line('Title', 80),
          text: Type.String({ title: 'Text', maxLength: 500, format: 'text' }),
          email: line('E-mail', 254),
          address: line('Postal address', 200),
          button: line('Button', 40),
        },
        { title: 'Contact' },
      ),
      statistics: Type.Object(
        {
          title: line('Title', 80),
          counters: Type.Array(
            Type.Object(
              {
                label: line('Label', 40),
                target: Type.Integer({ title: 'Figure', minimum: 0, maximum: 1_000_000_000 }),
                suffix: Type.String({ title: 'After the figure', maxLength: 4, format: 'text' }),
              },
              { title: 'Counter' },
            ),
            { title: 'Counters', maxItems: 8 },
          ),
        },
        { title: 'Statistics' },
      ),
    },
    { title: 'Plumbing page' },
  ),
  portfolio: Type.Object(
    {
      name: line('Name', 80),
      role: line('Role', 80),
      about: line('About', 1000),
      codeHost: Type.Object({ text: line('Text', 60), url: Address }, { title: 'Code host' }),
      skills: Type.Array(
        Type.Object(
          { group: line('Group', 60), items: Type.Array(line('Skill', 60), { title: 'Skills', maxItems: 20 }) },
          { title: 'Group' },
        ),
        { title: 'Skill list', maxItems: 8 },
      ),
      work: Type.Array(Type.Object({ title: line('Title', 80), text: line('Text', 400) }, { title: 'Project' }), {
        title: 'Work',
        maxItems: 12,
      }),
    },
    { title: 'Portfolio' },
  ),
})
export type SiteContent = Static<typeof SiteContent>

/** Lists what is the same in all languages, each a section or a value in one. */
export const sharedContent = [
  ['settings'],
  ['analytics'],
  ['search', 'indexing'],
  ['search', 'googleVerification'],
  ['search', 'bingVerification'],
] as const satisfies [keyof SiteContent, string?][]

const LanguageQuery = Type.Object({ language: Type.Optional(Type.Enum(languages)) })

export const getSiteContent = endpoint('getSiteContent', 'GET', '/site-content', {
  access: 'anyone',
  summary: 'Returns the editable texts and settings of the site; without a language in the main one of the store.',
  query: LanguageQuery,
  answer: SiteContent,
})

const sectionsAsRead = Object.fromEntries(
  Object.keys(SiteContent.properties).map((name) => [name, Type.Optional(Type.Unknown())]),
)
const ContentChange = Type.Partial(
  Type.Object({
    ...SiteContent.properties,
    was: Type.Object(sectionsAsRead, {
      additionalProperties: false,
      description: 'Sections as they were read, in the same language: if one of them is another now, nothing is saved.',
    }),
  }),
  { additionalProperties: false, minProperties: 1 },
)
export type ContentChange = Static<typeof ContentChange>

export const updateSiteContent = endpoint('updateSiteContent', 'PUT', '/site-content', {
  access: 'admin',
  permission: 'content',
  summary:
    'Replaces the sections that are sent, each as a whole, in the main language of the store, which other languages follow until they have texts of their own. With `was`, sections that were changed meanwhile are refused.',
  body: ContentChange,
  answer: SiteContent,
  problems: ['script-origin-missing', 'content-changed', 'markdown-too-large'],
})

export const translateSiteContent = endpoint('translateSiteContent', 'PUT', '/site-content/translations/:language', {
  access: 'admin',
  permission: 'content',
  summary:
    'Replaces the sections that are sent in one language, as `PUT /site-content` does in the main one; also in one that the store does not offer yet.',
  params: Type.Object({ language: Type.Enum(languages) }),
  body: ContentChange,
  answer: SiteContent,
  problems: ['script-origin-missing', 'content-changed', 'markdown-too-large'],
})

const ContentVersion = Type.Object({
  /** `0` for the texts as delivered. */
  _id: Type.String(),
  /** ISO 8601 in UTC; absent for the texts as delivered. */
  savedAt: Type.Optional(Type.String()),
  /** The email of who saved it; absent for the texts as delivered, and once the account is gone. */
  savedBy: Type.Optional(Type.String()),
  /** The sections that differ from the version before. */
  parts: Type.Array(Type.String()),
  /** The languages besides the main one whose own texts differ from the version before. */
  languages: Type.Array(Type.Enum(languages)),
})
export type ContentVersion = Static<typeof ContentVersion>

export const listContentVersions = endpoint('listContentVersions', 'GET', '/site-content/versions', {
  access: 'admin',
  permission: 'content',
  summary: 'Lists the latest versions of the site content, newest first; the first one is current.',
  answer: Type.Array(ContentVersion),
})

export const restoreContentVersion = endpoint('restoreContentVersion', 'POST', '/site-content/versions/:id/restore', {
  access: 'admin',
  permission: 'content',
  summary: 'Makes an earlier version of the site content the newest one; `0` stands for the texts as delivered.',
  params: Type.Object({ id: Type.String({ pattern: '^(?:0|[1-9]\\d{0,15})$' }) }),
  answer: SiteContent,
  problems: ['content-version-not-found'],
})

export const getDefaultSiteContent = endpoint('getDefaultSiteContent', 'GET', '/site-content/first', {
  access: 'admin',
  permission: 'content',
  summary: 'Returns the default texts of the site.',
  query: LanguageQuery,
  answer: SiteContent,
})

/** Holds the solution of the challenge in a `work-required` problem, valid for one call. */
const Proof = Type.Optional(Text(4000, 1))

export const sendContactMessage = endpoint('sendContactMessage', 'POST', '/contact', {
  access: 'anyone',
  summary: 'Sends a visitor’s message to the shop.',
  body: Type.Object({
    name: PersonName,
    email: EmailAddress,
    message: NonBlankText(maxLengths.contactMessage),
    website: Honeypot,
    proof: Proof,
  }),
  problems: ['contact-form-off', 'work-required'],
})

export const subscribeToNewsletter = endpoint('subscribeToNewsletter', 'POST', '/newsletter', {
  access: 'anyone',
  summary:
    'Emails a confirmation link for the newsletter; only that link subscribes. The response does not reveal who is subscribed.',
  body: Type.Object({ email: EmailAddress, website: Honeypot, proof: Proof }),
  problems: ['work-required'],
})

const SubscriptionToken = Type.Object({ token: Type.String({ maxLength: 64, pattern: '^[\\w-]{20,64}$' }) })

export const confirmSubscription = endpoint('confirmSubscription', 'POST', '/newsletter/confirm', {
  access: 'anyone',
  summary: 'Subscribes the address that the link was sent to.',
  body: SubscriptionToken,
  problems: ['subscription-not-found'],
})

export const endSubscription = endpoint('endSubscription', 'POST', '/newsletter/unsubscribe', {
  access: 'anyone',
  summary: 'Unsubscribes the address that the link was sent to, and deletes it.',
  body: SubscriptionToken,
  problems: ['subscription-not-found'],
})

export const Subscriber = Type.Object({
  email: Type.String(),
  confirmedAt: Type.String(),
  unsubscribeUrl: Type.String(),
})
export type Subscriber = Static<typeof Subscriber>

export const listSubscribers = endpoint('listSubscribers', 'GET', '/newsletter-subscribers', {
  access: 'admin',
  permission: 'content',
  summary: 'Lists confirmed newsletter subscribers, newest first, each with an unsubscribe link.',
  query: Type.Object(pageQuery),
  answer: Type.Array(Subscriber),
})
