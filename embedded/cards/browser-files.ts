import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const folder = join(import.meta.dirname, 'browser')

/** The pages inside the payment page: nothing but their own files, and no way for the outer page into them. */
const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts; require-trusted-types-for 'script'"

const files = [
  ['/cards/stripe.js', 'stripe.js', 'text/javascript'],
  ['/cards/frame', 'frame.html', 'text/html'],
  ['/cards/frame.js', 'frame.js', 'text/javascript'],
  ['/cards/frame.css', 'frame.css', 'text/css'],
  ['/cards/challenge', 'challenge.html', 'text/html'],
  ['/cards/challenge.js', 'challenge.js', 'text/javascript'],
  ['/cards/challenge.css', 'challenge.css', 'text/css'],
] as const

/** Serves the browser's part from memory, always asked anew by ETag. */
export async function browserFiles(app: FastifyInstance): Promise<void> {
  for (const [path, name, type] of files) {
    const body = await readFile(join(folder, name))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const headers = {
      'cache-control': 'no-cache',
      // The frames have an origin of their own (sandbox), so for their files ours is another one.
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': `${type}; charset=utf-8`,
      etag,
      'x-content-type-options': 'nosniff',
      ...(type === 'text/html' ? { 'content-security-policy': framePolicy, 'x-frame-options': 'SAMEORIGIN' } : {}),
    }
    app.get(path, (request, reply) => {
      // Asked of a sandboxed page, Chromium only complains about it.
      reply.removeHeader('origin-agent-cluster').headers(headers)
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
    })
  }
}
