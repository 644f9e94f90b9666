import type { ReactNode } from 'react'

/** Renders a group of labelled checkboxes, any number of which may be checked. */
export function CheckboxGroup<Value extends string>({
  legend,
  choices,
  checked,
  onChange,
}: {
  legend: string
  choices: readonly { value: Value; label: ReactNode }[]
  checked: readonly Value[]
  onChange: (checked: Value[]) => void
}) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 py-1.5">
          <input
            type="checkbox"
            className="checkbox"
            checked={checked.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...checked, value] : checked.filter((one) => one !== value))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
