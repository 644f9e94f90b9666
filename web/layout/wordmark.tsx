import { currentStore } from '#web/i18n/current-store.ts'

/** Shows the logo of the store; without one, its name with the sign of the software, a hexagon bolt. Stands on dark ground. */
export function Wordmark() {
  const { name, logo } = currentStore()
  if (logo)
    return (
      <img
        src={logo.url}
        alt={name}
        width={logo.width}
        height={logo.height}
        className={`h-10 w-auto max-w-[min(11rem,100%)] object-contain object-left ${logo.plateOnDark ? 'rounded-field bg-white p-1' : ''}`}
      />
    )
  return (
    <span className="inline-flex items-center gap-2.5 font-heading text-2xl leading-none font-extrabold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
        <path d="M16 1.5 28.5 8.75v14.5L16 30.5 3.5 23.25V8.75z" className="fill-primary" />
        <circle cx="16" cy="16" r="8.2" className="fill-[#1a1208]" />
        <path d="M16 10.2 21 13.1v5.8l-5 2.9-5-2.9v-5.8z" className="fill-primary" />
      </svg>
      {/* The header of the narrowest screens has room for the sign only; on phones a longer name is smaller, and takes two lines. */}
      <span
        className={`in-[header]:max-[360px]:hidden ${name.length > 9 ? 'line-clamp-2 min-w-0 wrap-anywhere hyphens-auto in-[header]:max-sm:text-base' : ''} ${name.length > 14 ? 'max-w-60 text-lg' : ''}`}
      >
        {name}
      </span>
    </span>
  )
}
