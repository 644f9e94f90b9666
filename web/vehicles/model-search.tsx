import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { findVehicleModels, type FoundModel } from '#contract/fits-phrases.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { endpointQuery, queryClient, useAction, useQuery } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { useDebouncedValue } from '#web/page/use-list-filter.ts'
import { nameOfModel, yearsOfModel } from '#web/vehicles/model-name.ts'

/** Finds a model while its name is typed: ↑↓ and Enter choose, Escape leaves the field. */
export function ModelSearch({
  label,
  onChoose,
  onLeave,
}: {
  label: string
  onChoose: (model: FoundModel) => void
  onLeave: () => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const q = useDebouncedValue(text.trim())
  const query = useQuery({
    ...endpointQuery(findVehicleModels, { query: { q } }),
    enabled: isOpen && q.length >= 2,
    placeholderData: keepPreviousData,
  })
  const found = isOpen && q.length >= 2 && text.trim() !== '' ? query.data : undefined
  const isListed = found !== undefined && found.length > 0
  const isAnswered = q === text.trim() && !query.isPlaceholderData && !query.isLoading
  const choose = (model: FoundModel) => {
    onChoose(model)
    setText('')
    setActive(0)
    setIsOpen(false)
  }
  const enter = useAction(async (input: HTMLInputElement) => {
    const asked = text.trim()
    const [first] = await queryClient.fetchQuery(endpointQuery(findVehicleModels, { query: { q: asked } }))
    if (first && input.value.trim() === asked) choose(first)
  })
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const count = found?.length ?? 0
    if (event.key === 'Escape') {
      setText('')
      setIsOpen(false)
      onLeave()
    } else if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count)
    // An empty field leaves Enter to the row.
    else if (event.key === 'Enter' && text.trim() === '') onLeave()
    else if (event.key === 'Enter') {
      const model = found?.[active]
      // What is shown belongs to a shorter text until the answer is there.
      if (!isAnswered) enter.mutate(event.currentTarget)
      else if (model) choose(model)
    } else return
    event.preventDefault()
  }
  return (
    <div
      className="relative w-full max-w-md"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      }}
    >
      <input
        type="text"
        role="combobox"
        data-model-search
        aria-label={label}
        aria-expanded={isListed}
        aria-controls={isListed ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={found?.[active] ? `${id}-${active}` : undefined}
        value={text}
        maxLength={maxLengths.search}
        placeholder={t('phrases.another')}
        autoComplete="off"
        spellCheck={false}
        className="input min-h-11 w-full border-base-content/35 text-base"
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
          setIsOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {isListed ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-box border border-base-300 bg-base-100 py-1 shadow-lift"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((model, at) => (
            <div
              key={model.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-4 py-1.5 hover:bg-base-200 aria-selected:bg-base-200"
              onClick={() => choose(model)}
            >
              <span className="font-semibold wrap-anywhere">{nameOfModel(model)}</span>
              <span className="muted figures">{yearsOfModel(model)}</span>
              {model.isHidden ? <span className="muted text-sm">{t('phrases.hidden')}</span> : null}
            </div>
          ))}
        </div>
      ) : null}
      <span role="status" className={found?.length === 0 ? 'muted text-sm' : 'sr-only'}>
        {found ? t('phrases.found', { count: found.length }) : ''}
      </span>
    </div>
  )
}
