/** Describes the subset of JSON Schema used by the OpenAPI document. */
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

/** Describes an operation with its method and path. */
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

/** Returns the operations of a document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({ ...call, path, method: method.toUpperCase() })),
  )
}
