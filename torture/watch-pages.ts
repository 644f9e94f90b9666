import { setTimeout as delay } from 'node:timers/promises'
import { call } from '#torture/call.ts'

export interface PageWatch {
  /** Names the events meanwhile, for the lines of `failed`. */
  during: string
  /** Whether pages need not be shown for now. */
  mayFail: boolean
  /** Lists the requests that were not answered with 200 so far. */
  failed: string[]
  /** The number of requests so far. */
  of: number
  stop(): Promise<void>
}

/**
 * Views pages four times a second as browsers do that have nothing in their cache, with the scripts and styles that the page names, and
 * a list that no cache of the shop has. With `asksAgain`, what is refused with Retry-After is asked for once more.
 */
export function watchPages(url: string, { asksAgain = false } = {}): PageWatch {
  let isEnding = false
  const watch: PageWatch = {
    during: '',
    mayFail: false,
    failed: [],
    of: 0,
    async stop() {
      isEnding = true
      await running
    },
  }
  const view = (path: string) =>
    call<unknown>(url, 'GET', path).catch((error: Error) => ({
      status: [error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])].join(': '),
      body: '',
      headers: undefined,
    }))
  async function get(path: string): Promise<string> {
    const { during, mayFail } = watch
    if (!mayFail) watch.of++
    const first = await view(path)
    // One that is too busy says when to come back, which is long before a dead primary is replaced.
    const seconds = asksAgain ? Number(first.headers?.get('retry-after') ?? 0) : 0
    if (seconds > 0) await delay(seconds * 1000)
    const { status, body, headers } = seconds > 0 ? await view(path) : first
    // Also one that was under way when they began to fail.
    if (status !== 200 && !mayFail && !watch.mayFail) {
      // The log of the server has the reason; the balancer knows no id.
      const from = headers && (headers.get('x-request-id') ?? 'the balancer')
      watch.failed.push(`${during} ${status} for ${path} (${from ?? 'no server'})`.trim())
    }
    return typeof body === 'string' ? body : ''
  }
  const running = (async () => {
    for (let turn = 0; !isEnding; turn++) {
      const page = await get(turn % 2 === 0 ? '/' : '/products')
      const assets = new Set([...page.matchAll(/(\/assets\/[\w.-]+)/g)].map(([, path = '']) => path))
      await Promise.all([...assets].map(get))
      await get(`/tools?limit=${(turn % 40) + 1}`)
      await delay(250)
    }
  })()
  return watch
}
