import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const folder = join(import.meta.dirname, 'browser')

/**
 * Lets the frames load nothing but their own files, and keeps the page around them out. To WebKit a sandboxed page is of no origin, so that
 * `'self'` allows nothing: the origin is named, too.
 */
const framePolicy = (origin: string) =>
  `default-src 'none'; ${['script', 'style', 'connect', 'img'].map((kind) => `${kind}-src 'self' ${origin}; `).join('')}base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts; require-trusted-types-for 'script'`

const files = [
  ['/cards/stripe.js', 'stripe.js', 'text/javascript'],
  ['/cards/frame', 'frame.html', 'text/html'],
  ['/cards/frame.js', 'frame.js', 'text/javascript'],
  ['/cards/card-number.js', 'card-number.js', 'text/javascript'],
  ['/cards/frame.css', 'frame.css', 'text/css'],
  ['/cards/challenge', 'challenge.html', 'text/html'],
  ['/cards/challenge.js', 'challenge.js', 'text/javascript'],
  ['/cards/challenge.css', 'challenge.css', 'text/css'],
] as const

/** Serves the browser's files from memory; the browser revalidates them by ETag each time. */
export async function serveBrowserFiles(app: FastifyInstance): Promise<void> {
  for (const [path, name, type] of files) {
    const body = await readFile(join(folder, name))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const headers = {
      'cache-control': 'no-cache',
      // The frames are sandboxed, so their origin is opaque and ours is cross-origin to them.
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': `${type}; charset=utf-8`,
      etag,
      'x-content-type-options': 'nosniff',
    }
    app.get(path, (request, reply) => {
      // For a sandboxed page Chromium only logs a warning about this header.
      reply.removeHeader('origin-agent-cluster').headers(headers)
      if (type === 'text/html') {
        const policy = framePolicy(originOf(request))
        reply.headers({ 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' })
      }
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body)
    })
  }
}

/** Returns the origin that the browser asked; in a policy `http:` allows `https:`, which a proxy may have ended. */
function originOf({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}
