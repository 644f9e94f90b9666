import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

/** Makes the last column of a table, with buttons that do something with a row. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  head: t('attributes.actions'),
  fit: true,
  phone: 'actions',
  cell,
})

/** Makes the column of a table of entries with the buttons that edit and delete one. */
export const entryActions = <Row,>(
  nameOf: (row: Row) => string,
  onEdit: (row: Row) => void,
  onDelete: (row: Row) => void,
  isKept: (row: Row) => boolean = () => false,
): Column<Row> =>
  actionsColumn((row) => (
    <span className="flex gap-2 whitespace-nowrap max-md:flex-wrap md:max-xl:flex-col">
      <Button
        variant="outline"
        size="sm"
        aria-label={t('word.edit-one', { name: nameOf(row) })}
        onClick={() => onEdit(row)}
      >
        {t('form.edit')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        className="text-error"
        aria-label={t('word.delete-one', { name: nameOf(row) })}
        disabled={isKept(row)}
        onClick={() => onDelete(row)}
      >
        {t('word.delete')}
      </Button>
    </span>
  ))
