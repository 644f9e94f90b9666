import { desc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/reviews.ts'
import { assertOurImage } from '#server/media/image-address.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import { type Copies, makeCopy, sendCopy } from '#server/platform/copies.ts'
import type { Database } from '#server/platform/database.ts'
import { presentReview } from '#server/reviews/present-review.ts'
import { publishReview } from '#server/reviews/publish-review.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

const json = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' }

export function reviewsRoutes(app: FastifyInstance, { db, copies }: { db: Database; copies: Copies }): void {
  answerEndpoint(app, endpoints.listReviews, async ({ request, reply }) => {
    const copy = await copies.get('/reviews', async () => {
      const rows = await db.select().from(reviews).orderBy(desc(reviews.publishedAt), desc(reviews.id)).limit(100)
      return makeCopy(200, JSON.stringify(rows.map(presentReview)), json)
    })
    reply.hijack()
    sendCopy(request.raw, reply.raw, copy)
    return reply
  })

  answerEndpoint(app, endpoints.addReview, async ({ body, actor }) => {
    assertOurImage(body.image)
    const row = await publishReview(db, actor, {
      displayName: body.displayName?.trim() || actor.name,
      designation: body.designation?.trim() ?? '',
      message: body.massage.trim(),
      imageUrl: body.image,
      rating: body.rating,
    })
    copies.renew()
    return { success: true as const, _id: row.id, review: presentReview(row) }
  })
}
