import { t } from '#web/i18n/messages.ts'

/** Shows the error of a form as a whole. `hasInput` is false for a form without anything that could be lost. */
export function FormError({ text, hasInput = true }: { text: string | undefined; hasInput?: boolean }) {
  return (
    <div role="alert">
      {text ? (
        <p className="rounded-field border border-error/50 bg-error/8 px-4 py-3 font-medium text-error">
          {text} {hasInput ? <span className="font-normal">{t('ui.nothing-lost')}</span> : null}
        </p>
      ) : null}
    </div>
  )
}
