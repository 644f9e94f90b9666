import { maxLengths } from '#contract/max-lengths.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { addBrand, type Brand, deleteBrand, listBrands, mergeBrand, renameBrand } from '#contract/attributes.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { MergeDialog } from '#web/catalog/attributes/name-dialog.tsx'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/brands.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('brands.page-title'))

export default function BrandsRoute() {
  const query = useQuery(endpointQuery(listBrands))
  const [edited, setEdited] = useState<Partial<Brand>>()
  const [merged, setMerged] = useState<Brand>()
  const deleting = useConfirmDelete<Brand>(
    ({ name }) => name,
    t('brands.delete-text'),
    ({ slug }) => write(deleteBrand, { params: { slug } }),
  )
  const columns: Column<Brand>[] = [
    { head: t('product.brand'), phone: 'title', cell: ({ name }) => <span className="font-semibold">{name}</span> },
    { head: t('word.products'), numeric: true, cell: ({ products }) => unitsText(products) },
    actionsColumn((brand) => (
      <span className="flex gap-2 whitespace-nowrap max-md:flex-wrap">
        <Button
          variant="outline"
          size="sm"
          aria-label={t('attributes.rename-one', brand)}
          onClick={() => setEdited(brand)}
        >
          {t('attributes.rename')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={t('attributes.merge-one', brand)}
          onClick={() => setMerged(brand)}
        >
          {t('attributes.merge')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          className="text-error"
          aria-label={t('word.delete-one', brand)}
          disabled={brand.products > 0}
          onClick={() => deleting.ask(brand)}
        >
          {t('word.delete')}
        </Button>
      </span>
    )),
  ]
  async function save(data: FormData) {
    const body = { name: formText(data, 'name').trim() }
    await (edited?.slug === undefined
      ? write(addBrand, { body })
      : write(renameBrand, { params: { slug: edited.slug }, body }))
  }
  const add = (
    <Button onClick={() => setEdited({})}>
      <Plus aria-hidden="true" size={20} /> {t('brands.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('search.brands')} text={t('brands.text')} action={add} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={6} label={t('search.brands')} />}
          failed={t('brands.failed')}
        >
          {(brands) =>
            brands.length > 0 ? (
              <Table caption={t('search.brands')} columns={columns} rows={brands} rowKey={({ slug }) => slug} />
            ) : (
              <EmptyState title={t('brands.none')} text={t('brands.none-text')} />
            )
          }
        </QueryView>
      </div>
      <FormDialog
        open={edited !== undefined}
        title={edited?.slug === undefined ? t('brands.add') : t('attributes.rename-one', { name: edited.name ?? '' })}
        saveLabel={t('word.save')}
        onSend={save}
        onClose={() => setEdited(undefined)}
      >
        <Field
          name="name"
          label={t('word.name')}
          defaultValue={edited?.name ?? ''}
          required
          maxLength={maxLengths.brand}
          autoComplete="off"
        />
      </FormDialog>
      <MergeDialog
        merged={merged && { code: merged.slug, name: merged.name }}
        others={(query.data ?? []).map(({ slug, name }) => ({ code: slug, name }))}
        onMerge={(into) => write(mergeBrand, { params: { slug: merged?.slug ?? '' }, body: { into } })}
        onClose={() => setMerged(undefined)}
      />
      {deleting.dialog}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
