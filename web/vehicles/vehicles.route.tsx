import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { addVehicleMake, listManagedMakes, type ManagedMake, updateVehicleMake } from '#contract/vehicle-editing.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/vehicles.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('vehicles.page-title'))

/** Lists the makes: those that are offered first, since a shop knows many that it has no parts for. */
export default function VehiclesRoute() {
  const query = useQuery(endpointQuery(listManagedMakes))
  const [words, setWords] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const switching = useAction(({ _id, isOffered }: ManagedMake) =>
    write(updateVehicleMake, { params: { id: _id }, body: { isOffered: !isOffered } }),
  )
  const columns: Column<ManagedMake>[] = [
    {
      head: t('fitments.make'),
      phone: 'title',
      cell: ({ _id, name, isOffered }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link to={`/dashboard/vehicles/${_id}`} className="link font-semibold">
            {name}
          </Link>
          {isOffered ? null : <Badge>{t('word.hidden')}</Badge>}
        </span>
      ),
    },
    { head: t('vehicles.models'), numeric: true, cell: ({ models }) => numberText(models) },
    { head: t('word.parts'), numeric: true, cell: ({ parts }) => numberText(parts) },
    {
      head: t('attributes.actions'),
      fit: true,
      phone: 'actions',
      cell: (make) => (
        <Button
          variant="outline"
          size="sm"
          aria-label={t(make.isOffered ? 'vehicles.hide-one' : 'vehicles.offer-one', make)}
          busy={switching.isPending && switching.variables._id === make._id}
          onClick={() => switching.mutate(make)}
        >
          {t(make.isOffered ? 'vehicles.hide' : 'vehicles.offer')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={t('fitments.title')}
        text={t('vehicles.text')}
        action={
          <Button onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" size={20} /> {t('vehicles.add-make')}
          </Button>
        }
      />
      <div className="mt-6 grid gap-5">
        <Field
          label={t('vehicles.search')}
          type="search"
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className="max-w-md"
        />
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={6} label={t('fitments.loading')} />}
          failed={t('fitments.failed')}
        >
          {(makes) => {
            const asked = words.trim().toLowerCase()
            const shown = makes
              .filter(({ name, isOffered }) => (asked === '' ? isOffered : name.toLowerCase().includes(asked)))
              .toSorted((a, b) => Number(b.isOffered) - Number(a.isOffered))
            return shown.length > 0 ? (
              <>
                <Table caption={t('fitments.title')} columns={columns} rows={shown} rowKey={({ _id }) => _id} />
                {asked === '' && shown.length < makes.length ? (
                  <p className="muted">{t('vehicles.others', { count: makes.length - shown.length })}</p>
                ) : null}
              </>
            ) : (
              <EmptyState title={t('vehicles.none')} text={t('vehicles.none-text')} />
            )
          }}
        </QueryView>
      </div>
      <FormDialog
        open={isAdding}
        title={t('vehicles.add-make')}
        onSend={(data) => write(addVehicleMake, { body: { name: formText(data, 'name').trim() } })}
        onClose={() => setIsAdding(false)}
      >
        <Field name="name" label={t('word.name')} required maxLength={maxLengths.vehicleName} autoComplete="off" />
      </FormDialog>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
