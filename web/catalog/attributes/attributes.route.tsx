import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  addAttribute,
  type Attribute,
  type AttributeKind,
  attributeKinds,
  listAttributes,
} from '#contract/attributes.ts'
import { type Dimension, dimensionNames, unitCodes } from '#contract/units.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { textIn } from '#web/catalog/attributes/attribute-text.ts'
import { readTexts, TextFields } from '#web/catalog/attributes/name-dialog.tsx'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'
import type { Route } from './+types/attributes.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('attributes.title'))

const kindLabels: Record<AttributeKind, MessageId> = {
  option: 'attributes.kind.option',
  number: 'attributes.kind.number',
  'yes-no': 'attributes.kind.yes-no',
  text: 'attributes.kind.text',
}

export default function AttributesRoute() {
  const query = useQuery(endpointQuery(listAttributes))
  const [isAdding, setAdding] = useState(false)
  const columns: Column<Attribute>[] = [
    {
      head: t('attributes.attribute'),
      phone: 'title',
      cell: ({ code, names }) => (
        <Link to={`/dashboard/attributes/${code}`} className="font-semibold hover:underline max-md:block max-md:py-2">
          {textIn(names)}
        </Link>
      ),
    },
    { head: t('attributes.kind'), cell: (attribute) => kindText(attribute) },
    { head: t('word.products'), numeric: true, cell: ({ products = 0 }) => unitsText(products) },
  ]
  return (
    <>
      <PageHeading
        title={t('attributes.title')}
        text={t('attributes.text')}
        action={
          <span className="flex flex-wrap gap-3">
            <ButtonLink to="/dashboard/category-attributes" variant="outline">
              {t('attributes.by-category')}
            </ButtonLink>
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" size={20} /> {t('attributes.add')}
            </Button>
          </span>
        }
      />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={6} label={t('attributes.title')} />}
          failed={t('attributes.failed')}
        >
          {(attributes) =>
            attributes.length > 0 ? (
              <Table caption={t('attributes.title')} columns={columns} rows={attributes} rowKey={({ code }) => code} />
            ) : (
              <EmptyState title={t('attributes.none')} text={t('attributes.none-text')} />
            )
          }
        </QueryView>
      </div>
      <AddDialog open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

/** Returns “Number · mm” or “One of 5 options”. */
function kindText(attribute: Attribute): string {
  const text = valuesText(attribute)
  return attribute.isStaffOnly ? `${text} · ${t('attributes.staff-only')}` : text
}

function valuesText({ kind, unit, options, isMultiple }: Attribute): string {
  if (kind === 'option') return t(isMultiple ? 'attributes.several-of' : 'attributes.one-of', { count: options.length })
  return unit ? `${t(kindLabels[kind])} · ${unit}` : t(kindLabels[kind])
}

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<AttributeKind>('option')
  const [dimension, setDimension] = useState<Dimension>('length')
  const [unit, setUnit] = useState('')
  async function add(data: FormData) {
    const { code } = await write(addAttribute, {
      body: {
        names: readTexts(data),
        kind,
        ...(kind === 'number' && {
          dimension,
          unit: unitCodes(dimension).includes(unit) ? unit : (unitCodes(dimension)[0] ?? ''),
        }),
        isMultiple: data.get('multiple') !== null,
        isStaffOnly: data.get('staffOnly') !== null,
      },
    })
    await navigate(`/dashboard/attributes/${code}`)
  }
  return (
    <FormDialog
      open={open}
      title={t('attributes.add')}
      text={t('attributes.add-text')}
      saveLabel={t('attributes.add')}
      onSend={add}
      onClose={onClose}
    >
      <TextFields />
      <Select
        label={t('attributes.kind')}
        choices={attributeKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
        value={kind}
        onChoose={setKind}
      />
      {kind === 'number' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label={t('attributes.dimension')}
            choices={dimensionNames.map((value) => ({ value, label: t(`dimension.${value}`) }))}
            value={dimension}
            onChoose={setDimension}
          />
          {unitCodes(dimension).length > 1 ? (
            <Select
              label={t('attributes.unit')}
              choices={unitCodes(dimension).map((value) => ({ value, label: value }))}
              value={unitCodes(dimension).includes(unit) ? unit : (unitCodes(dimension)[0] ?? '')}
              onChoose={setUnit}
            />
          ) : null}
        </div>
      ) : null}
      {kind === 'option' || kind === 'number' ? (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="multiple" className="checkbox" />
          {t('attributes.multiple')}
        </label>
      ) : null}
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="staffOnly" className="checkbox" />
        {t('attributes.staff-only')}
      </label>
    </FormDialog>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
