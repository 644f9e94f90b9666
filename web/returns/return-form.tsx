import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { buyerReasons, type OrderReturns, requestReturn, returnReasonRules } from '#contract/returns.ts'
import { write } from '#web/api/queries.ts'
import { usePictureUpload } from '#web/media/use-picture-upload.ts'
import { useIdempotencyKey } from '#web/orders/use-idempotency-key.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { readWhole } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

/** Asks to return units of a line: a reason is all that must be chosen. */
export function ReturnForm(props: {
  order: string
  line: number
  units: number
  rules: OrderReturns
  isStaff: boolean
  onClose: () => void
}) {
  const { order, line, units, rules, isStaff, onClose } = props
  // Buyers have nothing to send back of what is missing: they ask a question about it.
  const reasons = isStaff ? buyerReasons : buyerReasons.filter((reason) => reason !== 'missing')
  const key = useIdempotencyKey()
  const picture = usePictureUpload()
  const [photo, setPhoto] = useState<File>()
  const [chosen, setChosen] = useState<string>()
  const form = useEntryForm({
    values: { reason: '', units: String(units), note: '' },
    async send(values) {
      const reason = buyerReasons.find((one) => one === values.reason)
      if (!reason) return undefined
      const address = photo && (await picture.upload(photo))
      const asked = { line, units: readWhole(values.units), reason, ...(address !== undefined && { photo: address }) }
      const body = { lines: [asked], note: values.note.trim() }
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
      <FilePicker label={t('returns.photo')} file={photo} onPick={setPhoto} />
      <TextArea label={t('returns.note')} rows={2} maxLength={maxLengths.returnNote} {...form.field('note')} />
      {hasFee ? <p className="muted text-sm">{t('returns.fee-notice', { percent: rules.feePercent })}</p> : null}
      {rules.wayBack === '' ? null : <p className="muted text-sm">{rules.wayBack}</p>}
      <FormFooter form={form} sendLabel={t('returns.send')} onCancel={onClose} />
    </form>
  )
}
