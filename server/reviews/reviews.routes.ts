import type { FastifyInstance } from 'fastify'
import { countAllReviews as countAllReviewsEndpoint } from '#contract/review-counts.ts'
import * as endpoints from '#contract/reviews.ts'
import type { AssertUploadedImage } from '#server/media/image-url.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import { readAnswerLanguage } from '#server/platform/http/page-language.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sendPageOfRows, nextLink, readPage } from '#server/platform/database/pagination.ts'
import { updateReview, withdrawReview } from '#server/reviews/update-review.ts'
import { hideReview } from '#server/reviews/hide-review.ts'
import { countAllReviews, listAllReviews, listAuthorReviews, listVisibleReviews } from '#server/reviews/list-reviews.ts'
import { presentManagedReview, presentOwnReview, presentReview } from '#server/reviews/present-review.ts'
import { publishReview } from '#server/reviews/publish-review.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const success = { success: true } as const

interface ReviewsRoutesDeps {
  db: Database
  responseCache: ResponseCache
  assertUploadedImage: AssertUploadedImage
}

export function reviewsRoutes(
  app: FastifyInstance,
  { db, responseCache, assertUploadedImage }: ReviewsRoutesDeps,
): void {
  registerEndpoint(app, endpoints.listReviews, async ({ query, request, reply }) => {
    const page = readPage(query)
    const language = readAnswerLanguage(request, reply)
    const present = (row: Parameters<typeof presentReview>[0]) => presentReview(row, language)
    if (query.limit ?? query.after) {
      return sendPageOfRows({ request, reply }, page, await listVisibleReviews(db, page)).map(present)
    }
    const make = async () => {
      const rows = await listVisibleReviews(db, page)
      const link = nextLink('/reviews', page, rows)
      const list = rows.slice(0, page.limit).map(present)
      return { status: 200, text: reply.serialize(list) as string, headers: { ...json, ...(link ? { link } : {}) } }
    }
    const copy = await responseCache.get('/reviews', make, language)
    return responseCache.send(request, reply, copy)
  })

  registerEndpoint(app, endpoints.addReview, async ({ body, actor }) => {
    assertUploadedImage(body.image)
    const row = await publishReview(db, actor, {
      displayName: body.displayName?.trim() || actor.name,
      designation: body.designation?.trim() ?? '',
      message: body.massage?.trim() ?? '',
      imageUrl: body.image,
      rating: body.rating,
    })
    responseCache.renew()
    return { ...success, _id: row.id, review: presentReview(row) }
  })

  registerEndpoint(app, endpoints.listOwnReviews, async ({ query, actor, request, reply }) => {
    const page = readPage(query)
    return sendPageOfRows({ request, reply }, page, await listAuthorReviews(db, actor.id, page)).map(presentOwnReview)
  })

  registerEndpoint(app, endpoints.updateReview, async ({ params, body, actor }) => {
    if (body.image !== undefined) assertUploadedImage(body.image)
    const row = await updateReview(db, params.id, actor, {
      displayName: body.displayName === undefined ? undefined : body.displayName.trim() || actor.name,
      designation: body.designation?.trim(),
      message: body.massage?.trim(),
      imageUrl: body.image,
      rating: body.rating,
    })
    responseCache.renew()
    return { ...success, review: presentOwnReview(row) }
  })

  registerEndpoint(app, endpoints.withdrawReview, async ({ params, actor }) => {
    await withdrawReview(db, params.id, actor)
    responseCache.renew()
  })

  registerEndpoint(app, endpoints.listAllReviews, async ({ query, request, reply }) => {
    const page = readPage(query)
    const { q, show, from, to } = query
    const rows = await listAllReviews(db, page, { q, show, days: { from, to } })
    return sendPageOfRows({ request, reply }, page, rows).map(presentManagedReview)
  })

  registerEndpoint(app, countAllReviewsEndpoint, ({ query }) => countAllReviews(db, query))

  registerEndpoint(app, endpoints.hideReview, async ({ params, body, actor }) => {
    await hideReview(db, params.id, body.hidden, actor)
    responseCache.renew()
  })
}
