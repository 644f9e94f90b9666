import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { defineConfig, type Plugin } from 'vite'

/** A browser needs the method and path of an endpoint, not its schemas: without this, TypeBox would be a tenth of the page's script. */
const endpointsWithoutSchemas: Plugin = {
  name: 'endpoints-without-schemas',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: (source) => (source === 'typebox' ? '\0no-schemas' : undefined),
  load: (id) =>
    id === '\0no-schemas'
      ? 'const none = { properties: {} }; export const Type = new Proxy({}, { get: () => () => none })'
      : undefined,
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

/** The catalogues are compiled while building, so that no browser needs the compiler. */
const compiledWords: Plugin = {
  name: 'compiled-words',
  enforce: 'pre',
  async load(file) {
    const [, language] = /\/web\/words\/(en|de)\.ts$/.exec(file) ?? []
    if (!language) return undefined
    const catalogue: Record<string, Record<string, string>> = await import(`${file}?${Date.now()}`)
    const compiled = Object.entries(catalogue[language] ?? {}).map(([id, message]) => [id, compileMessage(message)])
    return `export const ${language} = ${JSON.stringify(Object.fromEntries(compiled))}`
  },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), endpointsWithoutSchemas, identityLibraryOfGoogle, compiledWords],
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 700 },
  // The server build carries React's production build, whatever NODE_ENV is when it runs.
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true as const },
  }),
  environments: {
    ssr: { build: { sourcemap: true } },
    // What most pages share travels in one file: a handful of requests instead of two dozen, and better compressed.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'shop', test: /\/(web|contract|lucide-react)\//, minShareCount: 4 }] },
          },
        },
      },
    },
  },
}))
