import type { Tool } from '#contract/catalog.ts'
import { categoryWord, unitsText } from '#web/catalog/product-words.ts'
import { StockBadge } from '#web/catalog/stock-badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { t } from '#web/words/words.ts'

const sizes = '(min-width: 84rem) 19rem, (min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 92vw'

/** A product in a list: what it is, what it costs and whether the quantity fits, at one glance. */
export function ProductCard({ product, eager = false }: { product: Tool; eager?: boolean }) {
  return (
    <li className="card-surface group flex flex-col overflow-hidden transition-shadow duration-200 hover:shadow-lift focus-within:shadow-lift">
      <div className="picture-ground relative overflow-hidden border-b border-base-300">
        <Picture
          src={product.img}
          alt={product.name}
          sizes={sizes}
          placeholder={product.placeholder}
          eager={eager}
          className="transition-transform duration-300 ease-out-soft group-hover:scale-[1.03] motion-reduce:transition-none"
        />
        <span className="absolute top-3 left-3">
          <StockBadge product={product} />
        </span>
      </div>
      <div className="flex grow flex-col p-4">
        <p className="muted flex justify-between gap-3 text-[0.8125rem]">
          <span className="truncate">
            {product.category ? categoryWord(product.category) : t('product.no-category')}
          </span>
          {product.sku ? <span className="figures shrink-0">{product.sku}</span> : null}
        </p>
        <h3 className="mt-1.5 line-clamp-2 md:min-h-[2.2em] text-[1.375rem]" title={product.name}>
          {product.name}
        </h3>
        <dl className="mt-3 grid grid-cols-3 border-y border-base-300 py-2.5">
          <Figure term={t('product.minimum')} value={unitsText(product.minOrder)} />
          <Figure term={t('product.available')} value={unitsText(product.available)} />
          <Figure term={t('product.price')} value={moneyText(product.price)} strong />
        </dl>
        <p className="muted mt-3 line-clamp-3 md:min-h-[4.65em] text-[0.9375rem]">{product.content}</p>
        <ButtonLink
          to={`/products/${product._id}`}
          className="mt-4 w-full"
          aria-label={t('product.order-this', { name: product.name })}
        >
          {t('product.order')}
        </ButtonLink>
      </div>
    </li>
  )
}

function Figure({ term, value, strong = false }: { term: string; value: string; strong?: boolean }) {
  return (
    <div className="px-3 first:pl-0 last:pr-0 not-first:border-l not-first:border-base-300">
      <dt className="muted text-[0.8125rem]">{term}</dt>
      <dd className={`figures font-heading text-xl leading-tight font-bold ${strong ? 'text-accent' : ''}`}>{value}</dd>
    </div>
  )
}
