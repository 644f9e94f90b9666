import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint, FilledText, Success } from '#contract/endpoint.ts'

/** A path of this shop, or a whole http(s) or mailto address. */
const Address = Type.String({ title: 'Address', minLength: 1, maxLength: 500, format: 'address' })
const line = (title: string, maxLength: number) =>
  Type.String({ title, minLength: 1, maxLength, format: 'filled-text' })
const Link = Type.Object({ text: line('Text', 60), url: Address }, { title: 'Link' })

/** The words and the few switches of the site that its owner changes; every page reads them from here. Titles name the parts in the editor. */
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
      contactRecipient: Type.String({
        title: 'Contact form goes to',
        description: 'An e-mail address, readable by everybody. While it is empty, the form sends nothing.',
        maxLength: 254,
        format: 'email-address-or-empty',
      }),
    },
    { title: 'Settings' },
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
      placeholder: line('Words in the empty field', 60),
      button: line('Button', 40),
      copyright: line('Copyright line', 120),
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
