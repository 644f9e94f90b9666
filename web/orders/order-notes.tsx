import { addOrderNote, deleteOrderNote, getOrderNotes, tagOrders, untagOrders } from '#contract/order-notes.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { localizedProblemMessage } from '#web/api/problem-message.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { StaffNotes } from '#web/page/staff-notes.tsx'
import { TagEditor } from '#web/page/tag-editor.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows and changes what staff know of an order and its buyer never sees. */
export function OrderNotes({ id }: { id: string }) {
  const query = useQuery(endpointQuery(getOrderNotes, { params: { id } }))
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={2} label={t('order.notes-loading')} />}
      failed={t('order.notes-failed')}
    >
      {({ notes, tags }) => (
        <>
          <h3 className="mb-2 text-base font-semibold">{t('tags.title')}</h3>
          <TagEditor
            subject="order"
            tags={tags}
            onAdd={async (name) => {
              const { refused } = await write(tagOrders, { body: { ids: [id], name } })
              if (refused[0]) toast.error(localizedProblemMessage(refused[0]))
            }}
            onRemove={({ _id }) => write(untagOrders, { body: { ids: [id], tagId: _id } })}
          />
          <h3 className="mt-5 mb-2 text-base font-semibold">{t('customers.notes')}</h3>
          <StaffNotes
            notes={notes}
            draft={`order-note-${id}`}
            onAdd={(note) => write(addOrderNote, { params: { id }, body: { note } })}
            onDelete={({ _id }) => write(deleteOrderNote, { params: { id, noteId: _id } })}
          />
        </>
      )}
    </QueryView>
  )
}
