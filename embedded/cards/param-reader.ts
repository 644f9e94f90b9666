import type Stripe from 'stripe'
import { emptyParams, type FormParams } from './form-params.ts'
import { badParam } from './wire-error.ts'

/** Reads declared parameters; `done()` refuses whatever nobody asked for. An empty value means 'unset'. */
export class ParamReader {
  readonly #params: FormParams
  readonly #path: string
  readonly #asked = new Set<string>()
  readonly #children: ParamReader[] = []

  constructor(params: FormParams, path = '') {
    this.#params = params
    this.#path = path
  }

  has(name: string): boolean {
    this.#asked.add(name)
    return this.#params[name] !== undefined
  }

  isText(name: string): boolean {
    return typeof this.#params[name] === 'string'
  }

  /** `undefined` where absent, '' where the caller unsets it. */
  text(name: string, maximum = 5000): string | undefined {
    this.#asked.add(name)
    const value = this.#params[name]
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw badParam(this.#name(name), 'Invalid string')
    if (value.length > maximum)
      throw badParam(
        this.#name(name),
        `Invalid string: must be at most ${maximum} characters`,
        'parameter_invalid_string',
      )
    return value
  }

  requiredText(name: string, maximum?: number): string {
    const value = this.text(name, maximum)
    if (value === undefined) throw this.#absent(name)
    if (value === '')
      throw badParam(
        this.#name(name),
        `You passed an empty string for '${this.#name(name)}'. We assume empty values are an attempt to unset a parameter; however '${this.#name(name)}' cannot be unset.`,
        'parameter_invalid_empty',
      )
    return value
  }

  integer(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!/^-?\d{1,11}$/.test(value)) throw badParam(this.#name(name), 'Invalid integer', 'parameter_invalid_integer')
    return Number(value)
  }

  requiredInteger(name: string): number {
    const value = this.integer(name)
    if (value === undefined) throw this.#absent(name)
    return value
  }

  boolean(name: string): boolean | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (value !== 'true' && value !== 'false') throw badParam(this.#name(name), 'Invalid boolean')
    return value === 'true'
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    const choice = choices.find((each) => each === value)
    if (choice === undefined)
      throw badParam(this.#name(name), `Invalid ${this.#name(name)}: must be one of ${choices.join(', ')}`)
    return choice
  }

  list(name: string): string[] | undefined {
    this.#asked.add(name)
    const value = this.#params[name]
    if (value === undefined || value === '') return undefined
    const items = typeof value === 'string' ? [] : Object.values(value)
    const texts = items.filter((item) => typeof item === 'string')
    if (typeof value === 'string' || texts.length < items.length) throw badParam(this.#name(name), 'Invalid array')
    return texts
  }

  object(name: string): ParamReader | undefined {
    this.#asked.add(name)
    const value = this.#params[name]
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string') throw badParam(this.#name(name), 'Invalid object')
    const child = new ParamReader(value, this.#name(name))
    this.#children.push(child)
    return child
  }

  /** Takes a whole subtree as understood without looking at it. */
  ignore(...names: string[]): void {
    for (const name of names) this.#asked.add(name)
  }

  /** `before` changed as asked: an empty value removes its key, an empty `metadata` removes all. */
  metadata(before: Stripe.Metadata): Stripe.Metadata {
    this.#asked.add('metadata')
    const value = this.#params['metadata']
    if (value === undefined) return before
    if (value === '') return {}
    if (typeof value === 'string') throw badParam('metadata', 'Invalid object')
    const after = new Map(Object.entries(before))
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string' || text.length > 500 || key.length > 40)
        throw badParam(
          `metadata[${key.slice(0, 40)}]`,
          'Metadata keys have at most 40 characters and their values at most 500.',
        )
      if (text === '') after.delete(key)
      else after.set(key, text)
    }
    if (after.size > 50) throw badParam('metadata', 'Metadata has at most 50 keys.')
    return Object.fromEntries(after)
  }

  done(): void {
    const unknown = Object.keys(this.#params).find((name) => !this.#asked.has(name))
    if (unknown !== undefined) {
      const name = this.#name(unknown).slice(0, 100)
      throw badParam(name, `Received unknown parameter: ${name}`, 'parameter_unknown')
    }
    for (const child of this.#children) child.done()
  }

  #name(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`
  }

  #absent(name: string) {
    return badParam(this.#name(name), `Missing required param: ${this.#name(name)}.`, 'parameter_missing')
  }
}

export const noParams = () => new ParamReader(emptyParams())
