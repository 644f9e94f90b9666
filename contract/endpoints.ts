import * as accounts from '#contract/accounts.ts'
import * as addresses from '#contract/addresses.ts'
import * as apiKeys from '#contract/api-keys.ts'
import * as attributes from '#contract/attributes.ts'
import * as auditLog from '#contract/audit-log.ts'
import * as catalog from '#contract/catalog.ts'
import * as carts from '#contract/carts.ts'
import * as categories from '#contract/categories.ts'
import * as discounts from '#contract/discounts.ts'
import * as charges from '#contract/charges.ts'
import * as customers from '#contract/customers.ts'
import * as documents from '#contract/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as exports from '#contract/exports.ts'
import * as facets from '#contract/facets.ts'
import * as fitments from '#contract/fitments.ts'
import * as imports from '#contract/imports.ts'
import * as importSources from '#contract/import-sources.ts'
import * as identity from '#contract/identity.ts'
import * as myPrices from '#contract/my-prices.ts'
import * as legal from '#contract/legal.ts'
import * as media from '#contract/media.ts'
import * as notifications from '#contract/notifications.ts'
import * as opening from '#contract/opening.ts'
import * as orderPreview from '#contract/order-preview.ts'
import * as orders from '#contract/orders.ts'
import * as orderMessages from '#contract/order-messages.ts'
import * as orderNotes from '#contract/order-notes.ts'
import * as payments from '#contract/payments.ts'
import * as pricing from '#contract/pricing.ts'
import * as productEdits from '#contract/product-edits.ts'
import * as platform from '#contract/platform.ts'
import * as productSelection from '#contract/product-selection.ts'
import * as returns from '#contract/returns.ts'
import * as reports from '#contract/reports.ts'
import * as reviewCounts from '#contract/review-counts.ts'
import * as reviews from '#contract/reviews.ts'
import * as savedViews from '#contract/saved-views.ts'
import * as search from '#contract/search.ts'
import * as selling from '#contract/selling.ts'
import * as staff from '#contract/staff.ts'
import * as shipments from '#contract/shipments.ts'
import * as shipping from '#contract/shipping.ts'
import * as store from '#contract/store.ts'
import * as tags from '#contract/tags.ts'
import * as tax from '#contract/tax.ts'
import * as fitmentImports from '#contract/fitment-imports.ts'
import * as fitsPhrases from '#contract/fits-phrases.ts'
import * as garage from '#contract/garage.ts'
import * as vehicleEditing from '#contract/vehicle-editing.ts'
import * as vehiclePages from '#contract/vehicle-pages.ts'
import * as vehicles from '#contract/vehicles.ts'
import * as visits from '#contract/visits.ts'
import * as webhooks from '#contract/webhooks.ts'
import * as siteContent from '#contract/site-content.ts'
import * as stockNotices from '#contract/stock-notices.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

/** Lists every endpoint by its domain; others cannot be registered. */
export const endpointsByDomain: Record<string, Endpoint[]> = Object.fromEntries(
  Object.entries({
    catalog: { ...catalog, ...productSelection, ...stockNotices },
    categories: { ...categories, ...vehiclePages },
    attributes,
    facets,
    search,
    discounts,
    carts,
    pricing: { ...myPrices, ...pricing },
    orders: { ...orders, ...shipments, ...orderNotes, ...orderMessages, ...orderPreview, ...selling, ...charges },
    payments,
    returns,
    documents,
    identity,
    accounts,
    addresses,
    customers,
    staff: { ...staff, ...savedViews, ...tags },
    reports,
    visits,
    vehicles: { ...vehicles, ...garage, ...vehicleEditing, ...fitments, ...fitsPhrases, ...fitmentImports },
    'api-keys': apiKeys,
    reviews: { ...reviews, ...reviewCounts },
    shipping,
    store,
    tax,
    media,
    legal,
    notifications,
    'site-content': siteContent,
    webhooks,
    imports: { ...imports, ...importSources, ...exports, ...productEdits },
    'audit-log': auditLog,
    platform: { ...platform, ...opening },
  }).map(([domain, file]) => [domain, Object.values(file).filter(isEndpoint)]),
)

export const endpoints: Endpoint[] = Object.values(endpointsByDomain).flat()
