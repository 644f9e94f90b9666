import { getProfile, listUsers, type User } from '#contract/accounts.ts'
import { keepAnswers } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'
import { keepPages } from '#web/api/keep-pages.ts'

/** The profile of a person, by e-mail. */
export const profiles = keepAnswers((email) => call(getProfile, { query: { email } }))

/** The users, by the admin who looks, the words they are searched for, and their role; an empty role is any. */
export const usersForAdmin = keepPages(({ q, role }: { viewer: string; q: string; role: User['role'] | '' }, page) =>
  call(listUsers, { query: { ...page, ...(q && { q }), ...(role && { role }) } }),
)
