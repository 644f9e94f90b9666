import type { DetailedTool } from '#contract/catalog.ts'
import { Picture } from '#web/ui/picture.tsx'
import { t } from '#web/i18n/messages.ts'

interface ShownPicture {
  url: string
  alt: string
  placeholder?: string | undefined
}

/** Returns all pictures of a product, the main one first. */
export const picturesOf = (product: DetailedTool): [ShownPicture, ...ShownPicture[]] => [
  { url: product.img, alt: product.imageAlt ?? product.name, placeholder: product.placeholder },
  ...(product.images ?? []).map(({ url, alt }) => ({ url, alt: alt || product.name })),
]

/** Shows the pictures of a product in a row; a click shows one large. Without scripts each is a link to its file. */
export function PictureChoice(props: {
  pictures: readonly ShownPicture[]
  chosen: number
  onChoose: (index: number) => void
}) {
  const { pictures, chosen, onChoose } = props
  if (pictures.length < 2) return null
  return (
    <ul aria-label={t('product.gallery')} className="mt-3 flex flex-wrap gap-2">
      {pictures.map(({ url }, index) => (
        <li key={index}>
          <a
            href={url}
            aria-label={t('product.show-picture', { number: index + 1 })}
            aria-current={index === chosen ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onChoose(index)
            }}
            className="picture-ground block w-20 overflow-hidden rounded-field border-2 border-base-300 hover:border-base-content/40 aria-[current]:border-primary"
          >
            <Picture src={url} alt="" sizes="5rem" />
          </a>
        </li>
      ))}
    </ul>
  )
}
