/** The developer behind the shop: words for its owner to change. */
export const portfolio = {
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
}
