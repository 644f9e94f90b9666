import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks for confirmation before an action. Cancel has the focus; both buttons stay until the work is done. */
export function ConfirmDialog(props: {
  open: boolean
  title: string
  text?: ReactNode
  confirmLabel: string
  /** Explanations under the buttons, for ambiguous labels. */
  meanings?: { cancel: string; confirm: string }
  variant?: 'danger' | 'primary'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const ref = useModal(props.open)
  const id = useId()
  // The browser gives the focus to what comes first, which can be in the text.
  useEffect(() => {
    if (props.open) ref.current?.querySelector('button')?.focus()
  }, [props.open, ref])
  return (
    <dialog
      ref={ref}
      closedby={props.busy ? 'none' : 'any'}
      role="alertdialog"
      onClose={props.onCancel}
      aria-labelledby={id}
      aria-describedby={props.text ? `${id}-text` : undefined}
      className="sheet m-auto w-[min(30rem,calc(100vw-2rem))] rounded-box border border-base-300 bg-base-100 p-6 wrap-anywhere text-base-content shadow-lift"
    >
      <h2 id={id} className="text-2xl">
        {props.title}
      </h2>
      {props.text ? (
        <div id={`${id}-text`} className="muted mt-3">
          {props.text}
        </div>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <WithMeaning id={`${id}-cancel`} text={props.meanings?.cancel}>
          <Button
            variant="outline"
            disabled={props.busy}
            aria-describedby={props.meanings && `${id}-cancel`}
            onClick={() => ref.current?.close()}
          >
            {t('ui.cancel')}
          </Button>
        </WithMeaning>
        <WithMeaning id={`${id}-confirm`} text={props.meanings?.confirm}>
          <Button
            variant={props.variant ?? 'danger'}
            busy={props.busy ?? false}
            aria-describedby={props.meanings && `${id}-confirm`}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </WithMeaning>
      </div>
    </dialog>
  )
}

function WithMeaning({ id, text, children }: { id: string; text: string | undefined; children: ReactNode }) {
  if (text === undefined) return children
  return (
    <span className="grid min-w-28 gap-1 text-center">
      {children}
      <span id={id} className="text-sm font-semibold">
        {text}
      </span>
    </span>
  )
}

const firstField = ['input', 'select', 'textarea'].map((field) => `form ${field}:enabled`).join()

/** Renders a modal dialog. Its content is mounted each time it opens, and its first field gets the focus. */
export function Dialog({
  open,
  title,
  text,
  wide = false,
  closable = true,
  onClose,
  children,
}: {
  open: boolean
  title: string
  text?: ReactNode
  /** For long text. */
  wide?: boolean
  /** False for what is shown only once: only a button of its content closes it, not Escape. */
  closable?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const ref = useModal(open)
  const id = useId()
  // The browser gives the focus to the first button, which is the one that closes.
  useEffect(() => {
    if (open) ref.current?.querySelector<HTMLElement>(firstField)?.focus()
  }, [open, ref])
  return (
    <dialog
      ref={ref}
      closedby={closable ? 'closerequest' : 'none'}
      // Browsers that do not know the attribute.
      onCancel={closable ? undefined : (event) => event.preventDefault()}
      onClose={onClose}
      aria-labelledby={id}
      aria-describedby={text ? `${id}-text` : undefined}
      className={`sheet m-auto rounded-box border border-base-300 bg-base-100 p-6 wrap-anywhere text-base-content shadow-lift ${wide ? 'w-[min(46rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'}`}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={id} className="min-w-0 text-2xl wrap-anywhere">
          {title}
        </h2>
        {closable ? (
          <button
            type="button"
            aria-label={t('ui.close')}
            className="btn btn-square btn-ghost -mt-2 -mr-2 min-h-11 w-11 shrink-0"
            onClick={() => ref.current?.close()}
          >
            <X aria-hidden="true" size={20} />
          </button>
        ) : null}
      </div>
      {text ? (
        <div id={`${id}-text`} className="muted mt-2">
          {text}
        </div>
      ) : null}
      {open ? <div className="mt-5">{children}</div> : null}
    </dialog>
  )
}

/** Renders a panel that slides in from the left: a menu on small screens. */
export function Drawer({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}) {
  const ref = useModal(open)
  return (
    <dialog
      ref={ref}
      closedby="any"
      onClose={onClose}
      aria-label={title}
      className="sheet sheet-left m-0 mr-auto h-dvh max-h-none w-[min(20rem,85vw)] max-w-none border-r border-base-300 bg-base-100 p-4 text-base-content shadow-lift"
    >
      <div className="mb-2 flex items-center justify-between">
        <p className="eyebrow">{title}</p>
        <button
          type="button"
          aria-label={t('ui.close')}
          className="btn btn-square btn-ghost min-h-11 w-11"
          onClick={() => ref.current?.close()}
        >
          <X aria-hidden="true" size={20} />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** Opens and closes a native dialog as `open` says. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return ref
}
