import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addVehicleEngine,
  addVehicleModel,
  addVehicleName,
  deleteVehicleEngine,
  deleteVehicleName,
  getManagedMake,
  listManagedMakes,
  type MakeDetails,
  type ManagedEngine,
  type ManagedFamily,
  type ManagedModel,
  mergeVehicleMake,
  mergeVehicleModel,
  type OtherName,
  renameVehicleFamily,
  updateVehicleEngine,
  updateVehicleMake,
  updateVehicleModel,
} from '#contract/vehicle-editing.ts'
import { vehicleYears } from '#contract/chosen-vehicle.ts'
import { nameUses, vehicleKinds } from '#contract/vehicles.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/vehicle-make.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('vehicles.page-title'))

export default function VehicleMakeRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getManagedMake, { params: { id } }))
  return (
    <>
      <BackLink to="/dashboard/vehicles">{t('fitments.title')}</BackLink>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={6} label={t('fitments.loading')} />}
        failed={t('fitments.failed')}
      >
        {(make) => <Make key={make._id} make={make} />}
      </QueryView>
    </>
  )
}

/** What is being edited in a dialog. */
type Edited =
  | { what: 'make' }
  | { what: 'merge-make' }
  | { what: 'family'; family: string }
  | { what: 'name'; family?: string; model?: ManagedModel }
  | { what: 'model'; family: string; model?: ManagedModel }
  | { what: 'merge-model'; model: ManagedModel }
  | { what: 'engine'; model: ManagedModel; engine?: ManagedEngine }

function Make({ make }: { make: MakeDetails }) {
  const [edited, setEdited] = useState<Edited>()
  const params = { id: make._id }
  const hiding = useAction(() => write(updateVehicleMake, { params, body: { isOffered: !make.isOffered } }))
  const named = (family: string, { generation }: ManagedModel) =>
    [make.name, family, generation].filter(Boolean).join(' ')
  return (
    <>
      <PageHeading
        title={make.name}
        text={t(make.isOffered ? 'vehicles.offered-text' : 'vehicles.hidden-text')}
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setEdited({ what: 'make' })}>
              {t('attributes.rename')}
            </Button>
            <Button variant="outline" onClick={() => setEdited({ what: 'merge-make' })}>
              {t('attributes.merge')}
            </Button>
            <Button variant="outline" busy={hiding.isPending} onClick={() => hiding.mutate(undefined)}>
              {t(make.isOffered ? 'vehicles.hide' : 'vehicles.offer')}
            </Button>
            <Button onClick={() => setEdited({ what: 'model', family: '' })}>
              <Plus aria-hidden="true" size={20} /> {t('vehicles.add-model')}
            </Button>
          </span>
        }
      />
      <div className="mt-6">
        <Names of={make.name} names={make.names} onAdd={() => setEdited({ what: 'name' })} />
      </div>
      {make.families.map((family) => (
        <Family
          key={family.family}
          family={family}
          nameOf={(model) => named(family.family, model)}
          onEdit={setEdited}
        />
      ))}
      <Editing make={make} edited={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}

