import { BookmarkPlus, Settings2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  addSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
  type ViewedList,
} from '#contract/saved-views.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Compares addresses whatever the order of their parameters. */
function sortQuery(query: string): string {
  const sorted = new URLSearchParams(query)
  sorted.sort()
  return sorted.toString()
}

/** Shows the saved views of a list as tabs, and saves the filter of its address as one. */
export function SavedViews({ list }: { list: ViewedList }) {
  const { search } = useLocation()
  const views = useQuery(endpointQuery(listSavedViews, { query: { list } })).data ?? []
  const current = sortQuery(search)
  const shown = views.find(({ query }) => sortQuery(query) === current)
  const [edited, setEdited] = useState<SavedView | 'new'>()
  if (views.length === 0 && current === '') return null
  return (
    <div className="no-print mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-base-300">
      {views.length > 0 ? (
        <nav aria-label={t('views.title')} className="min-w-0">
          <ul className="flex max-w-full overflow-x-auto">
            <Tab to="" name={t('word.all')} isCurrent={current === ''} />
            {views.map((view) => (
              <Tab
                key={view._id}
                to={`?${view.query}`}
                name={view.name}
                isCurrent={view._id === shown?._id}
                isShared={view.shared}
              />
            ))}
          </ul>
        </nav>
      ) : null}
      {shown ? (
        <Button variant="quiet" size="sm" onClick={() => setEdited(shown)}>
          <Settings2 aria-hidden="true" size={16} /> {t('views.edit')}
        </Button>
      ) : current === '' ? null : (
        <Button variant="quiet" size="sm" onClick={() => setEdited('new')}>
          <BookmarkPlus aria-hidden="true" size={16} /> {t('views.save')}
        </Button>
      )}
      <Dialog
        open={edited !== undefined}
        title={t(edited === 'new' || edited === undefined ? 'views.save-title' : 'views.edit')}
        text={t('views.text')}
        onClose={() => setEdited(undefined)}
      >
        <ViewForm
          list={list}
          view={edited === 'new' ? undefined : edited}
          views={views}
          query={current}
          onClose={() => setEdited(undefined)}
        />
      </Dialog>
    </div>
  )
}

function Tab({ to, name, isCurrent, isShared }: { to: string; name: string; isCurrent: boolean; isShared?: boolean }) {
  return (
    <li className="shrink-0">
      <Link
        to={{ search: to }}
        replace
        preventScrollReset
        aria-current={isCurrent ? 'true' : undefined}
        className="-mb-px inline-flex min-h-11 items-center gap-1.5 border-b-3 border-transparent px-3 font-heading font-bold hover:border-base-content/35 aria-[current=true]:border-primary"
      >
        {name}
        {isShared ? (
          <>
            <UsersRound aria-hidden="true" size={15} className="opacity-70" />
            <span className="sr-only">{t('views.is-shared')}</span>
          </>
        ) : null}
      </Link>
    </li>
  )
}

function ViewForm(props: {
  list: ViewedList
  view: SavedView | undefined
  views: readonly SavedView[]
  query: string
  onClose: () => void
}) {
  const { list, view, views, query, onClose } = props
  const isOthers = view !== undefined && !view.own
  const deleting = useAction(async ({ _id, name }: SavedView) => {
    await write(deleteSavedView, { params: { id: _id } })
    toast.success(t('views.deleted', { name }))
    onClose()
  })
  const form = useEntryForm({
    values: { name: view?.name ?? '', shared: view?.shared ?? false },
    async send({ name, shared }) {
      // A name that is there already stands for the view: it gets this filter.
      const isSame = (one: SavedView) => one.own && one.name.toLowerCase() === name.trim().toLowerCase()
      const target = view ?? views.find(isSame)
      if (target) await write(updateSavedView, { params: { id: target._id }, body: { name, shared, query } })
      else await write(addSavedView, { body: { list, name, shared, query } })
      toast.success(t('views.saved', { name: name.trim() }))
      onClose()
      return undefined
    },
  })
  if (isOthers) {
    return (
      <div className="grid gap-4">
        <p>{t('views.of-another')}</p>
        <DeleteView busy={deleting.isPending} onDelete={() => deleting.mutate(view)} />
      </div>
    )
  }
  return (
    <form {...form.form} className="grid gap-4">
      <Field
        label={t('word.name')}
        required
        maxLength={maxLengths.viewName}
        autoComplete="off"
        {...form.field('name', { validate: (name) => name.trim() !== '' || t('word.name-needed') })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="checkbox" {...form.plain('shared')} />
        {t('views.share')}
      </label>
      <FormFooter form={form} sendLabel={t('word.save')} onCancel={onClose} />
      {view ? <DeleteView busy={deleting.isPending} onDelete={() => deleting.mutate(view)} /> : null}
    </form>
  )
}

function DeleteView({ busy, onDelete }: { busy: boolean; onDelete: () => void }) {
  return (
    <div className="border-t border-base-300 pt-4">
      <Button variant="outline" size="sm" className="text-error" busy={busy} onClick={onDelete}>
        {t('views.delete')}
      </Button>
    </div>
  )
}
