import { getStore, getStoreRecipients, listFixedStoreFields } from '#contract/store.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { StoreAnnouncement } from '#web/store/store-announcement.tsx'
import { StoreColorsForm, StorePictures } from '#web/store/store-brand.tsx'
import { StoreCompany } from '#web/store/store-company.tsx'
import { StoreContacts } from '#web/store/store-contacts.tsx'
import { StoreHours } from '#web/store/store-hours.tsx'
import { StoreCurrency } from '#web/store/store-currency.tsx'
import { StoreForm, StoreParts, useSavedBeforeReload } from '#web/store/store-section.tsx'
import { StoreOrderNumbers } from '#web/store/store-order-numbers.tsx'
import { StoreRetention } from '#web/store/store-retention.tsx'
import { StoreTimeZone } from '#web/store/store-time-zone.tsx'
import { StoreLanguages } from '#web/store/store-languages.tsx'
import { StoreName } from '#web/store/store-name.tsx'
import { StoreUnits } from '#web/store/store-units.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/store.route.ts'

export const handle = staffWith('settings')

export const meta: Route.MetaFunction = () => hiddenPage(t('store.title'))

/** Shows what the seller says about the store, and saves what has changed in one go. */
export default function StoreRoute() {
  const store = useQuery(endpointQuery(getStore))
  const recipients = useQuery(endpointQuery(getStoreRecipients))
  const { data: fixed = [], isPending } = useQuery(endpointQuery(listFixedStoreFields))
  useSavedBeforeReload()
  const data =
    !isPending && store.data && recipients.data ? { store: store.data, recipients: recipients.data } : undefined
  return (
    <>
      <PageHeading title={t('store.title')} text={t('store.text')} />
      <QueryView
        query={{ ...(store.error ? store : recipients), data }}
        placeholder={<SkeletonRows rows={8} label={t('store.loading')} />}
        failed={t('store.failed')}
      >
        {(found) => (
          <StoreForm>
            <StoreParts />
            <StoreName store={found.store} />
            <StorePictures store={found.store} />
            <StoreColorsForm store={found.store} />
            <StoreContacts {...found} />
            <StoreHours store={found.store} />
            <StoreCurrency store={found.store} isFixed={fixed.includes('currency')} />
            <StoreCompany store={found.store} />
            <StoreRetention store={found.store} />
            <StoreOrderNumbers store={found.store} isFixed={fixed.includes('orderPrefix')} />
            <StoreAnnouncement store={found.store} />
            <StoreLanguages store={found.store} isFixed={fixed.includes('mainLanguage')} />
            <StoreTimeZone store={found.store} />
            <StoreUnits store={found.store} />
          </StoreForm>
        )}
      </QueryView>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
