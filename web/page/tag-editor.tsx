import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { listTags, type Tag, type TaggedSubject } from '#contract/tags.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { endpointQuery, useAction, useQuery } from '#web/api/queries.ts'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the tags of an order or a customer, takes them off and adds others; those in use are suggested. */
export function TagEditor(props: {
  subject: TaggedSubject
  tags: readonly Tag[]
  onAdd: (name: string) => Promise<unknown>
  onRemove: (tag: Tag) => Promise<unknown>
}) {
  const { subject, tags, onAdd, onRemove } = props
  const [name, setName] = useState('')
  const adding = useAction(async () => {
    if (name.trim() === '') return
    await onAdd(name.trim())
    setName('')
  })
  const removing = useAction(onRemove)
  return (
    <>
      {tags.length > 0 ? (
        <ul className="mb-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag._id}
              className="inline-flex max-w-full items-center rounded-field bg-base-200 pl-3 font-medium"
            >
              <span className="min-w-0 wrap-anywhere">{tag.name}</span>
              <button
                type="button"
                className="btn btn-square btn-ghost btn-sm min-h-9 w-9 pointer-coarse:min-h-11 pointer-coarse:w-11"
                aria-label={t('tags.remove', { name: tag.name })}
                disabled={removing.isPending}
                onClick={() => removing.mutate(tag)}
              >
                <X aria-hidden="true" size={16} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Form onSend={() => adding.mutate(undefined)} className="flex gap-2">
        <TagInput subject={subject} value={name} onChange={setName} />
        <button
          type="submit"
          className="btn btn-square btn-outline min-h-11 w-11 border-base-content/35"
          aria-label={t('tags.add')}
          disabled={adding.isPending}
        >
          <Plus aria-hidden="true" size={18} />
        </button>
      </Form>
    </>
  )
}

/** Shows the tags of a row of a list. */
export function TagNames({ tags = [] }: { tags?: readonly Tag[] | undefined }) {
  if (tags.length === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {tags.map(({ _id, name }) => (
        <span key={_id} className="max-w-48 truncate rounded-field bg-base-200 px-1.5 text-sm font-medium">
          {name}
        </span>
      ))}
    </span>
  )
}

/** Renders the field of a tag's name with those in use as suggestions. */
export function TagInput({
  subject,
  value,
  onChange,
}: {
  subject: TaggedSubject
  value: string
  onChange: (name: string) => void
}) {
  const id = useId()
  const known = useTags(subject)
  return (
    <>
      <input
        className="input min-h-11 w-full border-base-content/35 text-base"
        aria-label={t('word.tag')}
        placeholder={t('word.tag')}
        list={id}
        maxLength={maxLengths.tagName}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {known.map(({ _id, name }) => (
          <option key={_id} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Narrows a list to the rows with a tag; absent while there are none. */
export function TagFilter({
  subject,
  tag,
  onTag,
}: {
  subject: TaggedSubject
  tag: string
  onTag: (id: string) => void
}) {
  const known = useTags(subject)
  if (known.length === 0 && tag === '') return null
  // A tag of a saved view may have gone from all rows.
  const isKnown = tag === '' || known.some(({ _id }) => _id === tag)
  return (
    <Select
      className="grow sm:w-44 sm:grow-0 [&>label]:sr-only"
      label={t('word.tag')}
      choices={[
        { value: '', label: t('tags.any') },
        ...known.map(({ _id, name }) => ({ value: _id, label: name })),
        ...(isKnown ? [] : [{ value: tag, label: '–' }]),
      ]}
      value={tag}
      onChoose={onTag}
    />
  )
}

/** Lists the ids of tags for `useListFilter`. */
export const tagPattern = /^[1-9]\d{0,15}$/

export const useTags = (subject: TaggedSubject): readonly Tag[] =>
  useQuery(endpointQuery(listTags, { query: { subject } })).data ?? []
