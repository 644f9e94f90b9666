import { personalDataPermissions } from '#contract/accounts.ts'
import { CardSection } from '#web/ui/section.tsx'
import { useState } from 'react'
import { History, Merge, Pencil, Phone, UserRound } from 'lucide-react'
import {
  addCustomerNote,
  type CustomerDetails,
  deleteCustomerNote,
  getCustomer,
  repeatInvitation,
  tagCustomer,
  untagCustomer,
} from '#contract/customers.ts'
import { getStatement } from '#contract/documents.ts'
import { orderReaders } from '#contract/permissions.ts'
import { storeDay } from '#contract/time-zone.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { CustomerBadges } from '#web/customers/customer-badges.tsx'
import { CustomerDialog } from '#web/customers/customer-dialog.tsx'
import { CustomerPrices } from '#web/customers/customer-prices.tsx'
import { CustomerGroups } from '#web/customers/customer-groups.tsx'
import { DownloadData } from '#web/customers/download-data.tsx'
import { MergeDialog } from '#web/customers/merge-dialog.tsx'
import { CustomerOrders } from '#web/customers/customer-orders.tsx'
import { CustomerTax } from '#web/customers/customer-tax.tsx'
import { CustomerTerms } from '#web/customers/customer-terms.tsx'
import { PastOrders } from '#web/orders/past-orders.tsx'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { StaffNotes } from '#web/page/staff-notes.tsx'
import { TagEditor } from '#web/page/tag-editor.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useNavigationFocus } from '#web/ui/page-heading.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/customer.route.ts'

export const handle = staffWith('customers')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.customers'))

export default function CustomerRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getCustomer, { params: { id } }))
  const isUnknown = query.error instanceof ApiProblem && query.error.code === 'customer-not-found'
  return (
    <>
      <BackLink to="/dashboard/customers">{t('word.customers')}</BackLink>
      {isUnknown ? (
        <EmptyState
          heading="h1"
          title={t('customers.not-found')}
          text={t('problem.customer-not-found')}
          action={<ButtonLink to="/dashboard/customers">{t('word.customers')}</ButtonLink>}
        />
      ) : (
        <QueryView query={query} heading="h1" placeholder={<CustomerSkeleton />} failed={t('customers.one-failed')}>
          {(details) => <CustomerView key={id} details={details} />}
        </QueryView>
      )}
    </>
  )
}

/** Shows what the statement of account comes to; nothing before the first order. */
function OpenBalance({ customer }: { customer: string }) {
  // The balance is that of all days, and its entries are for the statement.
  const [from] = useState(() => storeDay(Date.now()))
  const { data } = useQuery(endpointQuery(getStatement, { query: { customer, from } }))
  return (
    <div className="mt-4 min-h-8 max-w-96">
      {data ? (
        <Facts
          facts={[{ term: t('statement.closing'), value: moneyText(data.closing, data.currency), strong: true }]}
        />
      ) : null}
    </div>
  )
}

