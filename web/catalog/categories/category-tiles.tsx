import { Link } from 'react-router'
import type { CategoryCount } from '#contract/categories.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows categories with picture, name and number of products. */
export function CategoryTiles({
  categories,
  pathOf = ({ category }) => `/categories/${category}`,
}: {
  categories: readonly CategoryCount[]
  pathOf?: (category: CategoryCount) => string
}) {
  return (
    <ul className="grid grid-cols-2 gap-2 md:grid-cols-4 xl:grid-cols-5">
      {categories.map((category) => (
        <li key={category.category} className="grid">
          <Link
            to={pathOf(category)}
            prefetch="intent"
            className="card-surface flex items-center gap-2 overflow-hidden pr-2 transition-[box-shadow,border-color] duration-200 hover:border-base-content/30 hover:shadow-card"
          >
            <img
              src={smallest(category.img)}
              alt=""
              width={96}
              height={72}
              loading="lazy"
              decoding="async"
              className="picture-ground aspect-4/3 h-auto w-12 shrink-0 object-cover lg:w-24"
            />
            <span className="min-w-0 py-1">
              <span className="block font-heading text-[0.9375rem] leading-tight font-bold md:text-base hyphens-auto wrap-break-word [word-spacing:0.07em]">
                {category.name}
              </span>
              <span className="muted figures block text-[0.8125rem]">
                {t('word.product-count', { count: category.products })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the smallest variant of our own images; others as they are. */
const smallest = (picture: string) => picture.replace(/(\/media\/[^/]+\/)\d+\.webp$/, '$1320.webp')
