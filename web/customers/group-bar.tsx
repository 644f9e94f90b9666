import { useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { addGroupMember, type CustomerGroup } from '#contract/pricing.ts'
import { call } from '#web/api/call-endpoint.ts'
import { refetchShown, useAction } from '#web/api/queries.ts'
import { BulkBar } from '#web/page/bulk-bar.tsx'
import type { Selection } from '#web/page/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Puts the selected customers into a group, beside their others. */
export function GroupBar(props: {
  selection: Selection
  customers: readonly Customer[]
  groups: readonly Pick<CustomerGroup, '_id' | 'name'>[]
}) {
  const { selection, customers, groups } = props
  const [chosen, setChosen] = useState('')
  const group = groups.find(({ _id }) => _id === chosen) ?? groups[0]
  const adding = useAction(async () => {
    if (!group) return
    const { _id: id, name } = group
    const members = customers.filter(({ _id }) => selection.isSelected(_id))
    for (const { email } of members) await call(addGroupMember, { params: { id, email } })
    await refetchShown()
    toast.success(t('customers.in-group', { count: members.length, name }))
    selection.clear()
  })
  return (
    <BulkBar selection={selection}>
      <Select
        className="min-w-44 [&>label]:sr-only"
        label={t('customers.group')}
        choices={groups.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={group?._id ?? ''}
        onChoose={setChosen}
      />
      <Button size="sm" busy={adding.isPending} onClick={() => adding.mutate(undefined)}>
        {t('groups.add-member')}
      </Button>
    </BulkBar>
  )
}
