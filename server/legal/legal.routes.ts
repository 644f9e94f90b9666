import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/language.ts'
import * as endpoints from '#contract/legal.ts'
import { mainLanguage } from '#contract/main-language.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import { getLegalText, listLegalTexts } from '#server/legal/find-legal-texts.ts'
import { listLegalDrafts, publishLegalText, saveLegalDraft } from '#server/legal/legal-drafts.ts'
import type { Seller } from '#server/legal/starter-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface LegalDeps {
  db: Database
  responseCache: ResponseCache
  /** Returns the address of terms outside the shop; empty if there are none. */
  findOutsideTerms: (db: Database) => Promise<string>
  /** Returns what the shop says about its seller, for the starter texts. */
  findSeller: (db: Database) => Promise<Seller>
}

export function legalRoutes(
  app: FastifyInstance,
  { db, responseCache, findOutsideTerms, findSeller }: LegalDeps,
): void {
  registerEndpoint(app, endpoints.listLegalTexts, async ({ query }) =>
    listLegalTexts(db, query.language ?? mainLanguage(), await findOutsideTerms(db)),
  )

  registerEndpoint(app, endpoints.getLegalText, ({ params, query }) =>
    getLegalText(db, params.kind, query.language ?? mainLanguage()),
  )

  registerEndpoint(app, endpoints.getLegalVersion, ({ params: { kind, language, version } }) =>
    getLegalText(db, kind, language, Number(version)),
  )

  registerEndpoint(app, endpoints.listLegalDrafts, async () => listLegalDrafts(db, await findSeller(db)))

  async function findDraft(kind: endpoints.LegalKind, language: Language): Promise<endpoints.LegalDraft> {
    const drafts = await listLegalDrafts(db, await findSeller(db))
    const draft = drafts.find((each) => each.kind === kind && each.language === language)
    if (!draft) throw new Error('Every text has a draft.')
    return draft
  }

  registerEndpoint(app, endpoints.saveLegalDraft, async ({ params, body, actor }) => {
    await saveLegalDraft(db, actor, params, body)
    return findDraft(params.kind, params.language)
  })

  registerEndpoint(app, endpoints.publishLegalText, async ({ params, body, actor }) => {
    await publishLegalText(db, actor, params, body.revision)
    responseCache.renew()
    return findDraft(params.kind, params.language)
  })
}
