import type { Body } from '#contract/endpoint.ts'
import type { Profile, updateProfile, User, UserAccount } from '#contract/accounts.ts'
import type { AccountState } from '#server/accounts/account-admin.ts'
import type { users } from '#server/accounts/accounts.tables.ts'
import type { ProfileChange } from '#server/accounts/update-profile.ts'

type Row = typeof users.$inferSelect

export function presentProfile(row: Row): Profile {
  const [project1 = '', project2 = '', project3 = ''] = row.projectLinks
  return {
    email: row.email,
    displayName: row.displayName,
    photoURL: row.photoUrl,
    education: row.education,
    skill: row.skill,
    address: row.address,
    phone: row.phone,
    project1,
    project2,
    project3,
  }
}

export const presentUser = (row: Row): User => ({
  _id: row.id,
  email: row.email,
  role: row.role,
  emailVerified: row.emailVerifiedAt !== null,
  displayName: row.displayName,
  createdAt: row.createdAt.toISOString(),
  disabled: row.disabledAt !== null,
})

/** Presents a user for admins; `account` is undefined if there is none here. */
export function presentUserAccount(
  user: Row,
  account: AccountState | undefined,
  managedBy: UserAccount['managedBy'],
): UserAccount {
  return { user: presentUser(user), managedBy, ...(account && { account: presentState(account) }) }
}

const presentState = (state: AccountState): NonNullable<UserAccount['account']> => ({
  createdAt: state.createdAt.toISOString(),
  lastSignInAt: state.lastSignInAt.toISOString(),
  emailVerified: state.emailVerified,
  providers: state.providers,
  ...(state.phoneNumber !== null && { phoneNumber: state.phoneNumber }),
  secondFactors: state.secondFactors.map(({ id, kind, phoneNumber, enrolledAt }) => ({
    id,
    kind,
    ...(phoneNumber !== null && { phoneNumber }),
    enrolledAt: enrolledAt.toISOString(),
  })),
  sessions: state.sessions.map(({ startedAt, lastUsedAt, ipAddress, userAgent }) => ({
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    ...(ipAddress !== null && { ipAddress }),
    ...(userAgent !== null && { userAgent }),
  })),
})

export const readProfileChange = (body: Body<typeof updateProfile>): ProfileChange => ({
  displayName: body.displayName.trim(),
  education: body.education.trim(),
  skill: body.skill.trim(),
  projectLinks: [body.project1 ?? '', body.project2 ?? '', body.project3 ?? ''],
  phone: String(body.phone ?? '').trim(),
  ...(body.address === undefined ? {} : { address: body.address.trim() }),
  ...(body.photoURL === undefined ? {} : { photoUrl: body.photoURL }),
})
