import { badParam, CardsRefusal } from './wire-error.ts'

/** Nested form fields; lists are objects with the keys 0, 1, … */
export interface FormParams {
  [name: string]: FormParams | string
}

const maximumFields = 500
const maximumDepth = 6

/** Reads `a[b][0]=c` as Stripe's libraries write it. Refuses what no library would send. */
export function parseForm(text: string): FormParams {
  const root = emptyParams()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    if (count > maximumFields)
      throw new CardsRefusal(400, { type: 'invalid_request_error', message: 'Too many parameters.' })
    if (value.includes('\0') || name.includes('\0')) throw badParam('', 'Invalid string: it contains a null character.')
    put(root, pathOf(name), value, name)
  }
  return root
}

export const emptyParams = (): FormParams => Object.create(null)

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  const [, head, rest] = match ?? []
  if (head === undefined || rest === undefined) throw unknown(name)
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')]
  if (path.length > maximumDepth) throw unknown(name)
  return path
}

function put(root: FormParams, path: string[], value: string, name: string): void {
  let here = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(here).length) : part
    if (depth === path.length - 1) {
      if (typeof here[key] === 'object') throw badParam(name.slice(0, 100), 'Invalid object')
      here[key] = value
      return
    }
    const next = (here[key] ??= emptyParams())
    if (typeof next === 'string') throw badParam(name.slice(0, 100), 'Invalid object')
    here = next
  }
}

const unknown = (name: string) =>
  badParam(name.slice(0, 100), `Received unknown parameter: ${name.slice(0, 100)}`, 'parameter_unknown')
