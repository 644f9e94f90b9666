import { useState } from 'react'
import { languages } from '#contract/language.ts'
import { foldText } from '#contract/fold-text.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { changeTradeSynonym, listTradeSynonyms, restoreTradeSynonym, type TradeSynonym } from '#contract/search.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

const maxShown = 20

/** Shows the synonyms of the trade that have a word, or those that the seller changed, in all languages. */
export function TradeSynonyms() {
  const [first, second] = [useQuery(queryOf(languages[0])), useQuery(queryOf(languages[1]))]
  const [words, setWords] = useState('')
  const [changing, setChanging] = useState<TradeSynonym>()
  const switching = useAction(async (synonym: TradeSynonym) => {
    if (synonym.state === 'shipped') {
      const { term, means } = await write(changeTradeSynonym, { body: bodyOf(synonym, true) })
      toast.success(t('searches.switched-off', { term, means }))
    } else {
      const { term, means } = await write(restoreTradeSynonym, { query: { id: synonym._id } })
      toast.success(t('searches.restored', { term, means }))
    }
  })
  const columns: Column<TradeSynonym>[] = [
    {
      head: t('searches.term'),
      phone: 'title',
      cell: ({ _id, term }) => (
        <span id={`trade-${_id}`} className="font-semibold wrap-anywhere">
          {term}
        </span>
      ),
    },
    {
      head: t('searches.means'),
      cell: ({ means, bothWays, state }) => (
        <span className="wrap-anywhere">
          {means} {bothWays ? <span className="muted text-sm">({t('searches.both')})</span> : null}{' '}
          {state === 'shipped' ? null : (
            <Badge tone={state === 'off' ? 'warning' : 'info'}>
              {state === 'off' ? t('word.off') : t('searches.trade-changed')}
            </Badge>
          )}
        </span>
      ),
    },
    actionsColumn((synonym) => (
      <span className="flex flex-wrap gap-2 xl:flex-nowrap">
        <Button
          size="sm"
          variant="outline"
          aria-describedby={`trade-${synonym._id}`}
          onClick={() => setChanging(synonym)}
        >
          {t('vehicle.change')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-describedby={`trade-${synonym._id}`}
          busy={switching.isPending && switching.variables._id === synonym._id}
          onClick={() => switching.mutate(synonym)}
        >
          {synonym.state === 'shipped' ? t('searches.switch-off') : t('word.restore')}
        </Button>
      </span>
    )),
  ]
  return (
    <QueryView
      query={first.data ? second : first}
      placeholder={<TableSkeleton columns={columns} label={t('searches.loading')} />}
      failed={t('searches.failed')}
    >
      {() => {
        const all = [...(first.data ?? []), ...(second.data ?? [])]
        const wanted = foldText(words.trim())
        const found = all.filter(({ term, means, state }) =>
          wanted === '' ? state !== 'shipped' : term.includes(wanted) || means.includes(wanted),
        )
        return (
          <>
            <p className="mb-3">{t('searches.trade-text', { count: all.length })}</p>
            <ListFilter label={t('searches.trade-find')} text={words} onText={setWords} />
            <p className="muted mb-3" role="status">
              {wanted === '' ? t('searches.trade-start', { count: found.length }) : null}
              {wanted !== '' && found.length === 0 ? t('searches.trade-none') : null}
              {found.length > maxShown ? t('searches.trade-more', { count: maxShown }) : null}
            </p>
            {found.length > 0 ? (
              <Table
                caption={t('searches.trade')}
                columns={columns}
                rows={found.slice(0, maxShown)}
                rowKey={({ _id }) => _id}
              />
            ) : null}
            <ChangeDialog synonym={changing} onClose={() => setChanging(undefined)} />
          </>
        )
      }}
    </QueryView>
  )
}

const queryOf = (language: (typeof languages)[number]) => endpointQuery(listTradeSynonyms, { query: { language } })

const bodyOf = ({ _id, term, means, bothWays }: TradeSynonym, isOff: boolean) => ({
  id: _id,
  term,
  means,
  bothWays,
  isOff,
})

function ChangeDialog({ synonym, onClose }: { synonym: TradeSynonym | undefined; onClose: () => void }) {
  if (!synonym) return null
  return (
    <FormDialog
      open
      title={t('searches.change-title', { term: synonym.term, means: synonym.means })}
      onClose={onClose}
      onSend={async (data) => {
        const given = { term: formText(data, 'term'), means: formText(data, 'means'), bothWays: data.has('bothWays') }
        const { term, means } = await write(changeTradeSynonym, { body: bodyOf({ ...synonym, ...given }, false) })
        toast.success(t('searches.changed', { term, means }))
      }}
    >
      <Field
        label={t('searches.term')}
        name="term"
        defaultValue={synonym.term}
        required
        maxLength={maxLengths.synonym}
        autoComplete="off"
      />
      <Field
        label={t('searches.means')}
        name="means"
        defaultValue={synonym.means}
        required
        maxLength={maxLengths.synonym}
        autoComplete="off"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="checkbox" name="bothWays" defaultChecked={synonym.bothWays} />
        {t('searches.both')}
      </label>
    </FormDialog>
  )
}
