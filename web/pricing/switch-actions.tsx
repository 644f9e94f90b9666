import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

interface Switched {
  _id: string
  active: boolean
}

/** Makes the column of a table with the link that edits an entry and the button that switches it on or off; `nameId` is the id of the element with its name. */
export const switchActions = <Row extends Switched>({
  pageOf,
  nameId,
  switching,
}: {
  pageOf: (row: Row) => string
  nameId: (row: Row) => string
  switching: { isPending: boolean; variables: Row | undefined; mutate: (row: Row) => void }
}): Column<Row> =>
  actionsColumn((row) => (
    <span className="flex flex-wrap gap-2 xl:flex-nowrap">
      <ButtonLink to={pageOf(row)} variant="outline" size="sm" aria-describedby={nameId(row)}>
        {t('form.edit')}
      </ButtonLink>
      <Button
        variant="outline"
        size="sm"
        className="whitespace-nowrap"
        aria-describedby={nameId(row)}
        busy={switching.isPending && switching.variables?._id === row._id}
        onClick={() => switching.mutate(row)}
      >
        {t(row.active ? 'discounts.switch-off' : 'discounts.switch-on')}
      </Button>
    </span>
  ))
