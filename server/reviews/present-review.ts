import type { Language } from '#contract/language.ts'
import type { ManagedReview, OwnReview, Review } from '#contract/reviews.ts'
import type { reviews } from '#server/reviews/reviews.tables.ts'

type Row = typeof reviews.$inferSelect

/** Presents a review, in the language of its reader if it was translated. */
export const presentReview = (row: Row, language?: Language): Review => ({
  ...presentAsWritten(row),
  ...presentTranslation(language && row.translations[language]),
})

const presentTranslation = (translation: Row['translations'][Language]) =>
  translation && { designation: translation.designation, massage: translation.message }

const presentAsWritten = (row: Row): Review => ({
  _id: row.id,
  name: row.name,
  displayName: row.displayName,
  designation: row.designation,
  massage: row.message,
  image: row.imageUrl,
  rating: row.rating,
  publishedAt: row.publishedAt.toISOString(),
})

export const presentOwnReview = (row: Row): OwnReview => ({ ...presentReview(row), hidden: row.hiddenAt !== null })

export const presentManagedReview = (row: Row & { email: string | null }): ManagedReview => ({
  ...presentOwnReview(row),
  ...(row.email === null ? {} : { email: row.email }),
  ...(row.checkedAt === null && row.authorId !== null && { unchecked: true as const }),
})
