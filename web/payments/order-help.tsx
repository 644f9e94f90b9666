import { type ReactNode, useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { closeOrderMessage, type OrderMessage, sendOrderMessage } from '#contract/order-messages.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { useAction, write } from '#web/api/queries.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { ApplyChange } from '#web/payments/apply-change.tsx'
import { CancelUnitsForm, countStillToCome } from '#web/payments/cancel-units-form.tsx'
import { ChangeOrderForm } from '#web/payments/change-order-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { CardSection } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows what a buyer can do about an order, and staff for it: change, cancel and ask. */
export function OrderHelp({ details, isStaff }: { details: OrderDetails; isStaff: boolean }) {
  const { order, actions } = details
  const [open, setOpen] = useState<'change' | 'cancel' | 'message'>()
  const close = () => setOpen(undefined)
  const canCancel = actions.includes('cancel-units') || actions.includes('ask-to-cancel')
  const forms: Record<'change' | 'cancel' | 'message', { title: string; form: ReactNode }> = {
    change: {
      title: t('change-order.title', { number: order.number }),
      form: <ChangeOrderForm details={details} onClose={close} />,
    },
    cancel: {
      title: t(isStaff ? 'cancel-units.not-coming' : 'cancel-units.title'),
      form: <CancelUnitsForm details={details} isStaff={isStaff} onClose={close} />,
    },
    message: {
      title: t(isStaff ? 'order-help.answer' : 'order-help.ask'),
      form: <MessageForm details={details} onClose={close} />,
    },
  }
  return (
    <section aria-label={t('order-help.title')} className="no-print mt-3">
      <p className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={() => setOpen('message')}>
          {t(isStaff ? 'order-help.answer' : 'order-help.ask')}
        </Button>
        {actions.includes('change') ? (
          <Button variant="outline" size="sm" onClick={() => setOpen('change')}>
            {t('change-order.start')}
          </Button>
        ) : null}
        {canCancel ? (
          <Button variant="outline" size="sm" onClick={() => setOpen('cancel')}>
            {t(isStaff ? 'cancel-units.not-coming' : 'cancel-units.title')}
          </Button>
        ) : null}
      </p>
      <Dialog open={open !== undefined} title={open ? forms[open].title : ''} onClose={close}>
        {open ? forms[open].form : null}
      </Dialog>
    </section>
  )
}

/** Shows staff what the buyer waits for, each with what does it. */
export function OpenRequests({ details, returns }: { details: OrderDetails; returns: ReactNode }) {
  const open = details.messages.filter((message) => message.open)
  const { shown, more } = useFirstRows(open, 3)
  if (open.length === 0 && !returns) return null
  return (
    <section
      aria-label={t('order-help.requests')}
      className="no-print mt-5 rounded-box border border-warning bg-warning/15 p-4"
    >
      <ul className="grid gap-5">
        {shown.map((message) => (
          <Message key={message._id} message={message} details={details} isStaff />
        ))}
        {returns}
      </ul>
      {more}
    </section>
  )
}

/** Shows what was written about an order so far, and what was asked for; what is open, staff have at the head of the page. */
export function OrderMessages({ details, isStaff }: { details: OrderDetails; isStaff: boolean }) {
  const messages = details.messages.filter(({ open }) => !isStaff || !open)
  if (messages.length === 0) return null
  return (
    <CardSection title={t('order-help.messages')}>
      <ul className="grid gap-4">
        {messages.map((message) => (
          <Message key={message._id} message={message} details={details} isStaff={isStaff} />
        ))}
      </ul>
    </CardSection>
  )
}

function Message({ message, details, isStaff }: { message: OrderMessage; details: OrderDetails; isStaff: boolean }) {
  const { order, lines, actions } = details
  const [open, setOpen] = useState<'apply' | 'cancel' | 'answer'>()
  const close = () => setOpen(undefined)
  const units = useFirstRows(message.units ?? [], 5)
  const toCancel = actions.includes('cancel-units') ? countStillToCome(lines, message.units ?? []) : 0
  const closing = useAction(() => write(closeOrderMessage, { params: { id: order._id, message: message._id } }))
  const nameOf = (position: number) => lines.find(({ line }) => line === position)?.name ?? ''
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-semibold">
          {message.from === 'buyer' ? order.buyerName || order.email : (message.by ?? t('timeline.by.shop'))}
        </b>
        <span className="muted text-sm">
          <DayTime iso={message.at} />
        </span>
        {message.open && message.kind !== 'answer' ? (
          <Badge tone="warning">{isStaff ? t(`orders.asks.${message.kind}`) : t('order-help.open')}</Badge>
        ) : null}
      </p>
      {message.line === undefined ? null : <p className="muted text-sm">{nameOf(message.line)}</p>}
      {units.shown.map(({ line, units: asked }) => (
        <p key={line}>{t('order-help.cancel-line', { units: unitsText(asked), name: nameOf(line) })}</p>
      ))}
      {units.more}
      {message.change?.address === undefined ? null : (
        <p className="whitespace-pre-line">
          {t(message.change.withBilling ? 'order-help.new-addresses' : 'order-help.new-address', {
            address: message.change.address,
          })}
        </p>
      )}
      {message.message === '' ? null : <p className="wrap-anywhere whitespace-pre-line">{message.message}</p>}
      {message.open && isStaff ? (
        <p className="no-print mt-1 flex flex-wrap gap-3">
          {toCancel > 0 ? (
            <Button size="sm" onClick={() => setOpen('cancel')}>
              {t('cancel-units.send', { count: toCancel })}
            </Button>
          ) : null}
          {message.change ? (
            <Button size="sm" onClick={() => setOpen('apply')}>
              {t('order-help.apply')}
            </Button>
          ) : null}
          {message.kind === 'question' ? (
            <Button size="sm" onClick={() => setOpen('answer')}>
              {t('order-help.reply')}
            </Button>
          ) : null}
          <Button variant="outline" size="sm" busy={closing.isPending} onClick={() => closing.mutate(undefined)}>
            {t('order-help.done')}
          </Button>
        </p>
      ) : null}
      <Dialog
        open={open !== undefined}
        title={t(
          open === 'cancel' ? 'cancel-units.title' : open === 'answer' ? 'order-help.answer' : 'order-help.apply-title',
        )}
        onClose={close}
      >
        {open === 'cancel' ? (
          <CancelUnitsForm details={details} isStaff={isStaff} asked={message.units} onClose={close} />
        ) : open === 'answer' ? (
          <MessageForm details={details} about={message.line} onClose={close} />
        ) : open === 'apply' ? (
          <ApplyChange order={order} message={message._id} onClose={close} />
        ) : null}
      </Dialog>
    </li>
  )
}

