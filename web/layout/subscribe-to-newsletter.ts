import type { Body } from '#contract/endpoint.ts'
import { subscribeToNewsletter } from '#contract/site-content.ts'
import { call } from '#web/api/call-endpoint.ts'
import { withWork } from '#web/api/with-work.ts'

export const sendSubscription = (body: Body<typeof subscribeToNewsletter>) =>
  withWork((proof) => call(subscribeToNewsletter, { body: { ...body, ...proof } }))
