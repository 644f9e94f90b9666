import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'

export const uploadImage = endpoint('uploadImage', 'POST', '/1/upload', {
  access: 'signed-in',
  permission: ['catalog', 'content'],
  summary:
    'Stores a picture (multipart field `image`, at most 20 MB) and returns its URL. A `key` is accepted and ignored.',
  query: Type.Object({ key: Type.Optional(Type.String({ maxLength: 200 })) }),
  multipart: 'image',
  answer: Type.Object({
    success: Type.Literal(true),
    data: Type.Object({
      url: Type.String(),
      placeholder: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  }),
  problems: [
    'image-required',
    'image-unreadable',
    'image-too-long',
    'too-large',
    'picture-storage-unavailable',
    'storage-full',
  ],
})

export const uploadDocument = endpoint('uploadDocument', 'POST', '/documents', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Stores a PDF file (multipart field `document`, at most 20 MB) and returns its URL, for the documents of a product.',
  multipart: 'document',
  answer: Type.Object({
    success: Type.Literal(true),
    data: Type.Object({ url: Type.String(), bytes: Type.Integer() }),
  }),
  problems: ['document-required', 'document-unreadable', 'too-large', 'picture-storage-unavailable', 'storage-full'],
})
