import { currentStore } from '#web/i18n/current-store.ts'

/** Shows the name of the shop with its logo, a hexagon bolt. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 font-heading text-2xl leading-none font-extrabold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8">
        <path d="M16 1.5 28.5 8.75v14.5L16 30.5 3.5 23.25V8.75z" className="fill-primary" />
        <circle cx="16" cy="16" r="8.2" className="fill-[#1a1208]" />
        <path d="M16 10.2 21 13.1v5.8l-5 2.9-5-2.9v-5.8z" className="fill-primary" />
      </svg>
      {/* The header of the narrowest screens has room for the sign only. */}
      <span className="in-[header]:max-[360px]:hidden">{currentStore().name}</span>
    </span>
  )
}
