import { t } from '#web/words/words.ts'

/** Why a form was refused as a whole. */
export function FormProblem({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text ? (
        <p className="rounded-field border border-error/50 bg-error/8 px-4 py-3 font-medium text-error">
          {text} <span className="font-normal">{t('ui.nothing-lost')}</span>
        </p>
      ) : null}
    </div>
  )
}