function MessageForm(props: { details: OrderDetails; about?: number | undefined; onClose: () => void }) {
  const { details, about, onClose } = props
  const { order, lines } = details
  const [line, setLine] = useState(about === undefined ? '' : String(about))
  const key = useIdempotencyKey()
  const form = useEntryForm({
    values: { message: '' },
    draft: `order-message-${order._id}`,
    async send({ message }) {
      const body = { message: message.trim(), ...(line !== '' && { line: Number(line) }) }
      await write(sendOrderMessage, {
        params: { id: order._id },
        body,
        idempotencyKey: key.of({ ...body, order: order._id }),
      })
      toast.success(t('order-help.sent'))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="mt-4 grid gap-4">
      <Select
        label={t('order-help.about')}
        choices={[
          { value: '', label: t('order-help.whole-order') },
          ...lines.map(({ line: position, name }) => ({ value: String(position), label: name })),
        ]}
        value={line}
        onChoose={setLine}
      />
      <TextArea
        label={t('word.message')}
        rows={4}
        required
        maxLength={maxLengths.orderMessage}
        {...form.field('message', { validate: (text) => text.trim() !== '' || t('order-help.no-message') })}
      />
      <FormFooter form={form} sendLabel={t('order-help.send')} onCancel={onClose} />
    </form>
  )
}
