import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/visits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import type { VisitCounter } from '#server/visits/count-visits.ts'
import { isCounted, readReferrer, readView } from '#server/visits/read-visit.ts'
import { readVisits } from '#server/visits/read-visits.ts'

interface VisitsDeps {
  db: Database
  visits: VisitCounter
  /** Whether the shop counts visits. */
  isOn: () => Promise<boolean>
  publicUrl: () => string
}

const success = { success: true } as const
/** Sets how long the setting is not asked for again: a call costs no statement. */
const keptMs = 5000

export function visitsRoutes(app: FastifyInstance, { db, visits, isOn, publicUrl }: VisitsDeps): void {
  let setting: { isOn: Promise<boolean>; until: number } | undefined
  const isSwitchedOn = () => {
    if (!setting || setting.until < performance.now()) {
      setting = { isOn: isOn().catch(() => false), until: performance.now() + keptMs }
    }
    return setting.isOn
  }

  registerEndpoint(app, endpoints.countVisit, async ({ body, request: { headers, ip } }) => {
    if (!isCounted(headers) || !(await isSwitchedOn())) return success
    const visitor = { ip: visitorNetwork(ip), agent: headers['user-agent'] ?? '' }
    if (body.added !== undefined) {
      visits.count(visitor, [['added', body.added.toLowerCase()]], { isView: false })
      return success
    }
    const counted = readView(body.path)
    if (counted) visits.count(visitor, counted, { isView: true, referrer: readReferrer(body.referrer, publicUrl()) })
  })

  registerEndpoint(app, endpoints.getVisits, ({ query }) => readVisits(db, query))
}
