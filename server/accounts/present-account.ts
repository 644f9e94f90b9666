import type { Body } from '#contract/endpoint.ts'
import type { Profile, updateProfile, User } from '#contract/accounts.ts'
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
