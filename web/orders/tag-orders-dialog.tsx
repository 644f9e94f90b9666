import { useState } from 'react'
import type { BulkResult } from '#contract/bulk.ts'
import { tagOrders, untagOrders } from '#contract/order-notes.ts'
import type { ManagedOrder } from '#contract/orders.ts'
import type { Tag } from '#contract/tags.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { RefusedRows } from '#web/page/refused-rows.tsx'
import { TagInput } from '#web/page/tag-editor.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  orders: readonly ManagedOrder[]
  onClose: () => void
}

/** Adds a tag to several orders or takes one off them. */
export function TagOrdersDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      title={t('orders.tag-many', { count: props.orders.length })}
      text={t('tags.text')}
      onClose={props.onClose}
    >
      <Content {...props} />
    </Dialog>
  )
}

function Content({ orders, onClose }: Props) {
  const ids = orders.map(({ _id }) => _id)
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [refused, setRefused] = useState<BulkResult['refused']>([])
  const held = new Map(orders.flatMap(({ tags = [] }) => tags).map((tag) => [tag._id, tag]))

  async function run(work: () => Promise<BulkResult>, said: (count: number) => string) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const result = await work()
      toast.success(said(result.done.length + result.unchanged.length))
      setRefused(result.refused)
      if (result.refused.length === 0) onClose()
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }

  const add = () =>
    name.trim() === ''
      ? setProblem(t('tags.name-needed'))
      : run(
          () => write(tagOrders, { body: { ids, name: name.trim() } }),
          (count) => t('orders.tagged-many', { count, name: name.trim() }),
        )
  const remove = (tag: Tag) =>
    run(
      () => write(untagOrders, { body: { ids, tagId: tag._id } }),
      (count) => t('orders.untagged-many', { count, name: tag.name }),
    )
  const countOf = (id: string) => orders.filter(({ tags = [] }) => tags.some((tag) => tag._id === id)).length
  return (
    <div className="grid gap-5">
      <Form onSend={add} className="grid gap-3">
        <div className="flex gap-2">
          <TagInput subject="order" value={name} onChange={setName} />
          <Button type="submit" busy={busy}>
            {t('tags.add')}
          </Button>
        </div>
        <FormError text={problem} />
      </Form>
      <RefusedRows refused={refused} />
      {held.size > 0 ? (
        <section>
          <h3 className="mb-2 text-base font-semibold">{t('tags.remove-title')}</h3>
          <ul className="flex flex-wrap gap-2">
            {[...held.values()].map((tag) => (
              <li key={tag._id}>
                <Button
                  variant="outline"
                  size="sm"
                  disabled={busy}
                  aria-label={t('tags.remove', { name: tag.name })}
                  onClick={() => void remove(tag)}
                >
                  {tag.name} <span className="figures opacity-70">{countOf(tag._id)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
