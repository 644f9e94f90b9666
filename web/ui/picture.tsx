const ownPicture = /^(?<base>(?:https?:\/\/[^/]+)?\/media\/[^/]+\/)\d+\.(?:webp|avif)$/
const widths = [320, 640, 960]

/** Renders an image in a 4:3 box. Our own images are loaded in the best size and format, others as they are. */
export function Picture(props: {
  src: string
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** Above the fold: loaded eagerly with high priority. */
  eager?: boolean
  /** A tiny image shown until this one has loaded. Its box must be `relative`. */
  placeholder?: string | undefined
  className?: string
}) {
  const { src, alt, sizes, eager = false, placeholder, className = '' } = props
  const base = ownPicture.exec(src)?.groups?.['base']
  const image = (
    <img
      src={src}
      alt={alt}
      width={960}
      height={720}
      decoding="async"
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      {...(base && { srcSet: sources(base, 'webp'), sizes })}
      className={`relative block aspect-4/3 h-auto w-full object-cover ${className}`}
    />
  )
  return (
    <>
      {placeholder ? (
        <img src={placeholder} alt="" decoding="async" className="absolute inset-0 size-full object-cover" />
      ) : null}
      {base ? (
        <picture>
          <source type="image/avif" srcSet={sources(base, 'avif')} sizes={sizes} />
          {image}
        </picture>
      ) : (
        image
      )}
    </>
  )
}

const sources = (base: string, format: string) =>
  widths.map((width) => `${base}${width}.${format} ${width}w`).join(', ')

/** Renders a small round portrait. */
export function Portrait({ src, alt }: { src: string; alt: string }) {
  const base = ownPicture.exec(src)?.groups?.['base']
  return (
    <img
      src={base ? `${base}320.webp` : src}
      alt={alt}
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      className="size-12 shrink-0 rounded-full bg-base-300 object-cover"
    />
  )
}
