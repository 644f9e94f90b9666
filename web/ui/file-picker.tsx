import { ImageUp } from 'lucide-react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { FieldLabel, useFieldDescriptions } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Picks one picture and shows it in a box of fixed size before it is sent. */
export function FilePicker(props: {
  label: string
  file: File | undefined
  /** The URL of the current image. */
  current?: string | undefined
  onPick: (file: File | undefined) => void
  hint?: string
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  /** The ref of the input, to focus it. */
  inputRef?: Ref<HTMLInputElement | null>
}) {
  const { label, file, current, onPick, hint, error, required, disabled, inputRef } = props
  const { id, describedBy, notes } = useFieldDescriptions(undefined, hint, error)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(inputRef, () => input.current)
  useEffect(() => {
    if (!file && input.current) input.current.value = ''
  }, [file])
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      <div
        className={`relative flex items-center gap-4 rounded-field border border-dashed p-3 has-enabled:hover:bg-base-200 has-disabled:bg-base-200 has-disabled:[&>span:first-child]:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${error ? 'border-error' : 'border-base-content/35'}`}
      >
        <span
          aria-hidden="true"
          className="picture-ground grid h-24 w-32 shrink-0 place-items-center max-xs:size-20 overflow-hidden rounded-field text-neutral/60"
        >
          {file ? <Preview file={file} /> : current ? <Kept address={current} /> : <ImageUp size={30} />}
        </span>
        <span className="min-w-0 text-sm">
          <span className={`block font-semibold ${file ? 'truncate' : ''}`}>
            {file ? file.name : current ? t('ui.choose-other-picture') : t('ui.choose-picture')}
          </span>
          <span className="muted block">
            {file ? t('ui.picture-chosen', { size: Math.max(1, Math.round(file.size / 1024)) }) : t('ui.picture-kinds')}
          </span>
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onPick(event.target.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      {notes}
    </div>
  )
}

function Kept({ address }: { address: string }) {
  return <img src={address} alt="" width={128} height={96} className="size-full object-contain" />
}

/** Shows a file from a browser-local address, which is given back when the picture goes away. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} alt="" className="size-full object-contain" />
}
