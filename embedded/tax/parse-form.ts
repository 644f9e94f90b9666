/** Holds nested form fields; lists are objects with the keys 0, 1, … */
export interface FormFields {
  [name: string]: FormFields | string
}

/** Describes a request that Stripe would refuse. */
export class RequestError extends Error {
  readonly status: number
  readonly param: string | undefined

  constructor(message: string, { status = 400, param }: { status?: number; param?: string } = {}) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.param = param
  }
}

const maxDepth = 5

/** Parses `a[b][0]=c` as Stripe's libraries write it; throws a RequestError for anything else. */
export function parseForm(text: string): FormFields {
  const root: FormFields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let here = root
    for (const part of path) {
      const next = (here[part] ??= Object.create(null) as FormFields)
      if (typeof next === 'string') throw new RequestError('Invalid object.', { param: part.slice(0, 100) })
      here = next
    }
    if (path.length > maxDepth || typeof here[last] === 'object') throw new RequestError('Invalid request.')
    here[last] = value
  }
  return root
}
