import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scope, StoryLocator, StoryPage } from './story-page.ts'
import { type WebDriver, WebDriverError } from './webkit-session.ts'

const timeoutMs = 30_000
/** The name under which WebDriver hands over an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const enterKey = '\uE007'

type Element = { [elementKey]: string }
interface Match {
  text?: string
  pattern?: string
  flags?: string
  exact?: boolean
}
type Step =
  | { kind: 'role'; role: string; name?: Match }
  | { kind: 'text' | 'label' | 'filter'; match: Match }
  | { kind: 'frame'; selector: string }

/** Finds elements in the page: by role and name as Testing Library does. It is loaded into each document once. */
const library = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom')).replace(
    /dist\/.*$/,
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)

const find = `
const [steps] = arguments
const { queryAllByRole, queryAllByText, queryAllByLabelText } = globalThis.TestingLibraryDom
const normal = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
const toMatcher = ({ text, pattern, flags, exact }) => (found) => {
  if (pattern !== undefined) return new RegExp(pattern, flags).test(normal(found))
  return exact ? normal(found) === normal(text) : normal(found).toLowerCase().includes(normal(text).toLowerCase())
}
let found = [document.body]
for (const step of steps) {
  const query = {
    role: (scope) => queryAllByRole(scope, step.role, step.name ? { name: toMatcher(step.name) } : {}),
    text: (scope) => queryAllByText(scope, toMatcher(step.match)),
    label: (scope) => queryAllByLabelText(scope, toMatcher(step.match)),
    filter: (scope) => (toMatcher(step.match)(scope.textContent) ? [scope] : []),
    frame: (scope) => [...scope.querySelectorAll(step.selector)],
  }[step.kind]
  found = [...new Set(found.flatMap(query))]
}
const shown = found.find((element) => element.checkVisibility() && element.getClientRects().length > 0)
// The driver scrolls smoothly, and clicks before the element has come.
shown?.scrollIntoView({ block: 'center', behavior: 'instant' })
return shown ?? null
`

/** Drives a page of WebKit like one of Playwright's: every call waits until the page is ready for it. */
export class WebKitPage implements StoryPage<WebKitLocator> {
  readonly #send: WebDriver
  readonly #origin: string

  constructor(send: WebDriver, origin: string) {
    this.#send = send
    this.#origin = origin
  }

  getByRole = this.#scope().getByRole
  getByText = this.#scope().getByText
  getByLabel = this.#scope().getByLabel
  frameLocator = (selector: string) => scopeOf(this, [{ kind: 'frame', selector }])

  async goto(address: string): Promise<void> {
    await this.#send('POST', '/url', { url: new URL(address, this.#origin).href })
  }

  async waitForURL(address: RegExp): Promise<void> {
    await this.#retry(`the address ${address}`, async () => address.test(await this.#send<string>('GET', '/url')))
  }

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    await this.#send('POST', '/window/rect', size)
  }

  /** Calls a command on the element once there is one for which it works. */
  async act<T>(steps: readonly Step[], command: (send: WebDriver, element: Element) => Promise<T>): Promise<T> {
    return this.#retry(JSON.stringify(steps), async () => {
      const element = await this.#find(steps)
      return element && { value: await command(this.#send, element) }
    }).then(({ value }) => value)
  }

  #scope(): Scope<WebKitLocator> {
    return scopeOf(this, [])
  }

  async #find(steps: readonly Step[]): Promise<Element | null> {
    await this.#send('POST', '/frame', { id: null })
    let rest = [...steps]
    for (;;) {
      const frameAt = rest.findIndex(({ kind }) => kind === 'frame')
      const element = await this.#findHere(frameAt < 0 ? rest : rest.slice(0, frameAt + 1))
      if (frameAt < 0 || element === null) return element
      await this.#send('POST', '/frame', { id: element })
      rest = rest.slice(frameAt + 1)
    }
  }

  async #findHere(steps: readonly Step[]): Promise<Element | null> {
    const isLoaded = 'return globalThis.TestingLibraryDom !== undefined'
    if (!(await this.#run<boolean>(isLoaded))) await this.#run(library)
    return this.#run<Element | null>(find, steps)
  }

  #run<T>(script: string, ...args: unknown[]): Promise<T> {
    return this.#send<T>('POST', '/execute/sync', { script, args })
  }

  async #retry<T>(what: string, attempt: () => Promise<T>): Promise<NonNullable<T>> {
    const deadline = performance.now() + timeoutMs
    let refusal = 'not there'
    while (performance.now() < deadline) {
      try {
        const result = await attempt()
        if (result) return result
      } catch (error) {
        // It is covered, disabled or of a page that is gone.
        if (!(error instanceof WebDriverError)) throw error
        refusal = error.message
      }
      await delay(50)
    }
    throw new Error(`${what}: ${refusal}, on ${await this.#describe()}`)
  }

  /** Returns the address and the text of the page: there is no picture of it. */
  async #describe(): Promise<string> {
    return this.#run<string>('return `${location}: ${document.body.innerText}`').catch(String)
  }
}

