import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addShippingZone,
  changeShippingZone,
  deleteShippingZone,
  type ShippingSetup,
  type ListedZone,
  type ShippingZone,
} from '#contract/shipping.ts'
import { ApiProblem, Problem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { readPlaces, writePlaces } from '#web/shipping/place-lines.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { entryActions } from '#web/ui/entry-actions.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Section } from '#web/ui/section.tsx'
import { countryName } from '#web/i18n/country-names.ts'
import { type Column, Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says that a place of the form cannot be saved; the reason stands at its field. */
class PlaceProblem extends Problem {}

const placeProblems: ReadonlySet<string> = new Set(['country-unknown', 'region-unknown', 'postal-range-invalid'])

/** Lists the zones with their places, and edits them. */
export function Zones({ setup: { zones, edition } }: { setup: ShippingSetup }) {
  const [edited, setEdited] = useState<Partial<ShippingZone>>()
  const [placesProblem, setPlacesProblem] = useState<string>()
  const deleting = useConfirm<ListedZone>(
    ({ name, loses }) => ({
      title: t('word.delete-question-quoted', { name }),
      text: [lossText(loses), t('shipping.delete-zone-text')].filter(Boolean).join(' '),
      confirmLabel: t('word.delete'),
    }),
    ({ id }) => write(deleteShippingZone, { params: { id: String(id) } }),
  )
  const columns: Column<ListedZone>[] = [
    { head: t('shipping.zone'), phone: 'title', cell: ({ name }) => <span className="font-semibold">{name}</span> },
    { head: t('shipping.places'), cell: ({ members }) => <PlacesText members={members} /> },
    entryActions(({ name }) => name, setEdited, deleting.ask),
  ]
  async function save(data: FormData) {
    const { members, unknown } = readPlaces(formText(data, 'places'))
    setPlacesProblem(undefined)
    const [place] = unknown
    if (place !== undefined) {
      setPlacesProblem(t('shipping.place-unknown', { place }))
      throw new PlaceProblem(t('shipping.place-wrong'))
    }
    const body = { name: formText(data, 'name').trim(), members, edition }
    try {
      if (edited?.id === undefined) await write(addShippingZone, { body })
      else await write(changeShippingZone, { params: { id: String(edited.id) }, body })
    } catch (error) {
      if (!(error instanceof ApiProblem) || !placeProblems.has(error.code)) throw error
      setPlacesProblem(error.message)
      throw new PlaceProblem(t('shipping.place-wrong'))
    }
  }
  return (
    <Section
      title={t('shipping.zones')}
      action={
        <Button variant="outline" onClick={() => setEdited({})}>
          <Plus aria-hidden="true" size={20} /> {t('shipping.add-zone')}
        </Button>
      }
    >
      {zones.length > 0 ? (
        <Table caption={t('shipping.zones')} columns={columns} rows={zones} rowKey={({ id }) => String(id)} />
      ) : (
        <EmptyState title={t('shipping.no-zones')} text={t('shipping.no-zones-text')} />
      )}
      <FormDialog
        open={edited !== undefined}
        title={edited?.name ?? t('shipping.add-zone')}
        wide
        onSend={save}
        onClose={() => {
          setEdited(undefined)
          setPlacesProblem(undefined)
        }}
      >
        <Field
          label={t('word.name')}
          name="name"
          required
          maxLength={maxLengths.shippingName}
          defaultValue={edited?.name}
        />
        <TextArea
          label={t('shipping.places')}
          name="places"
          rows={8}
          hint={t('shipping.places-hint')}
          error={placesProblem}
          defaultValue={writePlaces(edited?.members ?? [])}
          className="figures"
        />
      </FormDialog>
      {deleting.dialog}
    </Section>
  )
}

const maxShown = 12

/** Says which countries are not delivered to any more without a zone; empty for none. */
function lossText(loses: ListedZone['loses']): string {
  if (loses.length === 0) return ''
  const names = loses.slice(0, maxShown).map(({ country, isPart }) => {
    const name = countryName(country)
    return isPart ? t('shipping.in-part', { country: name }) : name
  })
  const more = loses.length - maxShown
  return t('shipping.zone-loses', {
    places: [...names, ...(more > 0 ? [t('shipping.more-places', { count: more })] : [])].join(', '),
  })
}

function PlacesText({ members }: Pick<ShippingZone, 'members'>) {
  const places = writePlaces(members).split('\n').filter(Boolean)
  const more = places.length - maxShown
  return (
    <span className="text-sm wrap-anywhere">
      {places.slice(0, maxShown).join(', ')}
      {more > 0 ? ` ${t('shipping.more-places', { count: more })}` : ''}
    </span>
  )
}
