import { Fragment } from 'react'
import { Link } from 'react-router'
import { t } from '#web/i18n/messages.ts'

/** Shows the way from all products to a category; the last one is the page itself if `isHere`. */
export function CategoryBreadcrumb({
  path,
  isHere = false,
}: {
  path: readonly { category: string; name: string }[]
  isHere?: boolean
}) {
  return (
    <nav
      aria-label={t('purchase.way-back')}
      className="muted flex flex-wrap items-center gap-x-2 text-[0.9375rem] print:hidden"
    >
      <Link to="/products" prefetch="intent" className={crumb}>
        {t('word.all-products')}
      </Link>
      {path.map(({ category, name }, index) => (
        <Fragment key={category}>
          <span aria-hidden="true">/</span>
          {isHere && index === path.length - 1 ? (
            <span aria-current="page" className="text-base-content">
              {name}
            </span>
          ) : (
            <Link to={`/categories/${category}`} prefetch="intent" className={crumb}>
              {name}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

const crumb = 'inline-flex min-h-11 items-center hover:text-base-content hover:underline'

/** Builds the structured data of the way. */
export const breadcrumbFacts = (path: readonly { category: string; name: string }[], origin: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: t('word.all-products'), item: `${origin}/products` },
    ...path.map(({ category, name }) => ({ name, item: `${origin}/categories/${category}` })),
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
})
