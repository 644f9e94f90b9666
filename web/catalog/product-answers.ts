import { listTools } from '#contract/catalog.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'

/** The catalogue as an admin manages it, by the e-mail of the admin who looks. */
export const productsForAdmin = keepAnswers(() => call(listTools))
