import { listOutbox } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { keepPages } from '#web/api/keep-pages.ts'

/** The server gives at most so many messages at a time. */
const mostMessages = 100

/** The shop's messages to people, for the admin who looks. */
export const outboxForAdmin = keepPages(
  (filter: { viewer: string; q: string }, page) => call(listOutbox, { query: { ...page, q: filter.q } }),
  mostMessages,
)
