/** As much of JSON Schema as the shop's own OpenAPI document uses. */
export interface Schema {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  maxItems?: number
}

interface Response {
  content: Record<string, { schema: Schema }>
  'x-problem-codes'?: readonly string[]
}

/** One call of the document, with where it stands there. */
export interface Operation {
  operationId: string
  method: string
  path: string
  tags: readonly string[]
  parameters: readonly { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { schemas: { Problem: Schema } }
}

/** The calls of a document, one after the other. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ ...call, path, method: method.toUpperCase() })),
  )
}
