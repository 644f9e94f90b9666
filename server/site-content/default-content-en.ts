import type { SiteContent } from '#contract/site-content.ts'
import { readQuestions } from '#server/site-content/read-blog-posts.ts'

const fillerLinks = ['First Link', 'Second Link', 'Third Link', 'Fourth Link'].map((text) => ({ text, url: '/' }))

/** Holds the default content of the site. */
export const defaultContentEn: SiteContent = {
  settings: {
    homePage: 'shop',
    startupSpinnerMs: 3000,
    productPages: 'sign-in',
    cancellations: 'at-once',
    termsAddress: '',
    blog: 'shown',
    portfolio: 'shown',
  },
  search: {
    indexing: 'shown',
    homeTitle: '',
    homeDescription: '',
    productTitle: '',
    productDescription: '',
    categoryTitle: '',
    categoryDescription: '',
    googleVerification: '',
    bingVerification: '',
  },
  analytics: { visits: 'on', scriptUrl: '', scriptOrigins: [], scriptAttributes: [] },
  home: {
    hero: {
      eyebrow: 'For workshops, fleets and dealers',
      title: 'The whole bay, in one order.',
      text: 'Parts, tools and machines in trade quantities. See minimum order, live stock and price on every product.',
      button: 'Browse the catalog',
      secondButton: 'What customers say',
    },
    products: {
      title: 'Our Products',
      subtitle: 'Professional Tools and Machine solutions',
      button: 'View All Products',
    },
    testimonials: { title: 'Testimonials', shown: 6 },
  },
  blog: {
    title: 'Questions and answers',
    text: 'Six questions that come up whenever shops like this one are built, answered briefly.',
    questions: readQuestions('en'),
  },
  footer: {
    columns: Array.from({ length: 5 }, () => ({ title: 'CATEGORIES', links: fillerLinks })),
    placeholder: 'Placeholder',
    button: 'Button',
    consent: 'Get our newsletter. Confirm by email; unsubscribe any time.',
    copyright: '© 2022 {store}',
    social: { facebook: '/', x: '/', instagram: '/', linkedin: '/' },
  },
  plumbing: {
    hero: {
      title: 'Plumbing products',
      text: 'Copper, brass and push-fit from the wall to the drain. Valves that close after ten years, traps that do not drip, and the tools to put them in, in the quantities that a crew uses up in a week.',
      button: 'Get Started',
    },
    news: {
      title: 'Latest News & Blogs',
      readMore: 'Read More',
      cards: [
        {
          title: 'Press or solder? What a crew saves on twenty metres',
          category: 'Blog',
          description:
            'A press joint takes half a minute and no fire permit; a soldered one costs a tenth of the fitting. We timed both on the same riser.',
        },
        {
          title: 'Five leaks that start with the wrong thread',
          category: 'Blog',
          description:
            'Parallel or tapered, BSP or NPT: how to tell them apart with a rule and a gauge before the wall is closed again.',
        },
        {
          title: 'Stock for the van: forty parts that end most calls',
          category: 'Blog',
          description:
            'What our trade buyers reorder every month, sorted by how often it was the one thing that was missing on site.',
        },
      ],
    },
    contact: {
      title: 'Contact',
      text: 'A question about a fitting, a quantity or a delivery? Write to us; somebody who has held the part in their hands answers.',
      email: 'contact@example.com',
      address: '12 Example Street, 12345 Sampletown',
      button: 'Button',
    },
    statistics: {
      title: "Why People's Like Us",
      counters: [
        { label: 'We Served', target: 100, suffix: '+' },
        { label: 'Customers', target: 120, suffix: 'M' },
        { label: 'Annual revenue', target: 33, suffix: 'K' },
        { label: 'Reviews', target: 50, suffix: '+' },
      ],
    },
  },
  portfolio: {
    name: 'Robin Falk',
    role: 'Full-stack developer',
    about:
      'I build shops and back offices that stay quick on a busy Monday. My work starts at the counter: what does somebody need to see, decide and press, and what may never go wrong behind it?',
    codeHost: { text: 'My code on GitHub', url: 'https://github.com/' },
    skills: [
      {
        group: 'In the browser',
        items: ['TypeScript', 'React', 'React Router', 'Tailwind CSS', 'Accessibility', 'Web performance'],
      },
      {
        group: 'On the server',
        items: ['Node.js', 'Fastify', 'PostgreSQL', 'Drizzle ORM', 'REST and OpenAPI', 'Job queues'],
      },
      {
        group: 'Around it',
        items: ['Card payments', 'OAuth and sessions', 'Playwright', 'Linux', 'Git', 'Observability'],
      },
    ],
    work: [
      {
        title: 'Boltyard',
        text: 'This shop: orders that never sell the same unit twice, payments that are booked exactly once, pages that are there before you blink.',
      },
      {
        title: 'Stock counts by phone',
        text: 'A counting app for a tyre warehouse: barcode in, shelf by shelf, offline in the cellar and merged upstairs.',
      },
      {
        title: 'Service book',
        text: 'Dates, mileage and parts of 400 vans on one page, with a mail before anything is due.',
      },
    ],
  },
}
