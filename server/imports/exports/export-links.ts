import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ExportKind, ExportQuery } from '#contract/exports.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

const validMs = 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

interface ExportLink {
  kind: ExportKind
  query: ExportQuery
}

/** Returns the token of a download that works once, within a minute. */
export async function createExportLink(db: Database, { kind, query }: ExportLink, by: { id: string }) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + validMs)
  await db.execute(sql`
    WITH old AS (DELETE FROM export_links WHERE expires_at < now())
    INSERT INTO export_links (hash, kind, query, created_by, expires_at)
    VALUES (${hashOf(token)}, ${kind}, ${JSON.stringify(query)}::jsonb, ${by.id}, ${expiresAt.toISOString()})`)
  return { token, expiresAt }
}

/** Throws `export-link-not-found` unless the token can be used. */
export async function assertExportLink(db: Database, token: string): Promise<void> {
  const { rows } = await db.execute(sql`
    SELECT FROM export_links WHERE hash = ${hashOf(token)} AND expires_at >= now()`)
  if (rows.length === 0) throw problem('export-link-not-found')
}

/** Uses a token up and returns what it is for, and who has made it. Throws `export-link-not-found`. */
export async function takeExportLink(db: Database, token: string): Promise<ExportLink & { createdBy: string }> {
  const { rows } = await db.execute<ExportLink & { createdBy: string; [column: string]: unknown }>(sql`
    DELETE FROM export_links WHERE hash = ${hashOf(token)} AND expires_at >= now()
    RETURNING kind, query, created_by AS "createdBy"`)
  const [link] = rows
  if (!link) throw problem('export-link-not-found')
  return link
}
