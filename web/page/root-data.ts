import { useRouteLoaderData } from 'react-router'
import type { LegalLink } from '#contract/legal.ts'
import type { PageSettings } from '#contract/settings.ts'
import type { SiteContent } from '#contract/site-content.ts'

/** Describes the root route's data for every page; `footer` is undefined in an outage. */
export interface RootData {
  settings: PageSettings
  footer: SiteContent['footer'] | undefined
  /** Where the published legal texts are. */
  legal: readonly Pick<LegalLink, 'kind' | 'url'>[]
  /** Holds what the shop tells search engines, without what is as delivered. */
  search: Partial<SiteContent['search']>
  /** The script of an analytics service. */
  script: { src: string; attributes: Record<string, string> } | undefined
  /** Whether views of pages are counted. */
  countsVisits: boolean
  startupSpinnerMs: number
}

/** Returns the root route's data; undefined while the root route itself has failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}
