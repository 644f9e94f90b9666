import { useDemoParts } from '#web/orders/demo-parts.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteShippingMethod, type ShippingMethod, type ShippingSetup } from '#contract/shipping.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { MethodDialog } from '#web/shipping/method-dialog.tsx'
import { daysText } from '#web/orders/offer-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { entryActions } from '#web/ui/entry-actions.tsx'
import { Section } from '#web/ui/section.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists the methods with the zones that they go to, and edits them. */
export function Methods({ setup }: { setup: ShippingSetup }) {
  const { methods, zones } = setup
  const [edited, setEdited] = useState<ShippingMethod | 'new'>()
  const deleting = useConfirm<ShippingMethod>(
    ({ name }) => ({
      title: t('word.delete-question-quoted', { name }),
      text: t('shipping.delete-method-text'),
      confirmLabel: t('word.delete'),
    }),
    ({ id }) => write(deleteShippingMethod, { params: { id: String(id) } }),
  )
  const { isOfDemo } = useDemoParts()
  const zonesOf = ({ rates }: ShippingMethod) =>
    zones
      .filter(({ id }) => rates.some(({ zone }) => zone === id))
      .map(({ name }) => name)
      .join(', ')
  const columns: Column<ShippingMethod>[] = [
    {
      head: t('shipping.method'),
      phone: 'title',
      cell: ({ id, name, active }) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isOfDemo('method', id) ? <Badge tone="neutral">{t('demo.badge')}</Badge> : null}
          {active ? null : <Badge tone="neutral">{t('word.off')}</Badge>}
        </span>
      ),
    },
    { head: t('word.kind'), cell: ({ kind }) => t(`shipping.kind.${kind}`) },
    { head: t('shipping.zones'), cell: (method) => zonesOf(method) || '–' },
    { head: t('word.delivery'), fit: true, cell: ({ days }) => (days ? daysText(days) : '–') },
    entryActions(({ name }) => name, setEdited, deleting.ask),
  ]
  return (
    <Section
      title={t('shipping.methods')}
      action={
        <Button variant="outline" disabled={zones.length === 0} onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" size={20} /> {t('shipping.add-method')}
        </Button>
      }
    >
      {methods.length > 0 ? (
        <Table caption={t('shipping.methods')} columns={columns} rows={methods} rowKey={({ id }) => String(id)} />
      ) : (
        <EmptyState title={t('shipping.no-methods')} text={t('shipping.no-methods-text')} />
      )}
      <MethodDialog setup={setup} edited={edited} onClose={() => setEdited(undefined)} />
      {deleting.dialog}
    </Section>
  )
}
