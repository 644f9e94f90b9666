import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import { handleError, problem } from '#server/platform/http/problem.ts'

/** Keeps what pages of former versions load for tabs that stay open. */
const keptDays = 30

/**
 * Publishes the scripts, styles and fonts of a build in the database, before its pages are served: other versions of the shop, which
 * run beside this one during an upgrade or after it, answer with them.
 */
export async function publishPageAssets(db: Database, buildDirectory: string): Promise<void> {
  const directory = join(buildDirectory, 'client/assets')
  const files = new Set(await readdir(directory))
  const names = [...files].filter((name) => !/\.(?:gz|br)$/.test(name))
  await db.transaction(async (tx) => {
    const { rows: known } = await tx.execute<{ name: string }>(
      sql`UPDATE page_assets SET published_at = now() WHERE name = ANY (${sql.param(names)}) RETURNING name`,
    )
    const published = new Set(known.map(({ name }) => name))
    for (const name of names.filter((one) => !published.has(one)).toSorted()) {
      const isGzip = files.has(`${name}.gz`)
      const content = await readFile(join(directory, isGzip ? `${name}.gz` : name))
      await tx.execute(
        sql`INSERT INTO page_assets (name, content, is_gzip) VALUES (${name}, ${content}, ${isGzip}) ON CONFLICT DO NOTHING`,
      )
    }
    // A server that has run for months published its own when it started.
    await tx.execute(sql`
      DELETE FROM page_assets WHERE published_at <
        least(now(), (SELECT min(started_at) FROM servers)) - make_interval(days => ${keptDays})`)
  })
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  avif: 'image/avif',
  webp: 'image/webp',
}

const otherVersions = '/assets/:name'

/** Whether a script or style of this build is asked for: a small file that browsers keep for a year. */
export const isOwnAsset = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && url.startsWith('/assets/') && url !== otherVersions

/** Serves the assets of other versions; the files of the own build have routes of their own. */
export function servePageAssets(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { name: string } }>(otherVersions, { exposeHeadRoute: true }, async (request, reply) => {
    const { name } = request.params
    const type = types[name.split('.').at(-1) ?? '']
    const { rows } = type
      ? await db.execute<{ content: Buffer; is_gzip: boolean }>(
          sql`SELECT content, is_gzip FROM page_assets WHERE name = ${name}`,
        )
      : { rows: [] }
    const [asset] = rows
    if (!type || !asset) return handleError(problem('route-not-found'), request, reply)
    if (asset.is_gzip) reply.header('content-encoding', 'gzip')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(asset.content)
  })
}
