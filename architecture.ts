/**
 * Lists the allowed imports between the folders of this project. `oxlint.config.ts` makes the import rules from them and refuses
 * cycles; `docs/architecture.md` draws them. What is not listed is forbidden.
 */

/** Lists what the two folders of a domain import; a missing side means that the folder does not exist there. */
interface Domain {
  server?: readonly string[]
  /** Adds other folders to the server's. */
  alsoImports?: readonly string[]
  web?: readonly string[]
}

/**
 * Lists the domains. The two sides differ: on the server, `identity` makes a user of a verified ID token and so imports `accounts`;
 * in the browser, the pages of `accounts` need the session and so import `identity`.
 */
export const domains: Readonly<Record<string, Domain>> = {
  'audit-log': { server: [], web: ['identity', 'orders', 'tax', 'site-content'] },
  store: { server: ['audit-log', 'media'], web: ['identity', 'media'] },
  media: { server: [], web: [] },
  stock: { server: [] },
  notifications: { server: ['audit-log'], web: ['identity', 'accounts'] },
  accounts: { server: ['audit-log'], web: ['identity'] },
  customers: { server: ['audit-log', 'accounts', 'pricing', 'tax'], web: ['identity', 'accounts', 'orders', 'tax'] },
  tax: { server: ['audit-log', 'accounts'], web: ['identity', 'orders'] },
  identity: { server: ['accounts'], web: [] },
  pricing: { server: ['audit-log', 'accounts'], web: ['identity', 'catalog', 'orders'] },
  shipping: { server: ['audit-log'], web: ['identity', 'orders'] },
  checkout: { web: ['identity', 'accounts', 'catalog', 'orders', 'carts', 'shipping', 'tax'] },
  catalog: { server: ['audit-log', 'media', 'pricing', 'stock', 'vehicles'], web: ['identity', 'media', 'vehicles'] },
  orders: {
    server: [
      'audit-log',
      'store',
      'accounts',
      'customers',
      'pricing',
      'catalog',
      'stock',
      'notifications',
      'shipping',
      'tax',
      'vehicles',
    ],
    web: ['identity', 'catalog'],
  },
  carts: { server: ['accounts', 'catalog', 'pricing'], web: ['identity', 'catalog', 'shipping', 'orders'] },
  payments: {
    server: ['audit-log', 'orders', 'stock', 'notifications'],
    web: ['identity', 'catalog', 'orders', 'documents', 'returns'],
  },
  returns: {
    server: ['audit-log', 'orders', 'payments', 'stock', 'media', 'notifications'],
    web: ['identity', 'catalog', 'orders', 'documents', 'media'],
  },
  documents: {
    server: ['audit-log', 'store', 'orders', 'payments', 'tax'],
    web: ['identity', 'catalog', 'orders'],
  },
  reviews: { server: ['audit-log', 'accounts', 'media'], web: ['identity', 'media'] },
  'site-content': { server: ['audit-log', 'notifications', 'store'], web: ['identity', 'catalog', 'store'] },
  legal: { server: ['audit-log', 'accounts'], web: ['identity', 'site-content'] },
  reports: {
    server: [
      'audit-log',
      'orders',
      'payments',
      'returns',
      'catalog',
      'customers',
      'imports',
      'reviews',
      'notifications',
      'vehicles',
    ],
    web: ['identity', 'accounts', 'catalog', 'orders', 'notifications'],
  },
  visits: { server: [] },
  // It knows products by their ids only.
  vehicles: { server: ['audit-log', 'accounts'], web: ['identity'] },
  webhooks: { server: ['audit-log', 'orders', 'returns', 'catalog'], web: ['identity', 'accounts'] },
  imports: {
    server: [
      'audit-log',
      'accounts',
      'customers',
      'catalog',
      'documents',
      'media',
      'orders',
      'payments',
      'pricing',
      'shipping',
      'tax',
      'vehicles',
    ],
    web: ['identity', 'catalog'],
  },
  backup: { server: [] },
  // Opening steps, the demo, the switch of selling, currency and lacking texts; nothing but `composition` imports it.
  setup: {
    server: [
      'audit-log',
      'accounts',
      'carts',
      'catalog',
      'customers',
      'documents',
      'identity',
      'imports',
      'legal',
      'media',
      'notifications',
      'orders',
      'payments',
      'pricing',
      'returns',
      'reviews',
      'shipping',
      'site-content',
      'stock',
      'store',
      'tax',
      'vehicles',
    ],
  },
}

