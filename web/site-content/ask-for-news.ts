import type { Body } from '#contract/endpoint.ts'
import { subscribeToNews } from '#contract/site-content.ts'
import { call } from '#web/api/call.ts'

export const askForNews = (body: Body<typeof subscribeToNews>) => call(subscribeToNews, { body })
