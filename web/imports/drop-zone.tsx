import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { importKinds, type ImportKindName, importPermissions, uploadImport } from '#contract/imports.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { refetchShown } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { kindLabels } from '#web/imports/import-labels.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { useFieldDescriptions } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Select } from '#web/ui/select.tsx'

const accepted =
  '.csv,.tsv,.txt,.xlsx,.xls,.ods,.zip,.pdf,.jpg,.jpeg,.png,.webp,.gif,.avif,.heic,text/csv,application/zip,image/*'

/** Uploads what is dropped or chosen at once: a table, its pictures, or both. The shop finds out what they are. */
export function DropZone() {
  const navigate = useNavigate()
  const kinds = useKinds()
  const [files, setFiles] = useState<readonly File[]>([])
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [isUnclear, setIsUnclear] = useState(false)
  const [isOver, setIsOver] = useState(false)

  async function upload(chosen: readonly File[], kind?: ImportKindName) {
    setFiles(chosen)
    setProblem(undefined)
    setIsUnclear(false)
    setPart(0)
    const form = new FormData()
    for (const file of chosen)
      form.append(/\.(?:zip|pdf|jpe?g|png|webp|gif|avif|heic)$/i.test(file.name) ? 'pictures' : 'table', file)
    const query = { language: currentLanguage(), compare: 'if-clear' as const, ...(kind && { kind }) }
    try {
      const answer = await call(uploadImport, { query, form, onProgress: setPart })
      void refetchShown()
      await navigate(`/dashboard/imports/${answer.import._id}`)
    } catch (error) {
      const asksForKind = error instanceof ApiProblem && error.code === 'import-kind-unclear'
      setIsUnclear(asksForKind)
      setProblem(asksForKind ? t('imports.what-unclear') : errorMessageOf(error))
    } finally {
      setPart(undefined)
    }
  }

  const { id, describedBy, notes } = useFieldDescriptions(undefined, t('imports.drop-hint'), problem)
  const isBusy = part !== undefined
  return (
    <div className="grid gap-4">
      <div
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        className={`relative grid min-h-24 place-items-center rounded-box border-2 border-dashed p-5 text-center has-enabled:hover:bg-base-200 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${problem ? 'border-error' : isOver ? 'border-primary bg-base-200' : 'border-base-content/35'}`}
      >
        <label htmlFor={id} className="grid justify-items-center gap-2 font-heading text-2xl font-semibold">
          <Upload aria-hidden="true" size={30} className="opacity-75" />
          {t('imports.drop')}
        </label>
        {files.length > 0 ? (
          <span className="mt-2 max-w-full truncate">{files.map(({ name }) => name).join(', ')}</span>
        ) : null}
        <input
          id={id}
          type="file"
          multiple
          accept={accepted}
          disabled={isBusy}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            // The same file can be chosen again, once it is mended.
            target.value = ''
            if (chosen.length > 0) void upload(chosen)
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      {notes}
      {isUnclear ? (
        <Select
          label={t('imports.what')}
          choices={[
            { value: '' as const, label: t('imports.what-choose') },
            ...kinds.map((value) => ({ value, label: t(kindLabels[value]) })),
          ]}
          value=""
          onChoose={(kind) => {
            if (kind !== '') void upload(files, kind)
          }}
        />
      ) : null}
      {isBusy ? (
        <div aria-live="polite">
          <Progress label={t(part < 1 ? 'imports.uploading' : 'imports.reading')} {...(part < 1 && { value: part })} />
        </div>
      ) : null}
    </div>
  )
}

/** Returns the kinds of files that the person may import. */
export function useKinds(): ImportKindName[] {
  const person = usePerson()
  return importKinds.filter((kind) => mayUse(person, importPermissions[kind]))
}
