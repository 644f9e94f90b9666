import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import type { uploadDocument, uploadImage } from '#contract/media.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

type Uploading = typeof uploadImage | typeof uploadDocument

/** Uploads picked files at once, one after the other, and hands on where each one is. */
export function UploadButton<E extends Uploading>(props: {
  label: string
  accept: string
  endpoint: E
  /** The field of the form. */
  field: E['multipart']
  /** The number of files that may still be added. */
  most: number
  onUpload: (stored: ResponseBody<E>['data'], file: File) => void
}) {
  const { label, accept, endpoint, field, most, onUpload } = props
  const id = useId()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()

  async function upload(files: readonly File[]) {
    setProblem(undefined)
    try {
      for (const file of files.slice(0, most)) {
        setPart(0)
        const form = new FormData()
        form.set(field, file)
        const answer: ResponseBody<Uploading> = await call<Uploading>(endpoint, { form, onProgress: setPart })
        // The answer of this endpoint.
        onUpload(answer.data as ResponseBody<E>['data'], file)
      }
    } catch (error) {
      setProblem(errorMessageOf(error))
      toast.error(errorMessageOf(error))
    } finally {
      setPart(undefined)
    }
  }

  return (
    <div>
      <span className="relative inline-flex">
        <label
          htmlFor={id}
          className="btn btn-outline min-h-11 border-base-content/35 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
        >
          <Upload aria-hidden="true" size={18} /> {label}
          <input
            id={id}
            type="file"
            accept={accept}
            multiple
            disabled={part !== undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              void upload(files)
            }}
          />
        </label>
      </span>
      {part === undefined ? null : <Progress label={t('product.uploading')} value={part} />}
      {problem ? (
        <p id={`${id}-problem`} className="mt-1.5 text-sm font-medium text-error">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
