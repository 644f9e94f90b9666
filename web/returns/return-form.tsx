import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { buyerReasons, type OrderReturns, requestReturn, returnReasonRules } from '#contract/returns.ts'
import { write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { usePictureUpload } from '#web/media/use-picture-upload.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { readWhole } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

/** Describes a line with units that may be returned. */
export interface ReturnableLine {
  line: number
  name: string
  units: number
}

/** Asks to return units of a line, and of others for the same reason: it is all that must be chosen. */
export function ReturnForm(props: {
  order: string
  line: number
  units: number
  /** The other lines that may go into the same parcel. */
  others: readonly ReturnableLine[]
  rules: OrderReturns
  isStaff: boolean
  onClose: () => void
}) {
  const { order, line, units, others, rules, isStaff, onClose } = props
  // Buyers have nothing to send back of what is missing: they ask a question about it.
  const reasons = isStaff ? buyerReasons : buyerReasons.filter((reason) => reason !== 'missing')
  const key = useIdempotencyKey()
  const picture = usePictureUpload()
  const [photo, setPhoto] = useState<File>()
  const [chosen, setChosen] = useState<string>()
  /** The units of other lines, as they are typed. */
  const [added, setAdded] = useState<ReadonlyMap<number, string>>(new Map())
  const form = useEntryForm({
    values: { reason: '', units: '1', note: '' },
    async send(values) {
      const reason = buyerReasons.find((one) => one === values.reason)
      if (!reason) return undefined
      const address = photo && (await picture.upload(photo))
      const asked = { line, units: readWhole(values.units), reason, ...(address !== undefined && { photo: address }) }
      const more = others.flatMap((other) => {
        const typed = added.get(other.line)
        return typed === undefined ? [] : [{ line: other.line, units: unitsWithin(typed, other.units), reason }]
      })
      const body = { lines: [asked, ...more], note: values.note.trim() }
      const answer = await write(requestReturn, {
        params: { id: order },
        body,
        idempotencyKey: key.of({ ...body, order }),
      })
      key.forget()
      const { number, state } = answer.return
      toast.success(t(state === 'requested' ? 'returns.was-requested' : 'returns.was-approved', { number }))
      onClose()
      return undefined
    },
  })
  const wrongReason = form.messageOf('reason')
  const hasFee =
    rules.feePercent > 0 && buyerReasons.some((reason) => reason === chosen && returnReasonRules[reason].hasFee)
  return (
    <form {...form.form} className="grid gap-4">
      <fieldset aria-describedby={wrongReason ? 'return-reason-wrong' : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">{t('word.reason')}</legend>
        <div className="flex flex-wrap gap-2">
          {reasons.map((reason) => (
            <label
              key={reason}
              className="btn btn-outline min-h-11 border-base-content/35 has-checked:bg-base-content has-checked:text-base-100 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                value={reason}
                className="sr-only"
                {...form.plain('reason')}
                {...form.field('reason', { required: t('returns.choose-reason') })}
                onClick={() => setChosen(reason)}
              />
              {t(`returns.reason.${reason}`)}
            </label>
          ))}
        </div>
        {wrongReason ? (
          <p id="return-reason-wrong" className="mt-1.5 text-sm font-medium text-error">
            {wrongReason}
          </p>
        ) : null}
      </fieldset>
      <Field
        label={t('word.quantity')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('orders.line-left', { units: String(units) })}
        {...form.field('units', {
          validate: (typed) => {
            const count = readWhole(typed)
            return (count >= 1 && count <= units) || t('returns.units-wrong', { count: units })
          },
        })}
      />
      {others.length > 0 ? <OtherLines lines={others} added={added} onAdd={setAdded} /> : null}
      <FilePicker label={t('returns.photo')} file={photo} onPick={setPhoto} />
      <TextArea label={t('returns.note')} rows={2} maxLength={maxLengths.returnNote} {...form.field('note')} />
      {hasFee ? <p className="muted text-sm">{t('returns.fee-notice', { percent: rules.feePercent })}</p> : null}
      {rules.wayBack === '' ? null : <p className="muted text-sm">{rules.wayBack}</p>}
      <FormFooter form={form} sendLabel={t('returns.send')} onCancel={onClose} />
    </form>
  )
}

/** Offers the other lines of the order, each with its units once it is ticked. */
function OtherLines({
  lines,
  added,
  onAdd,
}: {
  lines: readonly ReturnableLine[]
  added: ReadonlyMap<number, string>
  onAdd: (added: ReadonlyMap<number, string>) => void
}) {
  const set = (line: number, typed: string | undefined) => {
    const next = new Map(added)
    if (typed === undefined) next.delete(line)
    else next.set(line, typed)
    onAdd(next)
  }
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {t('returns.others', { count: lines.length })}
      </summary>
      <ul className="max-h-64 divide-y divide-base-300 overflow-y-auto border-y border-base-300">
        {lines.map(({ line, name, units }) => {
          const typed = added.get(line)
          return (
            <li key={line} className="flex items-center gap-3 py-1">
              <label className="flex min-h-11 min-w-0 grow cursor-pointer items-center gap-3 pl-1">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={typed !== undefined}
                  onChange={({ target }) => set(line, target.checked ? '1' : undefined)}
                />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </label>
              {typed === undefined ? null : (
                <input
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={units}
                  aria-label={t('facets.quantity', { name })}
                  className="input figures min-h-11 w-16 shrink-0 border-base-content/35 px-2 text-base"
                  value={typed}
                  onChange={({ target }) => set(line, target.value)}
                  onBlur={() => set(line, String(unitsWithin(typed, units)))}
                />
              )}
              <span className="muted figures shrink-0 text-sm">
                {t('orders.line-left', { units: unitsText(units) })}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** Reads typed units as a number from 1 to `most`. */
const unitsWithin = (typed: string, most: number) => Math.min(Math.max(readWhole(typed) || 1, 1), most)
