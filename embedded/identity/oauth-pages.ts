import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CallbackMessage } from './callback-message.ts'
import type { wordsFor } from './window-words.ts'

export type PageWords = ReturnType<typeof wordsFor>

const folder = join(import.meta.dirname, 'browser')
const files = [
  ['/auth/oauth.css', 'oauth.css', 'text/css'],
  ['/auth/callback.js', 'callback.js', 'text/javascript'],
] as const

/** Serves the assets of the pages from memory; the browser revalidates them by ETag. */
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

/** Sends a page of the popup: only its own files, no framing, no referrer. */
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

/** Sends the outcome of a sign-in at a provider: to `returnTo`, a path of ours, or to the opener of the popup. */
export function sendOutcome(
  reply: FastifyReply,
  words: PageWords,
  message: CallbackMessage,
  returnTo: string | undefined,
): FastifyReply {
  if (returnTo === undefined) return sendPage(reply, 200, callbackPage(words, message))
  // Behind `#`, where no server and no Referer sees it.
  return reply.redirect(`${returnTo}#${new URLSearchParams({ ...message }).toString()}`, 303)
}

/** Renders the page that notifies the opener and closes the popup. */
function callbackPage(words: PageWords, message: CallbackMessage): string {
  const [heading, text] = 'error' in message ? [words.failed, message.message] : [words.done, words.doneText]
  return page(words, heading, `<p>${escapeHtml(text)}</p>${waysOut(words)}`, message)
}

/** Renders an error for a popup without an opener. */
export function refusalPage(words: PageWords, messageText: string): string {
  return page(words, words.failed, `<p>${escapeHtml(messageText)}</p>${waysOut(words)}`)
}

export function page(
  { language }: Pick<PageWords, 'language'>,
  heading: string,
  content: string,
  message?: CallbackMessage,
): string {
  const data = message ? ` data-message="${escapeHtml(JSON.stringify(message))}"` : ''
  return `<!doctype html>
<html lang="${language}">
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
const waysOut = ({ close, home }: PageWords) =>
  `<p><button type="button" id="close" class="primary" hidden>${escapeHtml(close)}</button></p>
      <p><a href="/">${escapeHtml(home)}</a></p>`

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
