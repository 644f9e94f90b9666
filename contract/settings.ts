/** What the server tells every page about this shop: nothing in it is secret. */
export interface ClientSettings {
  identity: { mode: 'embedded' | 'firebase'; apiKey: string; authDomain: string; projectId: string }
  cards: { mode: 'sandbox' | 'stripe' | 'off'; publishableKey: string; scriptUrl: string }
  startupSpinnerMs: number
  currency: 'usd'
  publicUrl: string
}
