import type { Config } from '#server/platform/config.ts'
import { createFindMailLinks } from '#server/legal/find-mail-links.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { findOutsideTerms } from '#server/site-content/find-outside-terms.ts'

type MailQueueDeps = Omit<Parameters<typeof createQueueMail>[0], 'delivers' | 'findLinks'>

/** Creates the function that queues the mails of the shop and its commands, with the links to the legal texts. */
export const createMailQueue = (config: Config, deps: MailQueueDeps) =>
  createQueueMail({
    ...deps,
    delivers: config.smtpUrl !== undefined,
    findLinks: createFindMailLinks(findOutsideTerms),
  })
