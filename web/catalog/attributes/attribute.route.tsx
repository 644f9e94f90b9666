import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  addAttributeOption,
  type Attribute,
  type AttributeOption,
  changeAttribute,
  deleteAttribute,
  deleteAttributeOption,
  listAttributes,
  mergeAttributeOption,
  renameAttributeOption,
} from '#contract/attributes.ts'
import { unitCodes } from '#contract/units.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { textIn } from '#web/catalog/attributes/attribute-text.ts'
import { MergeDialog, readTexts, TextFields } from '#web/catalog/attributes/name-dialog.tsx'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/attribute.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('attributes.title'))

const list = '/dashboard/attributes'

export default function AttributeRoute({ params: { code } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(listAttributes))
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={6} label={t('attributes.title')} />}
      failed={t('attributes.failed')}
    >
      {(attributes) => {
        const attribute = attributes.find((one) => one.code === code)
        if (attribute) return <AttributePage key={code} attribute={attribute} />
        return (
          <EmptyState
            heading="h1"
            title={t('attributes.gone')}
            action={<ButtonLink to={list}>{t('attributes.title')}</ButtonLink>}
          />
        )
      }}
    </QueryView>
  )
}

function AttributePage({ attribute }: { attribute: Attribute }) {
  const { code, names, help, kind, dimension, products = 0 } = attribute
  const navigate = useNavigate()
  const [unit, setUnit] = useState(attribute.unit ?? '')
  const saving = useAction(async (data: FormData) => {
    await write(changeAttribute, {
      params: { code },
      body: { names: readTexts(data), help: readTexts(data, 'help'), ...(kind === 'number' && { unit }) },
    })
    toast.success(t('attributes.saved'))
  })
  const deleting = useConfirmDelete<Attribute>(
    () => textIn(names),
    t('attributes.delete-text'),
    async () => {
      await write(deleteAttribute, { params: { code } })
      await navigate(list)
    },
  )
  return (
    <>
      <BackLink to={list}>{t('attributes.title')}</BackLink>
      <PageHeading
        title={textIn(names)}
        text={t('attributes.used-by', { count: products })}
        action={
          <Button
            variant="outline"
            className="text-error"
            disabled={products > 0}
            onClick={() => deleting.ask(attribute)}
          >
            {t('attributes.delete')}
          </Button>
        }
      />
      <Card className="mt-6 max-w-3xl">
        <Form onSend={(data) => saving.mutate(data)}>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextFields texts={names} />
            <TextFields prefix="help" texts={help} hint={t('attributes.help-hint')} />
            {kind === 'number' && dimension && unitCodes(dimension).length > 1 ? (
              <Select
                label={t('attributes.unit')}
                hint={t('attributes.unit-hint')}
                choices={unitCodes(dimension).map((value) => ({ value, label: value }))}
                value={unit}
                onChoose={setUnit}
              />
            ) : null}
          </div>
          <div>
            <Button type="submit" busy={saving.isPending}>
              {t('word.save')}
            </Button>
          </div>
        </Form>
      </Card>
      {kind === 'option' ? <Options attribute={attribute} /> : null}
      {deleting.dialog}
    </>
  )
}

type Edited = Partial<AttributeOption>

function Options({ attribute: { code, options } }: { attribute: Attribute }) {
  const [edited, setEdited] = useState<Edited>()
  const [merged, setMerged] = useState<AttributeOption>()
  const params = (option: string) => ({ code, option })
  const deleting = useConfirmDelete<AttributeOption>(
    ({ names }) => textIn(names),
    t('attributes.delete-option-text'),
    (option) => write(deleteAttributeOption, { params: params(option.code) }),
  )
  const moving = useAction(({ from, by }: { from: number; by: number }) => {
    const codes = options.map((option) => option.code)
    codes.splice(from + by, 0, ...codes.splice(from, 1))
    return write(changeAttribute, { params: { code }, body: { options: codes } })
  })
  async function save(data: FormData) {
    const body = { names: readTexts(data) }
    await (edited?.code === undefined
      ? write(addAttributeOption, { params: { code }, body })
      : write(renameAttributeOption, { params: params(edited.code), body }))
  }
  const columns: Column<AttributeOption>[] = [
    {
      head: t('attributes.order'),
      fit: true,
      cell: (option, index) => (
        <span className="flex gap-1">
          {([-1, 1] as const).map((by) => (
            <Button
              key={by}
              variant="quiet"
              size="sm"
              className="btn-square"
              aria-label={t(by < 0 ? 'word.move-up' : 'word.move-down', { name: textIn(option.names) })}
              disabled={moving.isPending || !options[index + by]}
              onClick={() => moving.mutate({ from: index, by })}
            >
              {by < 0 ? <ArrowUp aria-hidden="true" size={16} /> : <ArrowDown aria-hidden="true" size={16} />}
            </Button>
          ))}
        </span>
      ),
    },
    {
      head: t('attributes.option'),
      phone: 'title',
      cell: ({ names }) => <span className="font-semibold">{textIn(names)}</span>,
    },
    { head: t('word.products'), numeric: true, cell: ({ products = 0 }) => unitsText(products) },
    actionsColumn((option) => {
      const name = textIn(option.names)
      return (
        <span className="flex gap-2 whitespace-nowrap max-md:flex-wrap">
          <Button
            variant="outline"
            size="sm"
            aria-label={t('attributes.rename-one', { name })}
            onClick={() => setEdited(option)}
          >
            {t('attributes.rename')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={t('attributes.merge-one', { name })}
            disabled={options.length < 2}
            onClick={() => setMerged(option)}
          >
            {t('attributes.merge')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            className="text-error"
            aria-label={t('word.delete-one', { name })}
            disabled={(option.products ?? 0) > 0}
            onClick={() => deleting.ask(option)}
          >
            {t('word.delete')}
          </Button>
        </span>
      )
    }),
  ]
  return (
    <section aria-labelledby="options" className="mt-8 max-w-4xl">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="options" className="text-2xl">
          {t('attributes.options')}
        </h2>
        <Button variant="outline" onClick={() => setEdited({})}>
          <Plus aria-hidden="true" size={20} /> {t('attributes.add-option')}
        </Button>
      </div>
      {options.length > 0 ? (
        <Table
          caption={t('attributes.options')}
          columns={columns}
          rows={options}
          rowKey={(option) => option.code}
          stale={moving.isPending}
        />
      ) : (
        <p className="muted">{t('attributes.no-options')}</p>
      )}
      <FormDialog
        open={edited !== undefined}
        title={
          edited?.code === undefined
            ? t('attributes.add-option')
            : t('attributes.rename-one', { name: textIn(edited.names) })
        }
        text={edited?.code === undefined ? t('attributes.add-option-text') : t('attributes.rename-text')}
        saveLabel={t('word.save')}
        onSend={save}
        onClose={() => setEdited(undefined)}
      >
        <TextFields texts={edited?.names ?? {}} />
      </FormDialog>
      <MergeDialog
        merged={merged && { code: merged.code, name: textIn(merged.names) }}
        others={options.map((option) => ({ code: option.code, name: textIn(option.names) }))}
        onMerge={(into) => write(mergeAttributeOption, { params: params(merged?.code ?? ''), body: { into } })}
        onClose={() => setMerged(undefined)}
      />
      {deleting.dialog}
    </section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
