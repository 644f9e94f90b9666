import { type ApiResponse, call } from '#torture/call.ts'

/** Returns the id of the intent that a client secret is of. */
export const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Pays an intent by card, as the provider's script in the browser does. */
export const confirmCard = (url: string, clientSecret: string): Promise<ApiResponse<{ status?: string }>> =>
  call(url, 'POST', `/v1/payment_intents/${intentOf(clientSecret)}/confirm`, {
    token: 'pk_test_boltyard',
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
      'payment_method_data[card][cvc]': '123',
    }),
  })
