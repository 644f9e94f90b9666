import { maxLengths } from '#contract/max-lengths.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { t } from '#web/i18n/messages.ts'

interface Note {
  _id: string
  note: string
  by: string
  at: string
}

/** Shows and takes what staff write down about an order or a customer. */
export function StaffNotes(props: {
  notes: readonly Note[]
  /** The name under which what is typed survives. */
  draft: string
  onAdd: (note: string) => Promise<unknown>
  onDelete: (note: Note) => Promise<unknown>
}) {
  const { notes, draft, onAdd, onDelete } = props
  const form = useEntryForm({
    values: { note: '' },
    draft,
    async send({ note }) {
      await onAdd(note)
      return { note: '' }
    },
  })
  const deleting = useConfirm<Note>(
    ({ note }) => ({
      title: t('customers.delete-note'),
      text: note,
      confirmLabel: t('word.delete'),
    }),
    onDelete,
  )
  return (
    <>
      {notes.length > 0 ? (
        <ul className="mb-5 grid gap-4">
          {notes.map((note) => (
            <li key={note._id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
              <p className="border-l-2 border-base-300 pl-3 wrap-anywhere whitespace-pre-line">{note.note}</p>
              <Button
                variant="quiet"
                size="sm"
                className="text-error"
                aria-label={t('customers.delete-note')}
                onClick={() => deleting.ask(note)}
              >
                {t('word.delete')}
              </Button>
              <p className="muted pl-3.5 text-sm wrap-anywhere">
                <DayTime iso={note.at} /> · {note.by}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      <form {...form.form} className="grid gap-3">
        <TextArea
          label={t('customers.new-note')}
          rows={2}
          maxLength={maxLengths.orderNote}
          hint={t('customers.note-hint')}
          {...form.field('note', { validate: (text) => text.trim() !== '' || t('customers.note-empty') })}
        />
        <FormError text={form.problem} />
        <div>
          <Button type="submit" variant="outline" busy={form.busy}>
            {t('customers.add-note')}
          </Button>
        </div>
      </form>
      {deleting.dialog}
    </>
  )
}
