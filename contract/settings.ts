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
  currency: 'usd'
  publicUrl: string
}

/** Describes the settings embedded in every page: those of the server, and those that an admin changes. */
export interface PageSettings extends ClientSettings {
  /** Who sees the page of a product. */
  productPages: 'sign-in' | 'public'
}
