import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Text, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { permissions } from '#contract/permissions.ts'

/** Lists the lists of the dashboard whose filters can be saved. */
export const viewedLists = [
  'orders',
  'products',
  'customers',
  'users',
  'reviews',
  'outbox',
  'discounts',
  'audit-log',
] as const
export type ViewedList = (typeof viewedLists)[number]

/** Limits the views of one list that a member of staff has. */
export const maxSavedViews = 50

/** Describes a filter of a list with a name; `query` is that of the list's address, without its question mark. */
export const SavedView = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  /** Whether all members of staff see it. */
  shared: Type.Boolean(),
  /** Set for the caller's own: others only use it. */
  own: Type.Boolean(),
})
export type SavedView = Static<typeof SavedView>

const ViewInput = Type.Object({
  name: Name(maxLengths.viewName),
  query: Text(maxLengths.viewQuery),
  shared: Type.Boolean(),
})

export const listSavedViews = endpoint('listSavedViews', 'GET', '/saved-views', {
  access: 'admin',
  permission: permissions,
  summary: "Lists the caller's saved views of a list, and those that others share, by name.",
  query: Type.Object({ list: Type.Enum(viewedLists) }),
  answer: Type.Array(SavedView),
})

export const addSavedView = endpoint('addSavedView', 'POST', '/saved-views', {
  access: 'admin',
  permission: permissions,
  summary: 'Saves the filter of a list under a name, for the caller or for all members of staff.',
  body: Type.Object({ list: Type.Enum(viewedLists), ...ViewInput.properties }),
  answer: Type.Object({ success: Type.Literal(true), view: SavedView }),
  problems: ['view-name-taken', 'too-many-views'],
})

export const updateSavedView = endpoint('updateSavedView', 'PUT', '/saved-views/:id', {
  access: 'admin',
  permission: permissions,
  summary: 'Changes name, filter and sharing of a saved view of the caller.',
  params: IdParams,
  body: ViewInput,
  answer: Type.Object({ success: Type.Literal(true), view: SavedView }),
  problems: ['view-not-found', 'view-name-taken'],
})

export const deleteSavedView = endpoint('deleteSavedView', 'DELETE', '/saved-views/:id', {
  access: 'admin',
  permission: permissions,
  summary: 'Deletes a saved view of the caller; an admin deletes shared ones of others, too.',
  params: IdParams,
  problems: ['view-not-found'],
})
