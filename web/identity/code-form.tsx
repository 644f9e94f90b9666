import type { ReactNode } from 'react'
import { OneFieldForm } from '#web/identity/one-field-form.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks for a six-digit code. `onCode` returns the error message, if any. */
export function CodeForm({
  hint,
  button,
  onCode,
  children,
}: {
  hint?: ReactNode
  button: string
  onCode: (code: string) => Promise<string | undefined>
  children?: ReactNode
}) {
  return (
    <OneFieldForm
      label={t('code.label')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={9}
      hint={hint}
      missing={t('code.six-digits')}
      send={async (text) => {
        const code = text.replaceAll(/\D/g, '')
        return code.length === 6 ? onCode(code) : t('code.six-digits')
      }}
      button={button}
    >
      {children}
    </OneFieldForm>
  )
}