function Family({
  family: { family, names, models },
  nameOf,
  onEdit,
}: {
  family: ManagedFamily
  nameOf: (model: ManagedModel) => string
  onEdit: (edited: Edited) => void
}) {
  return (
    <Section
      title={family}
      className="mt-8"
      action={
        <span className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={t('attributes.rename-one', { name: family })}
            onClick={() => onEdit({ what: 'family', family })}
          >
            {t('attributes.rename')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={t('vehicles.add-generation-to', { name: family })}
            onClick={() => onEdit({ what: 'model', family })}
          >
            {t('vehicles.add-generation')}
          </Button>
        </span>
      }
    >
      <Names of={family} names={names} onAdd={() => onEdit({ what: 'name', family })} />
      <ul className="mt-3 divide-y divide-base-300 border-y border-base-300">
        {models.map((model) => (
          <Model key={model.id} name={nameOf(model)} family={family} model={model} onEdit={onEdit} />
        ))}
      </ul>
    </Section>
  )
}

function Model({
  name,
  family,
  model,
  onEdit,
}: {
  name: string
  family: string
  model: ManagedModel
  onEdit: (edited: Edited) => void
}) {
  const { generation, from, to, parts, isOffered, engines, names } = model
  const removing = useAction((id: number) => write(deleteVehicleEngine, { params: { id: String(id) } }))
  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{generation ?? t('vehicles.no-generation')}</span>
          <span className="figures">{from || to ? `${from ?? ''}–${to ?? ''}` : ''}</span>
          <span className="muted">{t('vehicles.parts-count', { count: parts })}</span>
          {isOffered ? null : <Badge>{t('word.hidden')}</Badge>}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={t('word.edit-one', { name })}
            onClick={() => onEdit({ what: 'model', family, model })}
          >
            {t('form.edit')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={t('attributes.merge-one', { name })}
            onClick={() => onEdit({ what: 'merge-model', model })}
          >
            {t('attributes.merge')}
          </Button>
        </span>
      </div>
      <Names of={name} names={names} onAdd={() => onEdit({ what: 'name', family, model })} />
      <Chips
        label={t('vehicles.engines')}
        addLabel={t('vehicles.add-engine-to', { name })}
        onAdd={() => onEdit({ what: 'engine', model })}
      >
        {engines.map((engine) => (
          <Chip
            key={engine.id}
            text={[engine.name, engine.code].filter(Boolean).join(' · ')}
            onEdit={() => onEdit({ what: 'engine', model, engine })}
            onRemove={engine.parts > 0 ? undefined : () => removing.mutate(engine.id)}
          />
        ))}
      </Chips>
    </li>
  )
}

/** Shows what people write for a vehicle, each with a button that removes it. */
function Names({ of, names, onAdd }: { of: string; names: readonly OtherName[]; onAdd: () => void }) {
  const removing = useConfirmDelete<OtherName>(
    ({ name }) => name,
    t('vehicles.delete-name-text'),
    ({ id }) => write(deleteVehicleName, { params: { id: String(id) } }),
  )
  return (
    <>
      <Chips label={t('vehicles.names')} addLabel={t('vehicles.add-name-to', { name: of })} onAdd={onAdd}>
        {names.map((name) => (
          <Chip
            key={name.id}
            text={name.counts === 'with-make' ? name.name : `${name.name} (${t(`vehicles.counts.${name.counts}`)})`}
            onRemove={() => removing.ask(name)}
          />
        ))}
      </Chips>
      {removing.dialog}
    </>
  )
}

function Chips({
  label,
  addLabel,
  onAdd,
  children,
}: {
  label: string
  addLabel: string
  onAdd: () => void
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="muted text-sm">{label}</span>
      {children}
      <Button variant="quiet" size="sm" aria-label={addLabel} onClick={onAdd}>
        <Plus aria-hidden="true" size={16} /> {t('word.add')}
      </Button>
    </div>
  )
}

function Chip({ text, onEdit, onRemove }: { text: string; onEdit?: () => void; onRemove?: (() => void) | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-field border border-base-300">
      {onEdit ? (
        <Button
          variant="quiet"
          size="sm"
          className="h-auto min-w-0 max-w-full shrink flex-wrap py-1 wrap-anywhere"
          aria-label={t('word.edit-one', { name: text })}
          onClick={onEdit}
        >
          {text}
        </Button>
      ) : (
        <span className="min-w-0 px-2 text-sm wrap-anywhere">{text}</span>
      )}
      {onRemove ? (
        <Button variant="quiet" size="sm" aria-label={t('word.delete-one', { name: text })} onClick={onRemove}>
          ×
        </Button>
      ) : null}
    </span>
  )
}

/** Renders the dialog of what is being edited. */
function Editing({ make, edited, onClose }: { make: MakeDetails; edited: Edited | undefined; onClose: () => void }) {
  const params = { id: make._id }
  const textOf = (name: string, value = '', required = true, label = t('word.name')) => (
    <Field
      name={name}
      label={label}
      defaultValue={value}
      required={required}
      maxLength={maxLengths.vehicleName}
      autoComplete="off"
    />
  )
  if (edited?.what === 'merge-make') return <MergeMake make={make} onClose={onClose} />
  if (edited?.what === 'merge-model') return <MergeModel make={make} model={edited.model} onClose={onClose} />
  if (edited?.what === 'name') return <AddName make={make} edited={edited} onClose={onClose} />
  if (edited?.what === 'model') return <EditModel make={make} edited={edited} onClose={onClose} />
  if (edited?.what === 'engine') {
    const { model, engine } = edited
    const send = (data: FormData) => {
      const body = { name: formText(data, 'name').trim(), code: formText(data, 'code').trim() }
      return engine
        ? write(updateVehicleEngine, { params: { id: String(engine.id) }, body })
        : write(addVehicleEngine, { params: { id: String(model.id) }, body })
    }
    return (
      <FormDialog open title={t(engine ? 'vehicles.engine' : 'vehicles.add-engine')} onSend={send} onClose={onClose}>
        {textOf('name', engine?.name)}
        {textOf('code', engine?.code, false, t('word.code'))}
      </FormDialog>
    )
  }
  const family = edited?.what === 'family' ? edited.family : undefined
  const send = (data: FormData) => {
    const name = formText(data, 'name').trim()
    return family === undefined
      ? write(updateVehicleMake, { params, body: { name } })
      : write(renameVehicleFamily, { params, body: { family, name } })
  }
  return (
    <FormDialog
      open={edited !== undefined}
      title={t('attributes.rename-one', { name: family ?? make.name })}
      onSend={send}
      onClose={onClose}
    >
      {textOf('name', family ?? make.name)}
    </FormDialog>
  )
}

function AddName({
  make,
  edited: { family, model },
  onClose,
}: {
  make: MakeDetails
  edited: Extract<Edited, { what: 'name' }>
  onClose: () => void
}) {
  const [counts, setCounts] = useState<OtherName['counts']>('with-make')
  const send = (data: FormData) =>
    write(addVehicleName, {
      params: { id: make._id },
      body: {
        name: formText(data, 'name').trim(),
        counts,
        ...(family !== undefined && { family }),
        ...(model && { modelId: model.id }),
      },
    })
  return (
    <FormDialog
      open
      title={t('vehicles.add-name-to', { name: [make.name, family, model?.generation].filter(Boolean).join(' ') })}
      onSend={send}
      onClose={onClose}
    >
      <Field name="name" label={t('word.name')} required maxLength={maxLengths.vehicleName} autoComplete="off" />
      {family !== undefined && !model ? (
        <Select
          label={t('vehicles.counts')}
          choices={nameUses.map((value) => ({ value, label: t(`vehicles.counts.${value}`) }))}
          value={counts}
          onChoose={setCounts}
        />
      ) : null}
    </FormDialog>
  )
}

function EditModel({
  make,
  edited: { family, model },
  onClose,
}: {
  make: MakeDetails
  edited: Extract<Edited, { what: 'model' }>
  onClose: () => void
}) {
  const [kind, setKind] = useState(model?.kind ?? 'car')
  const [isOffered, setIsOffered] = useState(model?.isOffered ?? true)
  function send(data: FormData) {
    const year = (name: string) => {
      const text = formText(data, name).trim()
      return text === '' ? {} : { [name]: Number(text) }
    }
    const body = {
      family: formText(data, 'family').trim(),
      generation: formText(data, 'generation').trim(),
      kind,
      ...year('from'),
      ...year('to'),
    }
    return model
      ? write(updateVehicleModel, { params: { id: String(model.id) }, body: { ...body, isOffered } })
      : write(addVehicleModel, { params: { id: make._id }, body })
  }
  const text = (name: string, label: string, value: string, required = false) => (
    <Field
      name={name}
      label={label}
      defaultValue={value}
      required={required}
      maxLength={maxLengths.vehicleName}
      autoComplete="off"
    />
  )
  const year = (name: string, label: string, value: number | undefined) => (
    <Field
      name={name}
      label={label}
      type="number"
      min={vehicleYears.minimum}
      max={vehicleYears.maximum}
      defaultValue={value ?? ''}
      autoComplete="off"
    />
  )
  return (
    <FormDialog
      open
      title={
        model
          ? t('word.edit-one', { name: [family, model.generation].filter(Boolean).join(' ') })
          : t('vehicles.add-model')
      }
      onSend={send}
      onClose={onClose}
    >
      {text('family', t('fitments.family'), family, true)}
      {text('generation', t('fitments.generation'), model?.generation ?? '')}
      <div className="grid grid-cols-2 gap-3">
        {year('from', t('fitments.from'), model?.from)}
        {year('to', t('fitments.to'), model?.to)}
      </div>
      <Select
        label={t('word.kind')}
        choices={vehicleKinds.map((value) => ({ value, label: t(`vehicles.kind.${value}`) }))}
        value={kind}
        onChoose={setKind}
      />
      {model ? (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={isOffered}
            onChange={({ target }) => setIsOffered(target.checked)}
          />
          {t('vehicles.is-offered')}
        </label>
      ) : null}
    </FormDialog>
  )
}

function MergeMake({ make, onClose }: { make: MakeDetails; onClose: () => void }) {
  const others = (useQuery(endpointQuery(listManagedMakes)).data ?? []).filter(({ _id }) => _id !== make._id)
  const navigate = useNavigate()
  return (
    <Merge
      name={make.name}
      choices={others.map(({ _id, name }) => ({ value: _id, label: name }))}
      onMerge={async (into) => {
        await write(mergeVehicleMake, { params: { id: make._id }, body: { into: Number(into) } })
        await navigate(`/dashboard/vehicles/${into}`)
      }}
      onClose={onClose}
    />
  )
}

function MergeModel({ make, model, onClose }: { make: MakeDetails; model: ManagedModel; onClose: () => void }) {
  const all = make.families.flatMap(({ family, models }) =>
    models.map((one) => ({ one, name: [family, one.generation].filter(Boolean).join(' ') })),
  )
  return (
    <Merge
      name={all.find(({ one }) => one.id === model.id)?.name ?? ''}
      choices={all.flatMap(({ one, name }) => (one.id === model.id ? [] : [{ value: String(one.id), label: name }]))}
      onMerge={(into) => write(mergeVehicleModel, { params: { id: String(model.id) }, body: { into: Number(into) } })}
      onClose={onClose}
    />
  )
}

function Merge({
  name,
  choices,
  onMerge,
  onClose,
}: {
  name: string
  choices: readonly { value: string; label: string }[]
  onMerge: (into: string) => Promise<unknown>
  onClose: () => void
}) {
  const [into, setInto] = useState('')
  const chosen = choices.find(({ value }) => value === into)?.value ?? choices[0]?.value ?? ''
  return (
    <FormDialog
      open
      title={t('attributes.merge-title', { name })}
      text={t('vehicles.merge-text', { name })}
      saveLabel={t('attributes.merge')}
      onSend={() => onMerge(chosen)}
      onClose={onClose}
    >
      <Select label={t('attributes.merge-into')} choices={choices} value={chosen} onChoose={setInto} />
    </FormDialog>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
