import type { CategoryCounts } from '#contract/categories.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Store } from '#contract/store.ts'
import type { t as translate } from '#web/i18n/messages.ts'

const maxCategories = 5

/** Describes the sections with their new texts. */
export interface Replacement {
  texts: Pick<SiteContent, 'footer'> & Partial<Pick<SiteContent, 'plumbing'>>
  /** Whether the figures of the plumbing page are replaced, too: a shop without products has none to show. */
  hasFigures: boolean
}

/** Returns the sections that come with filler texts, filled from what the shop knows of its seller and its catalog, in the language of `t`. */
export function replacePlaceholders(
  { footer, plumbing, settings }: SiteContent,
  { name, email, address }: Store,
  { products, categories }: CategoryCounts,
  t: typeof translate,
): Replacement {
  const top = categories.filter(({ parent }) => parent === undefined)
  const links = top.slice(0, maxCategories).map(({ category, name: label }) => ({
    text: label.slice(0, 60),
    url: `/categories/${category}`,
  }))
  const hasFigures = settings.plumbing !== 'hidden' && products > 0
  const texts = {
    footer: {
      ...footer,
      columns: [
        { title: t('nav.products'), links: [{ text: t('word.all-products'), url: '/products' }, ...links] },
        {
          title: t('content.ordering'),
          links: [
            { text: t('cart.title'), url: '/cart' },
            { text: t('quick-order.title'), url: '/quick-order' },
            { text: t('content.my-orders'), url: '/dashboard' },
          ],
        },
        {
          title: t('word.account'),
          links: [
            { text: t('nav.sign-in'), url: '/sign-in' },
            { text: t('content.open-account'), url: '/signup' },
          ],
        },
        // Not the blog: as delivered, it answers questions of developers.
        { title: t('content.service'), links: [{ text: t('contact.form'), url: '/contact' }] },
      ],
      placeholder: t('content.your-email'),
      button: t('content.subscribe'),
      copyright: `© ${new Date().getFullYear()} ${name}`,
      // An icon that leads to the home page has no address yet.
      social: Object.fromEntries(
        Object.entries(footer.social ?? {}).map(([network, address]) => [network, address === '/' ? '' : address]),
      ),
    },
    ...(settings.plumbing !== 'hidden' && {
      plumbing: {
        ...plumbing,
        contact: {
          ...plumbing.contact,
          email: email || plumbing.contact.email,
          address: address.replaceAll(/\s*\n\s*/g, ', ').slice(0, 200) || plumbing.contact.address,
          button: t('contact.send'),
        },
        ...(hasFigures && {
          statistics: {
            title: t('content.in-figures'),
            counters: [
              { label: t('nav.products'), target: products, suffix: '' },
              { label: t('word.categories'), target: categories.length, suffix: '' },
            ],
          },
        }),
      },
    }),
  }
  return { texts, hasFigures }
}
