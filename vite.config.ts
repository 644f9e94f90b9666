import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { defineConfig, type Plugin } from 'vite'

/**
 * A browser needs the method and path of an endpoint, not its schemas: with them, the contract and TypeBox would be a fifth of the
 * page's script. So each file of the contract is read while building, and only what is plain data is handed on.
 */
const contractWithoutSchemas: Plugin = {
  name: 'contract-without-schemas',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: (source) => (source === 'typebox' ? '\0no-schemas' : undefined),
  async load(file) {
    if (file === '\0no-schemas') return 'export const Type = new Proxy({}, { get: () => () => ({}) })'
    if (!/\/contract\/[\w-]+\.ts$/.test(file)) return undefined
    const contract: Record<string, unknown> = await import(`${file}?${Date.now()}`)
    if (Object.values(contract).some((value) => typeof value === 'function')) return undefined
    return Object.entries(contract)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(withoutSchemas(value))}`)
      .join('\n')
  },
}

function withoutSchemas(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if ('path' in value && 'method' in value) {
    const { params, query, body, answer, summary, problems, ...endpoint } = { ...value } as Record<string, unknown>
    return endpoint
  }
  return 'type' in value || '~kind' in value || 'anyOf' in value ? {} : value
}

/**
 * Google's own windows and captcha load Google's scripts, and only a shop with a Firebase project needs them: it loads a copy of the
 * identity library that has them, imported with `?google`. Everybody else's stays smaller and asks nobody but the shop.
 */
const identityLibraryOfGoogle: Plugin = {
  name: 'identity-library-of-google',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('?google') && !importer?.endsWith('?google')) return undefined
    const wanted = source.replace(/\?google$/, '').replace('/sdk/windows.ts', '/sdk/google-windows.ts')
    const found = await this.resolve(wanted, importer?.replace(/\?google$/, ''), { ...options, skipSelf: true })
    const isCopied =
      found && /\/web\/identity\/(?:sdk\/|identity-sdk\.ts)|\/node_modules\/(?:@firebase|idb)\//.test(found.id)
    return isCopied ? { ...found, id: `${found.id}?google` } : found
  },
}

/** A catalogue of words, compiled, so that no browser needs the compiler. */
async function readWords(language: string): Promise<Record<string, unknown>> {
  const file = join(import.meta.dirname, `web/words/${language}.ts`)
  const catalogue: Record<string, Record<string, string>> = await import(`${file}?${Date.now()}`)
  const words = Object.entries(catalogue[language] ?? {})
  return Object.fromEntries(words.map(([id, message]) => [id, compileMessage(message)]))
}

/**
 * Each module brings the English sentences that it names, so that a page's script has its own and no others. Where a name is put
 * together, as in `problem.${code}`, all that begin so come along. Other languages travel as a whole, to those who read them.
 */
let english: Promise<Record<string, unknown>> | undefined
const wordsWhereTheyAreUsed: Plugin = {
  name: 'words-where-they-are-used',
  enforce: 'pre',
  watchChange(file) {
    if (file.endsWith('/web/words/en.ts')) english = undefined
  },
  async load(file) {
    const [, language] = /\/web\/words\/(en|de)\.ts$/.exec(file) ?? []
    if (!language) return undefined
    const isSplit = language === 'en' && this.environment.name === 'client'
    return `export const ${language} = ${JSON.stringify(isSplit ? {} : await readWords(language))}`
  },
  async transform(code, id) {
    const [file = ''] = id.split('?')
    if (this.environment.name !== 'client' || !/\/web\/(?!words\/).*\.tsx?$/.test(file)) return undefined
    const names = new Set([...code.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map(([, name = '']) => name))
    const beginnings = [...code.matchAll(/[`'"]([a-z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/g)].map(([, start = '']) => start)
    const words = Object.entries(await (english ??= readWords('en'))).filter(
      ([name]) => names.has(name) || beginnings.some((start) => name.startsWith(start)),
    )
    if (words.length === 0) return undefined
    const learnt = `import { learn as learnWords } from '#web/words/words.ts';learnWords(${JSON.stringify(Object.fromEntries(words))});`
    return { code: learnt + code, map: null }
  },
}

/** React Router's manifest knows what a page needs, and no script brings styles: Vite's own way to find out is a kilobyte for nothing. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined),
}

/**
 * A handful of requests instead of three dozen, and for the home page no byte that it does not need: the libraries, which change
 * seldom; what the home page is made of, from which all others borrow; what the other public pages are made of; and what four or
 * more of the rest share.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler|react-router)\//, priority: 4 },
  {
    name: madeOf(
      'storefront',
      'entry.client.tsx',
      'root.tsx',
      'site-content/shop-layout.tsx',
      'site-content/home.route.tsx',
    ),
    priority: 3,
  },
  { name: madeOf('public', 'catalog/products.route.tsx', 'site-content/blog.route.tsx'), priority: 2 },
  { name: 'shop', test: /\/(web|contract|lucide-react)\//, minShareCount: 4, priority: 1 },
]

interface Modules {
  getModuleInfo(file: string): { importedIds: readonly string[] } | null
}

/** Names the file for all that these pages import, however indirectly. */
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
      // It starts the page: whoever borrows from the others must not run it.
      files.delete(join(import.meta.dirname, 'web/entry.client.tsx'))
    }
    return found.has(file) ? name : null
  }
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    contractWithoutSchemas,
    identityLibraryOfGoogle,
    wordsWhereTheyAreUsed,
    plainImports,
  ],
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 700 },
  // The server build carries React's production build, whatever NODE_ENV is when it runs.
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
  environments: {
    ssr: { build: { sourcemap: true } },
    client: {
      build: {
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    },
  },
}))
