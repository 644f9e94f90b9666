import type { Language } from '#contract/language.ts'
import type { Announcement, Store } from '#contract/store.ts'

/** Describes the public settings of the server. */
export interface ClientSettings {
  identity: {
    mode: 'embedded' | 'firebase'
    apiKey: string
    authDomain: string
    projectId: string
    /** The providers with a sign-in button, by SDK name, such as `google.com`. */
    providers: string[]
    /** Whether people may sign in with a code that comes as a text message. */
    phone: boolean
    /** Google's button opens a page with development accounts on this server. */
    developmentChooser: boolean
  }
  cards: { mode: 'sandbox' | 'stripe' | 'off'; publishableKey: string; scriptUrl: string }
  /** Overrides what the site's own settings say. */
  startupSpinnerMs: number | undefined
  publicUrl: string
  /** For how many minutes an unpaid order holds its units. */
  orderTtlMinutes: number
}

/** Describes what every page knows of the store. */
export interface PageStore
  extends
    Pick<
      Store,
      | 'name'
      | 'currency'
      | 'currencyDigits'
      | 'orderPrefix'
      | 'timeZone'
      | 'languages'
      | 'units'
      | 'logo'
      | 'icon'
      | 'socialPicture'
    >,
    Partial<Pick<Store, 'primaryColor' | 'accentColor' | 'transferDays'>> {
  /** Holds the locales of the country of the time zone, where it writes numbers and dates otherwise than most. */
  locales?: Partial<Record<Language, string>>
  /** Comes from its address, else from its time zone; absent if neither tells. */
  country?: string
  /** Only while it is to be shown, with what readers of each language see. */
  announcement?: Omit<Announcement, 'text' | 'texts' | 'startsAt' | 'endsAt'> & {
    id: string
    texts: Partial<Record<Language, string>>
  }
}

/** Describes a store of which nothing is known yet; its name is that of the software. */
export const defaultStore: PageStore = {
  name: 'Boltyard',
  currency: 'USD',
  currencyDigits: 2,
  orderPrefix: 'BY-',
  timeZone: 'UTC',
  languages: ['en', 'de'],
  units: 'metric',
}

/** Describes the settings that a page is rendered with. */
export interface RenderSettings extends ClientSettings {
  store: PageStore
}

/** Describes the settings embedded in every page: those of the server, and those that an admin changes. */
export interface PageSettings extends RenderSettings {
  /** Says who sees the page of a product. */
  productPages: 'sign-in' | 'public'
  /** Whether buyers accept terms of sale: then orders are placed at the checkout. */
  hasTerms: boolean
  /** The paths that the menu leaves out; absent without one. */
  hiddenPages?: readonly string[]
}