interface ServerFolder {
  imports: readonly string[]
  /** Adds all domains. */
  importsDomains?: true
  alsoImports?: readonly string[]
}

/** Lists the folders of `server/` that are no domains. Every domain may import `platform`; nothing but tests imports `composition`. */
export const serverFolders: Readonly<Record<string, ServerFolder>> = {
  'platform/observability': { imports: [] },
  'platform/database': { imports: ['platform/observability'] },
  'platform/jobs': { imports: ['platform/database', 'platform/observability'] },
  'platform/http': { imports: ['platform/database', 'platform/observability'] },
  edge: { imports: ['platform'] },
  composition: {
    imports: ['platform', 'edge'],
    importsDomains: true,
    alsoImports: ['#embedded/**', '#database/**', '../../package.json'],
  },
}

/** Lists the domains whose public responses are cached: they import `edge` to invalidate the response cache. */
export const cachedDomains: readonly string[] = [
  'catalog',
  'pricing',
  'reviews',
  'shipping',
  'site-content',
  'store',
  'legal',
]

/** Lists the folders of `web/` that are no domains. */
export const webFolders: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  ui: ['i18n'],
  api: ['i18n', 'ui'],
  page: ['i18n', 'ui', 'api'],
  layout: ['i18n', 'ui', 'api', 'page', 'identity', 'carts', 'vehicles'],
  dashboard: ['i18n', 'ui', 'api', 'page', 'identity', 'notifications', 'orders', 'payments', 'shipping', 'tax'],
  developer: ['i18n', 'ui', 'api', 'page'],
}
/** Lists the folders of `web/` that every domain may import. */
export const webFoundation: readonly string[] = ['i18n', 'ui', 'api', 'page']
/** Lists the domains that import `layout`, such as for the preview of the footer. */
export const framedDomains: readonly string[] = ['site-content']

/** Lists the files of the contract that `server/platform` imports: none of a domain. */
export const platformContract: readonly string[] = [
  'bulk.ts',
  'currencies.ts',
  'currency.ts',
  'current-store.ts',
  'endpoint.ts',
  'field-problems.ts',
  'fold-text.ts',
  'language.ts',
  'locale.ts',
  'markdown-limit.ts',
  'max-lengths.ts',
  'order-prefix.ts',
  'permissions.ts',
  'pagination.ts',
  'payment-limits.ts',
  'delivery.ts',
  'person-name.ts',
  'place.ts',
  'platform.ts',
  'postal-codes.ts',
  'product-measures.ts',
  'problem.ts',
  'specification-calls.ts',
  'unseen-characters.ts',
  'time-zone.ts',
  'vehicle-address.ts',
]

/**
 * Lists the owners of tables that no `*.tables.ts` declares; the owner of the others is the folder that declares them. A statement names the
 * tables of its own folder, of those that it may import, and those with a column of its own. `server/statements.test.ts` reads them all.
 */
export const undeclaredTables: Readonly<Record<string, readonly string[]>> = {
  platform: ['migration_progress', 'migrations', 'servers', 'shop_facts'],
  edge: ['page_assets'],
  backup: ['restored_jobs'],
  catalog: [
    'attribute_editions',
    'attribute_option_texts',
    'attribute_options',
    'attribute_texts',
    'attributes',
    'brands',
    'category_attributes',
    'dictionary',
    'dictionary_deletes',
    'facet_bitmaps',
    'facet_changes',
    'facet_chunks',
    'facet_slots',
    'facet_values',
    'part_number_keys',
    'product_facets',
    'product_values',
    'projected_attributes',
    'projected_facets',
  ],
  documents: ['invoice_sellers'],
  imports: ['export_links', 'import_attempts', 'import_changes', 'import_mappings', 'import_pictures', 'import_rows'],
  orders: ['order_discounts', 'order_taxes', 'past_order_lines', 'past_orders'],
  payments: ['card_key_refusals'],
  setup: ['demo_rows'],
  vehicles: ['vehicle_editions'],
  tax: ['tax_registration_versions'],
}