function CustomerView({ details }: { details: CustomerDetails }) {
  const { customer, profile, addresses, notes } = details
  const params = { id: customer._id }
  const person = usePerson()
  return (
    <>
      <CustomerHeader details={details} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid grid-cols-1 gap-6">
          {mayUse(person, orderReaders) ? (
            <CardSection title={t('word.orders')}>
              <CustomerOrders email={customer.email} />
              <PastOrders email={customer.email} />
              <OpenBalance customer={customer._id} />
              <p className="mt-4">
                <ButtonLink to={`/dashboard/statement/${customer._id}`} variant="outline" size="sm">
                  {t('statement.title')}
                </ButtonLink>
              </p>
            </CardSection>
          ) : null}
          <CardSection title={t('customers.notes')}>
            <StaffNotes
              notes={notes}
              draft={`customer-note-${customer._id}`}
              onAdd={(note) => write(addCustomerNote, { params, body: { note } })}
              onDelete={({ _id }) => write(deleteCustomerNote, { params: { ...params, noteId: _id } })}
            />
          </CardSection>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <CardSection title={t('tags.title')}>
            <TagEditor
              subject="customer"
              tags={customer.tags ?? []}
              onAdd={(name) => write(tagCustomer, { params, body: { name } })}
              onRemove={({ _id }) => write(untagCustomer, { params: { ...params, tagId: _id } })}
            />
          </CardSection>
          <CardSection title={t('customers.payment-by-invoice')}>
            <CustomerTerms key={JSON.stringify(customer.terms)} customer={customer} />
          </CardSection>
          <CardSection title={t('tax.buyers')}>
            <CustomerTax email={customer.email} />
          </CardSection>
          <CardSection title={t('customers.groups')}>
            <CustomerGroups email={customer.email} own={customer.groups} canChange={mayUse(person, 'prices')} />
          </CardSection>
          {mayUse(person, 'prices') ? (
            <CardSection title={t('customers.own-prices')}>
              <CustomerPrices customer={customer} />
            </CardSection>
          ) : null}
          <CardSection title={t('customers.facts')}>
            <Facts
              facts={[
                { term: t('sales.amount'), value: moneyText(customer.sales) },
                { term: t('customers.since'), value: <Day iso={customer.createdAt} /> },
                profile.phone !== '' && { term: t('word.phone'), value: profile.phone },
                profile.address !== '' && { term: t('profile.location'), value: profile.address },
              ]}
            />
            {personalDataPermissions.every((one) => mayUse(person, one)) ? <DownloadData customer={customer} /> : null}
          </CardSection>
          <CardSection title={t('addresses.title')}>
            {addresses.length > 0 ? (
              <ul className="grid gap-4">
                {addresses.map(({ _id, label, text, phone, isDefault, isBilling }) => (
                  <li key={_id} className="grid gap-1">
                    {label || isDefault || isBilling ? (
                      <span className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                        {label}
                        {isDefault ? <Badge tone="success">{t('addresses.default')}</Badge> : null}
                        {isBilling ? <Badge>{t('addresses.billing')}</Badge> : null}
                      </span>
                    ) : null}
                    <address className="wrap-anywhere whitespace-pre-line not-italic">{text}</address>
                    {phone ? <span className="muted figures text-sm">{phone}</span> : null}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="muted">{t('customers.no-addresses')}</p>
            )}
          </CardSection>
        </div>
      </div>
    </>
  )
}

function CustomerHeader({ details }: { details: CustomerDetails }) {
  const { customer, mergedEmails } = details
  const { _id: id, name, email, role, disabled, unconfirmed, invitedAt, withoutAccount } = customer
  const [opened, setOpened] = useState<'edit' | 'merge'>()
  const focus = useNavigationFocus()
  const person = usePerson()
  const { withReauthentication, dialog } = useReauthentication()
  const inviting = useAction(() =>
    withReauthentication(async () => {
      await write(repeatInvitation, { params: { id } })
      toast.success(t('customers.invitation-sent', { email }))
    }),
  )
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 {...focus} className="text-4xl wrap-anywhere outline-none">
          {name || email}
        </h1>
        {name ? <p className="muted mt-1 text-lg wrap-anywhere">{email}</p> : null}
        {mergedEmails.length > 0 ? (
          <p className="muted mt-1 wrap-anywhere">{t('customers.merged-from', { emails: mergedEmails.join(', ') })}</p>
        ) : null}
        <p className="mt-3 flex flex-wrap gap-2">
          <CustomerBadges customer={customer} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {mayUse(person, 'orders') && !disabled ? (
          <ButtonLink to={`/dashboard/customers/${id}/order`} prefetch="intent">
            <Phone aria-hidden="true" size={18} /> {t('customer-order.new')}
          </ButtonLink>
        ) : null}
        {(invitedAt || withoutAccount) && !disabled ? (
          <Button variant="outline" busy={inviting.isPending} onClick={() => inviting.mutate(undefined)}>
            {t(withoutAccount ? 'customers.send-invitation' : 'customers.invite-again')}
          </Button>
        ) : null}
        {mayUse(person, 'customers') && !unconfirmed ? (
          <Button variant="outline" onClick={() => setOpened('edit')}>
            <Pencil aria-hidden="true" size={18} /> {t('customers.edit')}
          </Button>
        ) : null}
        {mayUse(person, 'customers') && !unconfirmed && role === 'customer' ? (
          <Button variant="outline" onClick={() => setOpened('merge')}>
            <Merge aria-hidden="true" size={18} /> {t('customers.merge')}
          </Button>
        ) : null}
        {mayUse(person, 'users') ? (
          <>
            <ButtonLink to={`/dashboard/users/${id}`} variant="outline">
              <UserRound aria-hidden="true" size={18} /> {t('word.account')}
            </ButtonLink>
            <ButtonLink to={`/dashboard/audit-log?q=${encodeURIComponent(id)}`} variant="outline">
              <History aria-hidden="true" size={18} /> {t('audit.title')}
            </ButtonLink>
          </>
        ) : null}
      </div>
      <CustomerDialog open={opened === 'edit'} details={details} onClose={() => setOpened(undefined)} />
      <MergeDialog customer={customer} open={opened === 'merge'} onClose={() => setOpened(undefined)} />
      {dialog}
    </header>
  )
}

function CustomerSkeleton() {
  return (
    <div role="status" aria-label={t('customers.one-loading')}>
      <Skeleton className="h-10 w-full max-w-md" />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <SkeletonCard lines={6} />
        <SkeletonCard lines={4} />
      </div>
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
