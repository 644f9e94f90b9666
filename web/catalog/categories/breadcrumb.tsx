import { Fragment } from 'react'
import { Link } from 'react-router'
import { t } from '#web/i18n/messages.ts'

/** Describes a page on the way to another one. */
export interface Step {
  name: string
  path: string
}

/** Shows the way from all products to a category; the last one is the page itself if `isHere`. */
export const CategoryBreadcrumb = ({ path, isHere = false }: { path: CategoryPath; isHere?: boolean }) => (
  <Breadcrumb steps={stepsTo(path)} isHere={isHere} />
)

type CategoryPath = readonly { category: string; name: string }[]
const stepsTo = (path: CategoryPath): Step[] =>
  path.map(({ category, name }) => ({ name, path: `/categories/${category}` }))

/** Shows the way from all products to a page; the last step is the page itself if `isHere`. */
export function Breadcrumb({ steps, isHere = false }: { steps: readonly Step[]; isHere?: boolean }) {
  return (
    <nav
      aria-label={t('purchase.way-back')}
      className="muted flex flex-wrap items-center gap-x-2 text-[0.9375rem] print:hidden"
    >
      <Link to="/products" prefetch="intent" className={crumb}>
        {t('word.all-products')}
      </Link>
      {steps.map(({ name, path }, index) => (
        <Fragment key={path}>
          <span aria-hidden="true">/</span>
          {isHere && index === steps.length - 1 ? (
            <span aria-current="page" className="text-base-content">
              {name}
            </span>
          ) : (
            <Link to={path} prefetch="intent" className={crumb}>
              {name}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

const crumb = 'inline-flex min-h-11 items-center hover:text-base-content hover:underline'

/** Builds the structured data of the way to a category. */
export const breadcrumbFacts = (path: CategoryPath, origin: string) => stepFacts(stepsTo(path), origin)

/** Builds the structured data of the way to a page. */
export const stepFacts = (steps: readonly Step[], origin: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: t('word.all-products'), path: '/products' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})
