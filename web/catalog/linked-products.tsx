import { useId } from 'react'
import { Link } from 'react-router'
import type { DetailedTool, LinkedTool } from '#contract/catalog.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
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
export function LinkedProducts({
  title,
  products = [],
  columns = 'sm:grid-cols-2',
}: {
  title: string
  products: readonly LinkedTool[] | undefined
  /** The class of more columns than one. */
  columns?: string
}) {
  const id = useId()
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className={`mt-3 grid gap-3 ${columns}`}>
        {products.map(({ _id, name, img, sku }) => (
          <li key={_id}>
            <Link
              to={`/products/${_id}`}
              className="flex min-h-14 items-center gap-3 rounded-field border border-base-300 p-2 hover:border-base-content/40"
            >
              <span className="picture-ground block w-20 shrink-0 overflow-hidden rounded-field">
                <Picture src={img} alt="" sizes="5rem" />
              </span>
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{name}</span>
                {sku ? <span className="muted figures block text-sm">{sku}</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
