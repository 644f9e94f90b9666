import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Address, deleteAddress, listAddresses, setDefaultAddress } from '#contract/addresses.ts'
import { AddressDialog } from '#web/accounts/addresses/address-dialog.tsx'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/addresses.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('addresses.title'))

export default function AddressesRoute() {
  const query = useQuery(endpointQuery(listAddresses))
  const [edited, setEdited] = useState<{ address?: Address }>()
  const deleting = useConfirmDelete<Address>(nameOf, t('addresses.delete-text'), ({ _id }) =>
    write(deleteAddress, { params: { id: _id } }),
  )
  const choosing = useAction(async (address: Address) => {
    await write(setDefaultAddress, { params: { id: address._id } })
    toast.success(t('addresses.is-default', { name: nameOf(address) }))
  })
  const add = (
    <Button onClick={() => setEdited({})}>
      <Plus aria-hidden="true" size={20} /> {t('addresses.add')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('addresses.title')} text={t('addresses.text')} action={query.data?.length ? add : null} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={3} label={t('addresses.title')} />}
          failed={t('addresses.failed')}
        >
          {(addresses) =>
            addresses.length > 0 ? (
              <ul aria-label={t('addresses.title')} className="grid gap-4 lg:grid-cols-2">
                {addresses.map((address) => {
                  const { _id, text, phone, isDefault, isBilling } = address
                  const name = nameOf(address)
                  return (
                    <li key={_id} className="card-surface flex flex-col gap-3 p-5">
                      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                        <h2 className="text-2xl wrap-anywhere">{name}</h2>
                        {isDefault ? <Badge tone="success">{t('addresses.default')}</Badge> : null}
                        {isBilling ? <Badge>{t('addresses.billing')}</Badge> : null}
                      </div>
                      <address className="wrap-anywhere whitespace-pre-line not-italic">{text}</address>
                      {phone ? <p className="muted figures">{phone}</p> : null}
                      <p className="mt-auto flex flex-wrap gap-2">
                        <Button
                          variant="outline"
                          size="sm"
                          aria-label={t('addresses.edit-one', { name })}
                          onClick={() => setEdited({ address })}
                        >
                          {t('form.edit')}
                        </Button>
                        {isDefault ? null : (
                          <Button
                            variant="outline"
                            size="sm"
                            aria-label={t('addresses.make-default-one', { name })}
                            busy={choosing.isPending && choosing.variables._id === _id}
                            onClick={() => choosing.mutate(address)}
                          >
                            {t('addresses.make-default')}
                          </Button>
                        )}
                        <Button
                          variant="outline"
                          size="sm"
                          className="text-error"
                          aria-label={t('word.delete-one', { name })}
                          onClick={() => deleting.ask(address)}
                        >
                          {t('word.delete')}
                        </Button>
                      </p>
                    </li>
                  )
                })}
              </ul>
            ) : (
              <EmptyState title={t('addresses.none')} text={t('addresses.none-text')} action={add} />
            )
          }
        </QueryView>
      </div>
      <AddressDialog
        open={edited !== undefined}
        address={edited?.address}
        // A further address is mostly in the country of the others.
        country={query.data?.[0]?.country}
        onClose={() => setEdited(undefined)}
      />
      {deleting.dialog}
    </>
  )
}

/** Returns the label of an address, else its first line. */
const nameOf = ({ label, text }: Address) => label || (text.split('\n')[0] ?? '')

export { RouteErrorBoundary as ErrorBoundary }
