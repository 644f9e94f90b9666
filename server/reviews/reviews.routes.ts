import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/reviews.ts'
import { assertOurImage } from '#server/media/image-address.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import { type Copies, makeCopy, sendCopy } from '#server/platform/copies.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, nextLink, readPage } from '#server/platform/paging.ts'
import { changeReview, withdrawReview } from '#server/reviews/change-review.ts'
import { hideReview } from '#server/reviews/hide-review.ts'
import { listAllReviews, listReviewsOf, listShownReviews } from '#server/reviews/list-reviews.ts'
import { presentManagedReview, presentOwnReview, presentReview } from '#server/reviews/present-review.ts'
import { publishReview } from '#server/reviews/publish-review.ts'

const json = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' }
const success = { success: true } as const

export function reviewsRoutes(app: FastifyInstance, { db, copies }: { db: Database; copies: Copies }): void {
  answerEndpoint(app, endpoints.listReviews, async ({ query, request, reply }) => {
    const page = readPage(query)
    if (query.limit ?? query.after) {
      return answerPage({ request, reply }, page, await listShownReviews(db, page)).map(presentReview)
    }
    const copy = await copies.get('/reviews', async () => {
      const rows = await listShownReviews(db, page)
      const link = nextLink('/reviews', page, rows)
      const list = rows.slice(0, page.limit).map(presentReview)
      return makeCopy(200, JSON.stringify(list), { ...json, ...(link ? { link } : {}) })
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
    return { ...success, _id: row.id, review: presentReview(row) }
  })

  answerEndpoint(app, endpoints.listOwnReviews, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    return answerPage({ request, reply }, page, await listReviewsOf(db, actor.id, page)).map(presentOwnReview)
  })

  answerEndpoint(app, endpoints.changeReview, async ({ params, body, actor }) => {
    if (body.image !== undefined) assertOurImage(body.image)
    const row = await changeReview(db, params.id, actor, {
      displayName: body.displayName === undefined ? undefined : body.displayName.trim() || actor.name,
      designation: body.designation?.trim(),
      message: body.massage?.trim(),
      imageUrl: body.image,
      rating: body.rating,
    })
    copies.renew()
    return { ...success, review: presentOwnReview(row) }
  })

  answerEndpoint(app, endpoints.withdrawReview, async ({ params, actor }) => {
    await withdrawReview(db, params.id, actor)
    copies.renew()
    return success
  })

  answerEndpoint(app, endpoints.listAllReviews, async ({ query, request, reply }) => {
    const page = readPage(query)
    const rows = await listAllReviews(db, page, { q: query.q, show: query.show })
    return answerPage({ request, reply }, page, rows).map(presentManagedReview)
  })

  answerEndpoint(app, endpoints.hideReview, async ({ params, body, actor }) => {
    await hideReview(db, params.id, body.hidden, actor)
    copies.renew()
    return success
  })
}
