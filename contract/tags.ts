import { type Static, Type } from 'typebox'
import { endpoint, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { orderReaders } from '#contract/permissions.ts'

/** Lists what has tags; the tags of one are not offered for the other. */
export const taggedSubjects = ['order', 'customer'] as const
export type TaggedSubject = (typeof taggedSubjects)[number]

/** Limits the tags of one order or customer, and those that are offered. */
export const maxTagsEach = 20
export const maxTags = 500

/** Describes a label of orders or customers, which only staff see. */
export const Tag = Type.Object({ _id: Type.String(), name: Type.String() })
export type Tag = Static<typeof Tag>

/** Defines the name of a tag; names that differ only in case are one tag. */
export const TagName = Name(maxLengths.tagName)

/** Defines the id of a tag in queries and paths. */
export const TagId = Type.String({ format: 'row-number' })

export const listTags = endpoint('listTags', 'GET', '/tags', {
  access: 'admin',
  permission: [...orderReaders, 'customers'],
  summary: `Lists the tags that orders or customers have, by name, at most ${maxTags}.`,
  query: Type.Object({ subject: Type.Enum(taggedSubjects) }),
  answer: Type.Array(Tag),
})
