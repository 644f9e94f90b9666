import { getProfile, listUsers } from '#contract/accounts.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'

/** The profile of a person, by e-mail. */
export const profiles = keepAnswers((email) => call(getProfile, { query: { email } }))

/** All users, by the e-mail of the admin who looks. */
export const usersForAdmin = keepAnswers(() => call(listUsers))
