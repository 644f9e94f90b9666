import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import {
  EmailParams,
  EmailQuery,
  endpoint,
  NonBlankText,
  IdParams,
  PersonName,
  Success,
  Text,
} from '#contract/endpoint.ts'
import { type Permission, permissions } from '#contract/permissions.ts'
import { pageQuery, SearchText } from '#contract/pagination.ts'

/** Describes the profile of a user. Links are http(s) URLs. */
export const Profile = Type.Object({
  email: Type.String(),
  displayName: Type.String(),
  photoURL: Type.String(),
  education: Type.String(),
  skill: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  project1: Type.String(),
  project2: Type.String(),
  project3: Type.String(),
})
export type Profile = Static<typeof Profile>

const Role = Type.Enum(['customer', 'admin'])

/** Describes a row of the list of users. */
export const User = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  role: Role,
  emailVerified: Type.Boolean(),
  displayName: Type.String(),
  createdAt: Type.String(),
  /** Set while an admin has disabled the account. */
  disabled: Type.Boolean(),
})
export type User = Static<typeof User>

/** Describes the state of a user's account at the identity service. Times are ISO 8601 in UTC; `kind` is as in `mfaInfo`. */
export const IdentityAccount = Type.Object({
  createdAt: Type.String(),
  lastSignInAt: Type.String(),
  emailVerified: Type.Boolean(),
  /** The sign-in methods, such as `password`, `emailLink`, `phone` or `google.com`, each with its identifier. */
  providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  phoneNumber: Type.Optional(Type.String()),
  secondFactors: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Enum(['totp', 'phone']),
      phoneNumber: Type.Optional(Type.String()),
      enrolledAt: Type.String(),
    }),
  ),
  /** The last 100 sessions, most recently used first. */
  sessions: Type.Array(
    Type.Object({
      startedAt: Type.String(),
      lastUsedAt: Type.String(),
      ipAddress: Type.Optional(Type.String()),
      userAgent: Type.Optional(Type.String()),
    }),
  ),
})
export type IdentityAccount = Static<typeof IdentityAccount>

/** Describes a user for admins. `account` is absent if there is none here, or if `managedBy` names another service. */
export const UserAccount = Type.Object({
  user: User,
  managedBy: Type.Enum(['shop', 'firebase']),
  account: Type.Optional(IdentityAccount),
})
export type UserAccount = Static<typeof UserAccount>

const Link = Type.String({ maxLength: maxLengths.link, format: 'web-link' })

export const getProfile = endpoint('getProfile', 'GET', '/user', {
  access: 'owner-or-admin',
  permission: ['customers', 'users'],
  summary: 'Returns the profile of one user.',
  query: EmailQuery,
  answer: Profile,
  problems: ['not-allowed', 'user-not-found'],
})

export const updateProfile = endpoint('updateProfile', 'PUT', '/user-info-update/:email', {
  access: 'owner-or-admin',
  permission: 'users',
  summary: 'Saves the profile of one user.',
  params: EmailParams,
  body: Type.Object({
    displayName: PersonName,
    education: NonBlankText(maxLengths.profileText),
    skill: NonBlankText(maxLengths.profileText),
    project1: Type.Optional(Link),
    project2: Type.Optional(Link),
    project3: Type.Optional(Link),
    phone: Type.Optional(
      Type.Union([Text(maxLengths.phone), Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 })]),
    ),
    address: Type.Optional(Text(maxLengths.address)),
    photoURL: Type.Optional(Text(2000)),
  }),
  answer: Type.Object({ success: Type.Literal(true), profile: Profile }),
  problems: ['not-allowed', 'more-than-yours', 'user-not-found', 'image-not-ours'],
})

export const getAdmin = endpoint('getAdmin', 'GET', '/admin/:email', {
  access: 'owner-or-admin',
  permission: 'users',
  summary: 'Returns whether the user is an admin, and what a member of staff may do.',
  params: EmailParams,
  /** `permissions` are those of a member of staff; an admin has all. */
  answer: Type.Object({ admin: Type.Boolean(), permissions: Type.Optional(Type.Array(Type.Enum(permissions))) }),
  problems: ['not-allowed', 'user-not-found'],
})

export const listUsers = endpoint('listUsers', 'GET', '/all-users', {
  access: 'admin',
  permission: 'users',
  summary: 'Lists users with their role, newest first; `q` searches the words of email and name.',
  query: Type.Object({ ...pageQuery, q: Type.Optional(SearchText), role: Type.Optional(Role) }),
  answer: Type.Array(User),
})

