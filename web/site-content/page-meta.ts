import type { ClientSettings } from '#contract/settings.ts'

interface Page {
  title: string
  description: string
  /** Where the page lives, from the root of the shop. */
  path: string
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** What a public page tells search engines and those who share it. Addresses are whole ones, from the shop's own settings. */
export function pageMeta(matches: Matches, { title, description, path }: Page) {
  const origin = publicOrigin(matches)
  const address = `${origin}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Boltyard' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${origin}/social.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Where the shop is reached, without a slash at the end. */
export function publicOrigin(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { settings: ClientSettings } | undefined
  return root?.settings.publicUrl.replace(/\/$/, '') ?? ''
}
