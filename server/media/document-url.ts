/** Names the file of a document in its folder. */
export const documentFile = 'document.pdf'

export const buildDocumentUrl = (id: string) => `/media/${id}/${documentFile}`

/** Returns the id of a document from its address; undefined for any other address. */
export const readDocumentId = (url: string) => /^\/media\/([\w-]{1,64})\/document\.pdf$/.exec(url)?.[1]
