import { Archive, FolderTree, ListChecks, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type ProductFilter, type productActions, selectTools } from '#contract/product-selection.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { ChangeProductsDialog } from '#web/catalog/manage/change-products-dialog.tsx'
import { BulkBar } from '#web/page/bulk-bar.tsx'
import type { Selection } from '#web/page/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

export type ProductAction = (typeof productActions)[number]

/** Shows what can be done with the selected products, and selects all that the filter of the list finds. */
export function ProductBulkBar(props: {
  selection: Selection
  filter: ProductFilter
  isArchive: boolean
  hasMore: boolean
  onEdit: (ids: readonly string[]) => void
}) {
  const { selection, filter, isArchive, hasMore, onEdit } = props
  const [action, setAction] = useState<ProductAction>()
  const selecting = useAction(async () => {
    const { ids, more } = await call(selectTools, { body: { filter } })
    selection.selectMatching(ids)
    if (more) toast.info(t('bulk.first-only', { count: ids.length }))
  })
  return (
    <>
      <BulkBar selection={selection}>
        {hasMore && selection.areAll && !selection.isBeyondShown ? (
          <Button size="sm" variant="quiet" busy={selecting.isPending} onClick={() => selecting.mutate(undefined)}>
            {t('bulk.select-matching')}
          </Button>
        ) : null}
        {isArchive ? (
          <Button size="sm" onClick={() => setAction('restore')}>
            <RotateCcw aria-hidden="true" size={16} /> {t('products.put-back')}
          </Button>
        ) : (
          <>
            <Button size="sm" variant="outline" onClick={() => onEdit(selection.ids)}>
              <ListChecks aria-hidden="true" size={16} /> {t('edits.selected')}
            </Button>
            <Button size="sm" variant="outline" onClick={() => setAction('category')}>
              <FolderTree aria-hidden="true" size={16} /> {t('products.set-category')}
            </Button>
            <Button size="sm" variant="outline" className="text-error" onClick={() => setAction('archive')}>
              <Archive aria-hidden="true" size={16} /> {t('products.archive')}
            </Button>
          </>
        )}
      </BulkBar>
      <ChangeProductsDialog
        action={action}
        ids={selection.ids}
        countText={unitsText(selection.ids.length)}
        onClose={() => setAction(undefined)}
        onDone={selection.clear}
      />
    </>
  )
}
