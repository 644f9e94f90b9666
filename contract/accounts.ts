import { type Static, Type } from 'typebox'
import { EmailParams, EmailQuery, endpoint, FilledText, Success, Text } from '#contract/endpoint.ts'
import { pageQuery, SearchWords } from '#contract/paging.ts'

/** The person behind an account. Links are http(s) addresses. */
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

const Role = Type.Union([Type.Literal('customer'), Type.Literal('admin')])

/** A row of the list of users. */
export const User = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  role: Role,
  emailVerified: Type.Boolean(),
  displayName: Type.String(),
  createdAt: Type.String(),
})
export type User = Static<typeof User>

const Link = Type.String({ maxLength: 500, format: 'web-link' })

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/user',
  whoMayCall: 'owner-or-admin',
  summary: 'The profile of one user.',
  query: EmailQuery,
  answer: Profile,
  problems: ['not-allowed', 'user-not-found'],
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/user-info-update/:email',
  whoMayCall: 'owner-or-admin',
  summary: 'Saves the profile of one user.',
  params: EmailParams,
  body: Type.Object({
    displayName: FilledText(200),
    education: FilledText(500),
    skill: FilledText(500),
    project1: Type.Optional(Link),
    project2: Type.Optional(Link),
    project3: Type.Optional(Link),
    phone: Type.Optional(Type.Union([Text(40), Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 })])),
    address: Type.Optional(Text(500)),
    photoURL: Type.Optional(Text(2000)),
  }),
  answer: Type.Object({ success: Type.Literal(true), profile: Profile }),
  problems: ['not-allowed', 'user-not-found', 'image-not-ours'],
})

export const getAdmin = endpoint({
  name: 'getAdmin',
  method: 'GET',
  path: '/admin/:email',
  whoMayCall: 'owner-or-admin',
  summary: 'Whether this user is an admin.',
  params: EmailParams,
  answer: Type.Object({ admin: Type.Boolean() }),
  problems: ['not-allowed', 'user-not-found'],
})

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/all-users',
  whoMayCall: 'admin',
  summary: 'The users with their role, the newest first; `q` searches the words of e-mail and name.',
  query: Type.Object({ ...pageQuery, q: Type.Optional(SearchWords), role: Type.Optional(Role) }),
  answer: Type.Array(User),
  problems: [],
})

export const makeAdmin = endpoint({
  name: 'makeAdmin',
  method: 'PUT',
  path: '/user-update/:email',
  whoMayCall: 'admin',
  freshSignIn: true,
  summary: 'Makes a user with a verified e-mail address an admin.',
  params: EmailParams,
  answer: Success,
  problems: ['sign-in-again', 'user-not-found'],
})

export const demoteAdmin = endpoint({
  name: 'demoteAdmin',
  method: 'DELETE',
  path: '/admin/:email',
  whoMayCall: 'admin',
  freshSignIn: true,
  summary: 'Makes an admin a customer again; one admin stays.',
  params: EmailParams,
  answer: Success,
  problems: ['sign-in-again', 'user-not-found', 'last-admin'],
})

export const removeUser = endpoint({
  name: 'removeUser',
  method: 'DELETE',
  path: '/user/:email',
  whoMayCall: 'admin',
  freshSignIn: true,
  summary: 'Removes a user: their tokens end at once, their orders stay.',
  params: EmailParams,
  answer: Success,
  problems: ['sign-in-again', 'user-not-found', 'not-yourself', 'last-admin'],
})
