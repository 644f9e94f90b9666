import { Wrench } from 'lucide-react'
import { valueErrors } from '#contract/import-errors.ts'
import { fixImport, type ImportDetails, type ImportErrorGroup, type ImportFix } from '#contract/imports.ts'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Does what is chosen about the errors of an import, one choice after the other: each names those before it. */
export const useFixes = (id: string) =>
  useAction((fixes: ImportFix[]) => write(fixImport, { params: { id }, body: { fixes } }))

/** Does what one press does about all rows of a group of errors. */
export function FixButton({
  found: { fixes, fields },
  fixing,
  fix,
  label = nameOf(fix, fields),
}: {
  found: ImportDetails
  fixing: ReturnType<typeof useFixes>
  fix: ImportFix
  label?: string
}) {
  return (
    <Button variant="outline" busy={fixing.isPending} onClick={() => fixing.mutate([...fixes, fix])}>
      <Wrench aria-hidden="true" size={16} /> {label}
    </Button>
  )
}

/** Whether errors are about values whose meaning is asked, where what else is done about them stands, too. */
export const isAsked = ({ code, field }: ImportErrorGroup, { unknownValues = [] }: ImportDetails): boolean =>
  valueErrors.includes(code) && unknownValues.some((asked) => asked.field === field)

export const labelOf = (code: string | undefined, fields: ImportDetails['fields']) =>
  fields.find((field) => field.code === code)?.label ?? code ?? ''

export const nameOf = ({ fix, field }: ImportFix, fields: ImportDetails['fields']) =>
  t(`imports.fix.${fix}`, { field: labelOf(field, fields) })

export const keyOf = ({ fix, field, code }: ImportFix) => `${fix} ${field} ${code}`
