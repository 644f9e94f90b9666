import { randomBytes } from 'node:crypto'

/** Simulates a browser for popups: keeps cookies, follows redirects and reads forms. */
export interface TestBrowser {
  cookies: Map<string, string>
  open(url: string, form?: Record<string, string>): Promise<Page>
  /** Returns the first response without following redirects. */
  peek(url: string): Promise<Response>
}

export interface Page {
  url: URL
  status: number
  headers: Headers
  html: string
  /** The message to the opener; undefined if none. */
  message: Record<string, string> | undefined
}

export function createTestBrowser(): TestBrowser {
  const cookies = new Map<string, string>()

  async function request(url: URL, form?: Record<string, string>): Promise<Response> {
    const mine = [...cookies].filter(([key]) => key.startsWith(`${url.host} `))
    const cookie = mine.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ')
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(cookie && { cookie }) },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      // A sealed value may contain `1970`, too.
      if (/Max-Age=0|1970/.test(attributes.join(';'))) cookies.delete(`${url.host} ${name}`)
      else cookies.set(`${url.host} ${name}`, value.join('='))
    }
    return response
  }

  return {
    cookies,
    peek: (url) => request(new URL(url)),
    async open(address, form) {
      let url = new URL(address)
      let response = await request(url, form)
      for (let location = response.headers.get('location'); location; location = response.headers.get('location')) {
        url = new URL(location, url)
        response = await request(url)
      }
      const html = await response.text()
      return { url, status: response.status, headers: response.headers, html, message: readMessage(html) }
    },
  }
}

/** Returns the URL that a page opens, and the session id that it keeps. */
export function startUrl(origin: string, more: Record<string, string> = {}): { url: string; sessionId: string } {
  const sessionId = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({ providerId: 'google.com', eventId: '4711', sessionId, ...more })
  return { url: `${origin}/auth/start?${query.toString()}`, sessionId }
}

function readMessage(html: string): Record<string, string> | undefined {
  const escaped = /data-message="([^"]*)"/.exec(html)?.[1]
  if (escaped === undefined) return undefined
  const json = escaped
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return JSON.parse(json.replaceAll('&amp;', '&')) as Record<string, string>
}
