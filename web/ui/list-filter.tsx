import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'

/** Narrows a list: by its text, and by one of a few kinds, with their counts where they are known. */
export function ListFilter<Kind extends string>(props: {
  label: string
  text: string
  onText: (text: string) => void
  /** Those that are `isNarrow` stand there on phones alone, whose bar scrolls. */
  kinds?: readonly { kind: Kind; label: string; count?: number; isNarrow?: boolean }[]
  /** Set if counting ends there. */
  countsEnd?: number
  kind?: Kind
  onKind?: (kind: Kind) => void
  /** Other controls of the list, such as its order. */
  children?: ReactNode
}) {
  const { label, text, onText, kinds = [], countsEnd = Infinity, kind, onKind, children } = props
  const name = useId()
  return (
    <search className="no-print mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {kinds.length > 0 ? (
        <fieldset className="flex min-w-0 gap-2 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:max-w-full md:flex-wrap md:max-lg:gap-1.5 md:max-lg:[&>label]:px-2.5">
          <legend className="sr-only">{t('ui.show')}</legend>
          {kinds.map((each) => (
            <label
              key={each.kind}
              className={`${each.isNarrow ? 'md:hidden' : ''} relative inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-field border border-base-content/35 px-3 font-heading font-bold hover:bg-base-200 has-checked:border-neutral has-checked:bg-neutral has-checked:text-neutral-content has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent dark:has-checked:border-base-content dark:has-checked:bg-base-content dark:has-checked:text-base-100`}
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={each.kind === kind}
                onChange={() => onKind?.(each.kind)}
              />
              {each.label}
              {each.count === undefined ? null : (
                <span className="figures text-sm font-semibold opacity-80">
                  {each.count >= countsEnd ? t('ui.more-than', { count: countsEnd - 1 }) : numberText(each.count)}
                </span>
              )}
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        <label className="input min-h-11 w-full border-base-content/35 text-base sm:w-80">
          <Search aria-hidden="true" size={18} className="shrink-0 opacity-70" />
          <span className="sr-only">{label}</span>
          <input type="search" placeholder={label} value={text} onChange={(event) => onText(event.target.value)} />
        </label>
        {children}
      </div>
    </search>
  )
}
