/**
 * The arrows between the rooms and domains of this project, as data. `oxlint.config.ts` makes the import rules from them, refuses
 * circles, and `docs/architecture.md` draws them. An arrow points at what is imported; what is not listed is forbidden.
 */

/** A domain is one folder in `server/` and one in `web/`; a missing side means that the folder does not exist there. */
interface Domain {
  server?: readonly string[]
  web?: readonly string[]
}

/**
 * The two sides differ where their work does: on the server the identity provider's word becomes a user (identity → accounts); in the
 * browser an account's pages are about the session (accounts → identity), and the site's pages show what the domains have.
 */
export const domains: Readonly<Record<string, Domain>> = {
  'audit-log': { server: [], web: ['identity'] },
  media: { server: [], web: [] },
  notifications: { server: [], web: ['identity'] },
  accounts: { server: ['audit-log'], web: ['identity'] },
  identity: { server: ['accounts'], web: [] },
  catalog: { server: ['audit-log', 'media'], web: ['identity', 'media'] },
  orders: { server: ['audit-log', 'accounts', 'catalog', 'notifications'], web: ['identity', 'catalog'] },
  payments: { server: ['audit-log', 'orders', 'notifications'], web: ['identity', 'catalog', 'orders'] },
  reviews: { server: ['audit-log', 'accounts', 'media'], web: ['identity', 'media'] },
  'site-content': { server: ['audit-log', 'notifications'], web: ['identity', 'catalog'] },
  backup: { server: [] },
}

interface ServerFolder {
  imports: readonly string[]
  /** Adds all domains. */
  importsDomains?: true
  alsoImports?: readonly string[]
}

/** Folders of `server/` that are no domains. Every domain may import `platform`; nothing but tests imports `composition`. */
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

/** Domains whose public answers are kept: they hand them to the response cache and renew it. */
export const cachedDomains: readonly string[] = ['catalog', 'reviews', 'site-content']

/** Folders of `web/` that are no domains. Every domain may import the first four; `layout` also carries the frame of their pages. */
export const webFolders: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  ui: ['i18n'],
  api: ['i18n', 'ui'],
  page: ['i18n', 'ui', 'api'],
  layout: ['i18n', 'ui', 'api', 'page', 'identity'],
  dashboard: ['i18n', 'ui', 'api', 'page', 'identity', 'orders', 'payments'],
  developer: ['i18n', 'ui', 'api', 'page'],
}
export const webFoundation: readonly string[] = ['i18n', 'ui', 'api', 'page']
/** Domains that draw a piece of the frame, such as the preview of the footer. */
export const framedDomains: readonly string[] = ['site-content']

/** What `server/platform` may know of the contract: nothing of a domain. */
export const platformContract: readonly string[] = [
  'endpoint.ts',
  'language.ts',
  'pagination.ts',
  'delivery.ts',
  'person-name.ts',
  'product-measures.ts',
  'problem.ts',
]

/** Stand-ins for outside services. They import nothing of ours: `server/composition` hands them what they need. */
export const embedded: readonly string[] = ['cards', 'identity', 'postgres']

/** The other rooms, and what each may import. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  database: ['contract', 'server/platform', 'server/media', 'server/catalog', 'server/reviews'],
  journeys: ['contract', 'embedded'],
  bench: ['contract', 'server', 'embedded', 'database', 'journeys'],
  torture: ['contract', 'server', 'embedded', 'database', 'journeys'],
}

/** Imports against the arrows that still exist, each with what it would take to end it. */
export const exceptions: readonly { file: string; imports: readonly string[]; reason: string }[] = [
  {
    file: 'server/catalog/list-stock-movements.ts',
    imports: ['#server/accounts/accounts.tables.ts'],
    reason: 'Joins the e-mail of who moved the stock into one list with a cursor.',
  },
  {
    file: 'server/payments/find-refunds.ts',
    imports: ['#server/accounts/accounts.tables.ts'],
    reason: 'Joins the e-mail of the admin who refunded.',
  },
  {
    file: 'server/payments/get-order-details.ts',
    imports: ['#server/catalog/catalog.tables.ts'],
    reason: 'Joins the picture of the ordered product into the one statement of the order page.',
  },
]

/** Throws for folders that import each other, however indirectly. */
export function assertNoCircles(): void {
  const side = (name: 'server' | 'web') =>
    Object.entries(domains).map(([domain, { [name]: imports = [] }]) => [domain, imports])
  const framed = framedDomains.map((name) => [name, [...(domains[name]?.web ?? []), 'layout']])
  const folders = Object.entries(serverFolders).map(([name, { imports }]) => [name, imports])
  assertNoCircle('server', Object.fromEntries([...side('server'), ...folders]))
  assertNoCircle('web', { ...Object.fromEntries([...side('web'), ...framed]), ...webFolders })
  assertNoCircle('the project', rooms)
}

function assertNoCircle(place: string, arrows: Readonly<Record<string, readonly string[]>>): void {
  const finished = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`A circle in ${place}: ${[...path, name].join(' → ')}`)
    if (finished.has(name)) return
    for (const next of arrows[name] ?? []) visit(next, [...path, name])
    finished.add(name)
  }
  for (const name of Object.keys(arrows)) visit(name, [])
}
