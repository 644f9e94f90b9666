/** What the server tells every page about this shop: nothing in it is secret. */
export interface ClientSettings {
  identity: {
    mode: 'embedded' | 'firebase'
    apiKey: string
    authDomain: string
    projectId: string
    /** Other providers whose button is shown, by the SDK's names for them, such as `google.com`. */
    providers: string[]
    /** Whether people may sign in with a code that comes as a text message. */
    phone: boolean
    /** Google's button opens a choice of made-up accounts on this very machine. */
    developmentChooser: boolean
  }
  cards: { mode: 'sandbox' | 'stripe' | 'off'; publishableKey: string; scriptUrl: string }
  /** Overrides what the site's own settings say. */
  startupSpinnerMs: number | undefined
  currency: 'usd'
  publicUrl: string
}
