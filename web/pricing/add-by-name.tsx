import { useState } from 'react'
import { useAction } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** Adds what needs no more than a name at first, such as a price list: one field and its button. */
export function AddByName({
  label,
  button,
  maxLength,
  add,
}: {
  label: string
  button: string
  maxLength: number
  add: (name: string) => Promise<void>
}) {
  const [name, setName] = useState('')
  const adding = useAction(add)
  const given = name.trim()
  return (
    <form
      className="mt-6 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (given !== '') adding.mutate(given)
      }}
    >
      <Field
        label={label}
        className="w-full sm:w-80"
        maxLength={maxLength}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={adding.isPending} disabled={given === ''}>
        {button}
      </Button>
    </form>
  )
}
