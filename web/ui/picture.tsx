const ownPicture = /^(?<base>(?:https?:\/\/[^/]+)?\/media\/[^/]+\/)\d+\.(?:webp|avif)$/
const widths = [320, 640, 960]

/** A picture in a box of 4:3. Our own pictures come in the size that fits and in the best format; others as they are. */
export function Picture(props: {
  src: string
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Above the fold: fetched at once and first. */
  eager?: boolean
  /** A tiny picture to show, blurred, until this one is there. Its box must be `relative` and hide what overflows. */
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
        <img
          src={placeholder}
          alt=""
          className="absolute inset-0 size-full scale-110 object-cover [filter:blur(16px)]"
        />
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

/** A small round picture of a person. */
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