function scopeOf(page: WebKitPage, steps: readonly Step[]): Scope<WebKitLocator> {
  const then = (step: Step) => new WebKitLocator(page, [...steps, step])
  return {
    getByRole: (role, { name, exact } = {}) =>
      then({ kind: 'role', role, ...(name === undefined ? {} : { name: toMatch(name, exact) }) }),
    getByText: (text, { exact } = {}) => then({ kind: 'text', match: toMatch(text, exact) }),
    getByLabel: (text, { exact } = {}) => then({ kind: 'label', match: toMatch(text, exact) }),
  }
}

function toMatch(text: string | RegExp, exact = false): Match {
  return typeof text === 'string' ? { text, exact } : { pattern: text.source, flags: text.flags }
}

export class WebKitLocator implements StoryLocator<WebKitLocator> {
  readonly #page: WebKitPage
  readonly #steps: readonly Step[]
  readonly getByRole: Scope<WebKitLocator>['getByRole']
  readonly getByText: Scope<WebKitLocator>['getByText']
  readonly getByLabel: Scope<WebKitLocator>['getByLabel']

  constructor(page: WebKitPage, steps: readonly Step[]) {
    this.#page = page
    this.#steps = steps
    const scope = scopeOf(page, steps)
    this.getByRole = scope.getByRole
    this.getByText = scope.getByText
    this.getByLabel = scope.getByLabel
  }

  frameLocator = (selector: string) => scopeOf(this.#page, [...this.#steps, { kind: 'frame', selector }])
  filter = ({ hasText }: { hasText: string }) =>
    new WebKitLocator(this.#page, [...this.#steps, { kind: 'filter', match: { text: hasText } }])
  /** Always the first one is taken. */
  first = () => this

  waitFor = () => this.#act(async () => undefined)
  click = () => this.#act(clickOnce)
  innerText = () => this.#command<string>('GET', '/text')
  press = () => this.#command('POST', '/value', { text: enterKey })

  fill = (text: string) =>
    this.#act(async (send, element) => {
      // Into a frame the driver types only after a click.
      await send('POST', `${pathOf(element)}/click`, {})
      await send('POST', `${pathOf(element)}/clear`, {})
      if (text !== '') await send('POST', `${pathOf(element)}/value`, { text })
    })

  selectOption = (label: string) =>
    this.#act(async (send, element) => {
      const script = 'return [...arguments[0].options].find(({ label }) => label === arguments[1]) ?? null'
      const option = await send<Element | null>('POST', '/execute/sync', { script, args: [element, label] })
      if (option === null) throw new WebDriverError(`there is no option ${label}`)
      await send('POST', `${pathOf(option)}/click`, {})
    })

  #act<T>(command: (send: WebDriver, element: Element) => Promise<T>): Promise<T> {
    return this.#page.act(this.#steps, command)
  }

  #command<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    return this.#act((send, element) => send<T>(method, `${pathOf(element)}${path}`, body))
  }
}

/** Clicks on an element. On a busy machine a click of the driver may not reach the page; of one that did, a page that was left knows nothing. */
async function clickOnce(send: WebDriver, element: Element): Promise<void> {
  const run = (script: string) => send<boolean>('POST', '/execute/sync', { script, args: [] })
  await run(`
    globalThis.isClickMissed = true
    addEventListener('click', () => { globalThis.isClickMissed = false }, { once: true, capture: true })
  `)
  await send('POST', `${pathOf(element)}/click`, {})
  if (await run('return globalThis.isClickMissed === true')) throw new WebDriverError('the click did not arrive')
}

const pathOf = (element: Element) => `/element/${element[elementKey]}`
