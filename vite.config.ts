import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { defineConfig, type Plugin } from 'vite'

/** Compiles the messages of each language, so that browsers need no compiler. */
const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  load: {
    filter: { id: /\/web\/i18n\/\w\w(?:-cart|-dashboard)?\.ts$/ },
    async handler(file) {
      const catalogs: Record<string, Record<string, string>> = await import(`${file}?${Date.now()}`)
      return Object.entries(catalogs)
        .map(([language, messages]) => {
          const compiled = Object.entries(messages).map(([id, message]) => [id, compileMessage(message)])
          return `export const ${language} = ${JSON.stringify(Object.fromEntries(compiled))}`
        })
        .join('\n')
    },
  },
}

/**
 * Loads a copy of the identity SDK with Google's popups and captcha, imported with `?google`, only for shops with a Firebase
 * project. The other copy is smaller and contacts only the shop.
 */
const identityLibraryOfGoogle: Plugin = {
  name: 'identity-library-of-google',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('?google') && !importer?.endsWith('?google')) return undefined
    const wanted = source.replace(/\?google$/, '').replace('/sdk/popups.ts', '/sdk/google-popups.ts')
    const found = await this.resolve(wanted, importer?.replace(/\?google$/, ''), { ...options, skipSelf: true })
    const isCopied =
      found && /\/web\/identity\/(?:sdk\/|identity-sdk\.ts)|\/node_modules\/(?:@firebase|idb)\//.test(found.id)
    return isCopied ? { ...found, id: `${found.id}?google` } : found
  },
}

/**
 * Groups chunks into a handful of requests: libraries, which change seldom; the code of the home page, shared by all; that of the
 * other public pages; the query cache of the dashboard; and what four or more of the rest share. Without the lists of pages, the home
 * page loads 18 more files and 10 KB more.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler|react-router)\//, priority: 4 },
  {
    name: madeOf('storefront', 'entry.client.tsx', 'root.tsx', 'layout/shop-layout.tsx', 'site-content/home.route.tsx'),
    priority: 3,
  },
  { name: madeOf('public', 'catalog/products.route.tsx', 'site-content/blog.route.tsx'), priority: 2 },
  // Loaded by whoever has a cart.
  {
    name: 'carts',
    test: /\/web\/carts\/(?:cart-store|browser-cart|add-from-form)\.ts|\/contract\/(?:carts|cart-lines|price-lines)\.ts/,
    priority: 2,
  },
  { name: 'queries', test: /\/@tanstack\/|\/web\/api\/queries\.ts/, priority: 2 },
  // Code that only few pages call stays out of what every page loads.
  {
    name: withoutLibraries,
    test: /\/(?:web|lucide-react|contract(?!\/(?:bulk|carriers|customers|delivery|documents|exports|order-messages|order-notes|payments|reports|returns|shipments|detect-decimals|discounts|formula-guard|imports|opening|list-amount-rows|order-preview|orders|pricing|price-rows|read-amount|read-number|saved-views|selling|shipping|staff|table-reading|tags|tax|vehicles|garage)\.ts))\//,
    minShareCount: 4,
    priority: 1,
  },
]

interface Modules {
  getModuleInfo(file: string): { importedIds: readonly string[] } | null
}

/** Names the chunk of what many pages share, public ones among them: nothing that needs the libraries of queries and forms. */
function withoutLibraries(file: string, modules: Modules) {
  // Their lines, near numbers, these messages, typed numbers, parts of long forms, notes, parcels, returns, papers, saved files, states, amounts and addresses of orders are for few pages.
  if (
    /\/web\/(?:carts\/|catalog\/(?:form-section|product-field-rules|suggested-products)|tax\/rate-text|ui\/use-typed-whole|documents\/|returns\/|orders\/(?:tracking-fields|line-units|order-labels|order-badges|amount-rows)|page\/(?:bulk-bar|save-file|refused-rows|staff-notes|use-confirm-delete)|reports\/|payments\/(?:address-text|card-message|payment-labels|order-(?:address|document|paper))|page\/download-csv|i18n\/(?:en-cart|cart-messages|en-dashboard|dashboard-messages|typed-number)\.ts)/.test(
      file,
    )
  )
    return null
  return modules
    .getModuleInfo(file)
    ?.importedIds.some((id) =>
      /\/web\/(?:api\/queries|page\/use-entry-form)\.ts$|\/@tanstack\/|\/react-hook-form\//.test(id),
    )
    ? null
    : 'shop'
}

/** Names the chunk of everything that these pages import, directly or not. */
function madeOf(name: string, ...pages: string[]) {
  let found: Set<string> | undefined
  return (file: string, modules: Modules) => {
    if (!found) {
      const files = (found = new Set<string>())
      const follow = (id: string) => {
        // Its index names every icon there is; they go where they are used.
        if (files.has(id) || id.includes('/lucide-react/')) return
        files.add(id)
        modules.getModuleInfo(id)?.importedIds.forEach(follow)
      }
      for (const page of pages) follow(join(import.meta.dirname, 'web', page))
      // It starts the page and must not run when other chunks are imported.
      files.delete(join(import.meta.dirname, 'web/entry.client.tsx'))
    }
    return found.has(file) ? name : null
  }
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), compiledMessages, identityLibraryOfGoogle],
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 700 },
  // The server build uses React's production build, whatever NODE_ENV is at run time.
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
  environments: {
    ssr: { build: { sourcemap: true, rolldownOptions: { experimental: { lazyBarrel: true } } } },
    client: {
      build: {
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups } }, experimental: { lazyBarrel: true } },
      },
    },
  },
}))
