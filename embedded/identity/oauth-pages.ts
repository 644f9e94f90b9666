import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CallbackMessage } from './callback-message.ts'
import { escapeHtml } from './mails.ts'

const folder = join(import.meta.dirname, 'browser')
const files = [
  ['/auth/oauth.css', 'oauth.css', 'text/css'],
  ['/auth/callback.js', 'callback.js', 'text/javascript'],
] as const

/** Serves what the pages load, from memory, always asked anew by ETag. */
export async function oauthFiles(app: FastifyInstance): Promise<void> {
  for (const [path, name, type] of files) {
    const body = await readFile(join(folder, name))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const headers = { 'cache-control': 'no-cache', 'content-type': `${type}; charset=utf-8`, etag }
    app.get(path, (request, reply) => {
      reply.headers({ ...headers, 'x-content-type-options': 'nosniff' })
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
    })
  }
}

/** A page of these windows: nothing but its own files, in no frame, telling no other site where it came from. */
export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(html)
}

/** Tells the page that opened the window, and closes the window. */
export function callbackPage(message: CallbackMessage): string {
  const [heading, text] =
    'error' in message
      ? ['That did not work', message.message]
      : ['You can go back now', 'Signing in goes on in the window that you came from.']
  return page(heading, `<p>${escapeHtml(text)}</p>${waysOut}`, message)
}

/** For a window that nobody waits for any more. */
export function refusalPage(sentence: string): string {
  return page('That did not work', `<p>${escapeHtml(sentence)}</p>${waysOut}`)
}

export function page(heading: string, content: string, message?: CallbackMessage): string {
  const data = message ? ` data-message="${escapeHtml(JSON.stringify(message))}"` : ''
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(heading)}</title>
    <link rel="stylesheet" href="/auth/oauth.css" />
  </head>
  <body${data}>
    <main>
      <h1>${escapeHtml(heading)}</h1>
      ${content}
    </main>
    <script src="/auth/callback.js" type="module"></script>
  </body>
</html>
`
}

// Only a window that was opened by a page can be closed by one; the script shows the button there.
const waysOut = `<p><button type="button" id="close" class="primary" hidden>Close this window</button></p>
      <p><a href="/">Go to the home page</a></p>`
