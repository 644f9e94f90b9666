import { type ChangeEvent, useState } from 'react'
import { numberInput, readWhole } from '#web/i18n/typed-number.ts'

/**
 * Returns the properties of an input for a whole number as people of the store's region type it; `onChange` gets NaN for what is none. What
 * is typed stays while it means the value.
 */
export function useTypedWhole(value: number, onChange: (value: number) => void) {
  const [typed, setTyped] = useState('')
  const written = Number.isNaN(value) ? '' : numberInput(value)
  return {
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: Object.is(readWhole(typed), value) ? typed : written,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(target.value)
      onChange(readWhole(target.value))
    },
  }
}
