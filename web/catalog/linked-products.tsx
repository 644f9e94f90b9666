import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { DetailedTool, LinkedTool } from '#contract/catalog.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { FitMark } from '#web/page/fit/fit-mark.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** Says what replaces a product, with a link to it. */
export function SuccessorNote({ product: { replacedBy, discontinued } }: { product: DetailedTool }) {
  if (!replacedBy) return null
  return (
    <p role="note" className="mt-4 rounded-field border border-info/40 bg-info/10 p-4 font-medium wrap-anywhere">
      <RichMessage
        id={discontinued ? 'purchase.discontinued' : 'purchase.replaced'}
        values={{ name: replacedBy.name }}
        parts={{ link: <Link to={`/products/${replacedBy._id}`} className="underline underline-offset-4" /> }}
      />
    </p>
  )
}

/** Lists other products below a title, such as those that fit together with one. */
export function LinkedProducts<Product extends LinkedTool>({
  title,
  products = [],
  note,
}: {
  title: string
  products: readonly Product[] | undefined
  /** What is said under each name; then they stand in one column. */
  note?: (product: Product) => ReactNode
}) {
  const id = useId()
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className={`mt-3 grid gap-3 ${note ? '' : 'sm:grid-cols-2'}`}>
        {products.map((product) => (
          <li key={product._id}>
            <Link
              to={`/products/${product._id}`}
              className="flex min-h-14 items-center gap-3 rounded-field border border-base-300 p-2 hover:border-base-content/40"
            >
              <span className="picture-ground block w-20 shrink-0 overflow-hidden rounded-field">
                <Picture src={product.img} alt="" sizes="5rem" />
              </span>
              <span className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{product.name}</span>
                {product.sku ? <span className="muted figures block text-sm">{product.sku}</span> : null}
                {note?.(product)}
              </span>
            </Link>
            <FitMark productId={product._id} className="mt-1 px-2" />
          </li>
        ))}
      </ul>
    </section>
  )
}
