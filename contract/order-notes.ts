import { type Static, Type } from 'typebox'
import { BulkIds, BulkResult, Preview } from '#contract/bulk.ts'
import { endpoint, IdParams, NonBlankText, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { orderReaders } from '#contract/permissions.ts'
import { maxTagsEach, Tag, TagId, TagName } from '#contract/tags.ts'

/** Describes what staff know of an order and its buyer never sees. */
export const OrderNotes = Type.Object({
  /** Newest first. */
  notes: Type.Array(Type.Object({ _id: Type.String(), note: Type.String(), by: Type.String(), at: Type.String() })),
  tags: Type.Array(Tag),
})
export type OrderNotes = Static<typeof OrderNotes>

export const getOrderNotes = endpoint('getOrderNotes', 'GET', '/order/:id/notes', {
  access: 'admin',
  permission: orderReaders,
  summary: 'Returns the notes and tags of an order, which only staff see.',
  params: IdParams,
  answer: OrderNotes,
  problems: ['order-not-found'],
})

export const addOrderNote = endpoint('addOrderNote', 'POST', '/order/:id/notes', {
  access: 'admin',
  permission: orderReaders,
  summary: 'Writes a note about an order, which only staff see.',
  params: IdParams,
  body: Type.Object({ note: NonBlankText(maxLengths.orderNote) }),
  problems: ['order-not-found'],
})

export const deleteOrderNote = endpoint('deleteOrderNote', 'DELETE', '/order/:id/notes/:noteId', {
  access: 'admin',
  permission: orderReaders,
  summary: 'Deletes a note about an order.',
  params: Type.Object({ id: Text(200, 1), noteId: Text(200, 1) }),
  problems: ['order-not-found', 'note-not-found'],
})

export const tagOrders = endpoint('tagOrders', 'POST', '/tag-orders', {
  access: 'admin',
  permission: orderReaders,
  summary: `Gives orders a tag, which is made if there is none of this name; each order has at most ${maxTagsEach}.`,
  body: Type.Object({ ids: BulkIds, name: TagName, preview: Preview }),
  answer: BulkResult,
  problems: ['order-not-found', 'too-many-tags'],
})

export const untagOrders = endpoint('untagOrders', 'POST', '/untag-orders', {
  access: 'admin',
  permission: orderReaders,
  summary: 'Takes a tag off orders.',
  body: Type.Object({ ids: BulkIds, tagId: TagId, preview: Preview }),
  answer: BulkResult,
  problems: ['order-not-found'],
})
