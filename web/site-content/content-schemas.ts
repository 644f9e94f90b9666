import { SiteContent } from '#contract/site-content.ts'
import { translateSchema } from '#web/site-content/german-labels.ts'
import type { ContentSchema } from '#web/site-content/schema-fields.tsx'
import { currentLanguage } from '#web/i18n/language.ts'

/** Returns the schemas of the parts of the site, with labels in the language of the page. For loaders: they are kept out of the browser bundle. */
export function readContentSchemas(): Record<keyof SiteContent, ContentSchema> {
  const { properties }: { properties: Record<keyof SiteContent, ContentSchema> } =
    currentLanguage() === 'de' ? translateSchema(SiteContent) : structuredClone(SiteContent)
  return properties
}