/** Lists the columns that another domain owns than their table does: only the owner, and those that may import it, write them. */
export const columnOwners: Readonly<Record<string, string>> = {
  'products.available_quantity': 'stock',
  'products.fit_kind': 'vehicles',
  'products.fit_complete': 'vehicles',
  'products.has_fitments': 'vehicles',
  'order_lines.held_quantity': 'stock',
  'order_lines.shipped_quantity': 'stock',
  'order_lines.cancelled_quantity': 'stock',
  'order_lines.returned_quantity': 'stock',
}

/** Lists the folders and files whose statements may name any table, also by a name that is known at run time only. */
export const namesAnyTable: readonly string[] = [
  // It has all tables in it.
  'server/backup/',
  // The migration says which.
  'server/platform/database/run-long-migration.ts',
  // The caller says which.
  'server/platform/database/move-time.ts',
]

/** Lists the built-in services. They import no other folder of the project: `server/composition` passes in what they need. */
export const embedded: readonly string[] = ['cards', 'identity', 'postgres', 'shipping', 'tax']

/** Lists what the other top-level folders import. */
export const topLevelFolders: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  database: [
    'contract',
    'server/platform',
    'server/media',
    'server/catalog',
    'server/reviews',
    'server/setup',
    'server/shipping',
    'server/tax',
    'server/vehicles',
  ],
  journeys: ['contract', 'embedded'],
  bench: ['contract', 'server', 'embedded', 'database', 'journeys', 'cluster', 'torture'],
  cluster: ['embedded'],
  torture: ['contract', 'server', 'embedded', 'database', 'journeys', 'cluster'],
}

/**
 * Lists the files that read tables which the rules above forbid because no other place can join them; they may import the `*.tables.ts`, too.
 */
export const readModels: readonly { file: string; tables: readonly string[]; reason: string }[] = [
  {
    file: 'server/audit-log/list-audit-events.ts',
    tables: [
      'api_keys',
      'attribute_texts',
      'attributes',
      'brands',
      'category_texts',
      'customer_groups',
      'customer_notes',
      'discounts',
      'order_notes',
      'orders',
      'price_lists',
      'products',
      'reviews',
      'staff_roles',
      'tags',
      'users',
    ],
    reason:
      'Names actors and subjects in the statement that searches by these names. The log has ids, so that a name goes with its row.',
  },
  {
    file: 'server/payments/find-refunds.ts',
    tables: ['users'],
    reason: 'Joins the e-mail of the admin who refunded.',
  },
  {
    file: 'server/pricing/name-products.ts',
    tables: ['brands', 'part_number_keys', 'part_numbers', 'products'],
    reason: 'Finds the products that rows of prices name. Catalog imports pricing, whose SQL is in its lists.',
  },
  {
    file: 'server/pricing/read-catalog.ts',
    tables: ['brands', 'categories', 'category_texts', 'products'],
    reason: 'Has all else that prices and discounts read of products and categories.',
  },
  {
    file: 'server/stock/held-units.ts',
    tables: ['orders'],
    reason: 'Has the numbers of the orders that hold units. Orders import stock.',
  },
  {
    file: 'server/reports/shop-metrics.ts',
    tables: ['webhook_deliveries'],
    reason: 'Counts the rows of all queues in one statement; reports do not import webhooks.',
  },
  {
    file: 'server/visits/read-visits.ts',
    tables: ['order_lines', 'orders', 'products'],
    reason: 'Compares the views of products with what was ordered. Nothing imports visits.',
  },
]

/** Throws if folders import each other, also indirectly. */
export function assertNoCycles(): void {
  const side = (name: 'server' | 'web') =>
    Object.entries(domains).map(([domain, { [name]: imports = [] }]) => [domain, imports])
  const framed = framedDomains.map((name) => [name, [...(domains[name]?.web ?? []), 'layout']])
  const folders = Object.entries(serverFolders).map(([name, { imports }]) => [name, imports])
  assertNoCycle('server', Object.fromEntries([...side('server'), ...folders]))
  assertNoCycle('web', { ...Object.fromEntries([...side('web'), ...framed]), ...webFolders })
  assertNoCycle('the project', topLevelFolders)
}

function assertNoCycle(place: string, imports: Readonly<Record<string, readonly string[]>>): void {
  const finished = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`A cycle in ${place}: ${[...path, name].join(' → ')}`)
    if (finished.has(name)) return
    for (const next of imports[name] ?? []) visit(next, [...path, name])
    finished.add(name)
  }
  for (const name of Object.keys(imports)) visit(name, [])
}
