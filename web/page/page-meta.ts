import { type Language, languageParameter } from '#contract/language.ts'
import type { PageSettings } from '#contract/settings.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLanguage } from '#web/i18n/language.ts'

interface Page {
  title: string
  description: string
  /** The path of the page. */
  path: string
}

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Returns the meta tags of a public page, with absolute URLs from the settings. */
export function pageMeta(matches: Matches, { title, description, path }: Page) {
  const origin = publicOrigin(matches)
  const { languages, name, socialPicture } = currentStore()
  const addressIn = (language: string) => {
    // The main language has the address itself.
    const isOther = languages.slice(1).some((other) => other === language)
    const separator = path.includes('?') ? '&' : '?'
    return origin + path + (isOther ? `${separator}${languageParameter}=${language}` : '')
  }
  const address = addressIn(currentLanguage())
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...alternates(languages, addressIn),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${origin}${socialPicture?.url ?? '/social.png'}` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Links a page with itself in the other languages; without one, its address answers in the language of the browser. */
const alternates = (languages: readonly Language[], addressIn: (language: string) => string) =>
  languages.length < 2
    ? []
    : [...languages, 'x-default'].map((hrefLang) => ({
        tagName: 'link',
        rel: 'alternate',
        hrefLang,
        href: addressIn(hrefLang),
      }))

/** Returns the meta tags of a page that search engines leave out, as those of the dashboard; the title ends with the name of the store. */
export const hiddenPage = (title: string) => [
  { title: `${title} – ${currentStore().name}` },
  { name: 'robots', content: 'noindex' },
]

/** Returns the public origin without a trailing slash. */
export const publicOrigin = (matches: Matches): string => rootSettings(matches)?.publicUrl.replace(/\/$/, '') ?? ''

/** Returns the settings of the page; undefined while the root route itself has failed. */
export function rootSettings(matches: Matches): PageSettings | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { settings: PageSettings } | undefined
  return root?.settings
}