/** Describes an action of an admin on a user; it needs a fresh sign-in. */
const userAction = {
  access: 'admin',
  permission: 'users',
  freshSignIn: true,
  params: EmailParams,
  answer: Success,
} as const
const userProblems = ['sign-in-again', 'more-than-yours', 'user-not-found'] as const

export const makeAdmin = endpoint('makeAdmin', 'PUT', '/user-update/:email', {
  ...userAction,
  summary: 'Makes a user with a verified email address an admin.',
  problems: userProblems,
})

export const demoteAdmin = endpoint('demoteAdmin', 'DELETE', '/admin/:email', {
  ...userAction,
  summary: 'Makes an admin a customer again; the last admin stays.',
  problems: [...userProblems, 'last-admin'],
})

export const removeUser = endpoint('removeUser', 'DELETE', '/user/:email', {
  ...userAction,
  summary: 'Removes a user: tokens end at once, orders stay.',
  problems: [...userProblems, 'not-yourself', 'last-admin'],
})

export const getUserAccount = endpoint('getUserAccount', 'GET', '/users/:id/account', {
  access: 'admin',
  permission: 'users',
  summary: 'Returns the state of a user’s account: sign-in methods, second factors, sessions.',
  params: IdParams,
  answer: UserAccount,
  problems: ['account-not-found'],
})

/** Describes an action of an admin on the account of another user; returns the changed account. */
const accountAction = {
  access: 'admin',
  permission: 'users',
  freshSignIn: true,
  params: IdParams,
  answer: UserAccount,
} as const
const accountProblems = ['sign-in-again', 'more-than-yours', 'account-not-found', 'not-yourself'] as const

export const disableAccount = endpoint('disableAccount', 'POST', '/users/:id/account/disable', {
  ...accountAction,
  summary: 'Disables a user: sessions and tokens end at once. Never the caller or the last admin.',
  problems: [...accountProblems, 'last-admin'],
})

export const enableAccount = endpoint('enableAccount', 'POST', '/users/:id/account/enable', {
  ...accountAction,
  summary: 'Enables a disabled user.',
  problems: accountProblems,
})

export const signOutAccount = endpoint('signOutAccount', 'POST', '/users/:id/account/sign-out', {
  ...accountAction,
  summary: 'Ends all sessions, tokens and API keys of a user.',
  problems: [...accountProblems, 'account-elsewhere'],
})

export const removeSecondFactor = endpoint(
  'removeSecondFactor',
  'DELETE',
  '/users/:id/account/second-factors/:factorId',
  {
    ...accountAction,
    summary: 'Removes a second factor from an account whose owner has lost it, and notifies the owner by email.',
    params: Type.Object({ id: Text(200, 1), factorId: Text(200, 1) }),
    problems: [...accountProblems, 'account-elsewhere', 'second-factor-not-found'],
  },
)

export const removePhoneNumber = endpoint('removePhoneNumber', 'DELETE', '/users/:id/account/phone', {
  ...accountAction,
  summary: 'Removes the phone number from an account, so that another one can use it; sessions end.',
  problems: [...accountProblems, 'account-elsewhere', 'no-phone-number'],
})

export const sendPasswordReset = endpoint('sendPasswordReset', 'POST', '/users/:id/account/password-reset', {
  ...accountAction,
  summary: 'Emails a user a link to set a new password.',
  problems: [...accountProblems, 'account-elsewhere', 'account-disabled'],
})

/** Lists the permissions of which all are needed for the file of a customer, as it holds what each shows. */
export const personalDataPermissions = ['customers', 'orders', 'prices'] as const satisfies readonly Permission[]

const personalDataFacts = {
  freshSignIn: true,
  /** Rows by what they are, as they are stored: amounts are in the smallest unit of their currency. */
  answer: Type.Record(Type.String(), Type.Array(Type.Unsafe<unknown>({}))),
} as const

export const getMyData = endpoint('getMyData', 'GET', '/my-data', {
  ...personalDataFacts,
  access: 'signed-in',
  summary:
    'Returns what the shop stores about the caller, without what only staff see: their notes and tags, groups, and prices that are off or planned.',
  problems: ['user-not-found'],
})

export const getPersonalData = endpoint('getPersonalData', 'GET', '/users/:id/personal-data', {
  ...personalDataFacts,
  access: 'admin',
  permission: 'customers',
  summary:
    'Returns all that the shop stores about a person, to those who may see customers, orders and prices; about a member of staff only to those who manage users.',
  params: IdParams,
  problems: ['user-not-found', 'permission-missing'],
})
