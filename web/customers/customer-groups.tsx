import { useState } from 'react'
import { addGroupMember, type CustomerGroup, listCustomerGroups, removeGroupMember } from '#contract/pricing.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  email: string
  own: readonly Pick<CustomerGroup, '_id' | 'name'>[]
}

/** Shows the groups of a customer, whose prices the customer has, and lets those change them who may. */
export function CustomerGroups({ email, own, canChange }: Props & { canChange: boolean }) {
  const removing = useAction((id: string) => write(removeGroupMember, { params: { id, email } }))
  return (
    <>
      {own.length > 0 ? (
        <ul className="mb-4 divide-y divide-base-300">
          {own.map(({ _id, name }) => (
            <li key={_id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
              {canChange ? (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={t('customers.leave-group', { name })}
                  busy={removing.isPending && removing.variables === _id}
                  onClick={() => removing.mutate(_id)}
                >
                  {t('word.remove')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted mb-4">{t('customers.no-groups')}</p>
      )}
      {canChange ? <AddToGroup email={email} own={own} /> : null}
    </>
  )
}

function AddToGroup({ email, own }: Props) {
  const query = useQuery(endpointQuery(listCustomerGroups, { query: {} }))
  const [chosen, setChosen] = useState('')
  const adding = useAction(async (id: string) => {
    await write(addGroupMember, { params: { id, email } })
    setChosen('')
  })
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={1} label={t('customers.groups')} />}
      failed={t('customers.groups-failed')}
    >
      {(groups) => {
        const others = groups.filter(({ _id }) => own.every((each) => each._id !== _id))
        if (others.length === 0) return null
        return (
          <div className="flex flex-wrap items-end gap-3">
            <Select
              className="min-w-0 grow"
              label={t('customers.add-to-group')}
              choices={[
                { value: '', label: t('customers.choose-group') },
                ...others.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              value={chosen}
              onChoose={setChosen}
            />
            <Button
              variant="outline"
              disabled={chosen === ''}
              busy={adding.isPending}
              onClick={() => adding.mutate(chosen)}
            >
              {t('customers.add')}
            </Button>
          </div>
        )
      }}
    </QueryView>
  )
}
