import { defineConfig, type OxlintOverride } from 'oxlint'
import {
  assertNoCycles,
  cachedDomains,
  domains,
  embedded,
  framedDomains,
  platformContract,
  readModels,
  serverFolders,
  webFolders,
  webFoundation,
  topLevelFolders,
} from './architecture.ts'

assertNoCycles()

interface ImportRule {
  /** A folder with everything below it, or a pattern. */
  files: string
  /** Lists the imports of the project that these files may have, in addition to their own folder. */
  allowed: readonly string[]
  /** The sentence about it. */
  says: string
  /** Packages that these files may not import. */
  packages?: readonly string[]
}

/** Writes the rule of a folder, and one for each of its read models: for a file, oxlint takes the last that fits. */
function importRule({ files, allowed, says, packages = [] }: ImportRule): OxlintOverride[] {
  const message = `${says} (architecture.ts)`
  const rule = (pattern: string, more: readonly string[]): OxlintOverride => ({
    files: [pattern],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['../**', '#*/**', ...[...allowed, ...more].map((one) => `!${one}`)], message },
            ...(packages.length > 0 ? [{ group: [...packages], message }] : []),
          ],
        },
      ],
    },
  })
  const folder = files.replace(/\*\*$/, '')
  const ofFolder = readModels.filter(({ file }) => folder !== files && file.startsWith(folder))
  return [rule(files, []), ...ofFolder.map(({ file }) => rule(file, ['#server/**/*.tables.ts']))]
}

const list = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'nothing of the project')
const basics = platformContract.map((file) => `#contract/${file}`)
const serverPackages = ['fastify', '@fastify/**', 'drizzle-orm', 'drizzle-orm/**', 'pg', 'pg-boss', 'pino']

const domainsOf = (side: 'server' | 'web') =>
  Object.entries(domains).flatMap(([name, { [side]: imports, alsoImports }]) =>
    imports ? [{ name, imports, alsoImports }] : [],
  )

const serverRules = [
  ...importRule({
    files: 'server/platform/*',
    allowed: ['#server/platform/**', ...basics],
    says: 'server/platform knows no domain',
  }),
  ...Object.entries(serverFolders).flatMap(([folder, { imports, importsDomains = false, alsoImports = [] }]) => {
    const isPlatform = folder.startsWith('platform/')
    const folders = [folder, ...imports, ...(importsDomains ? domainsOf('server').map(({ name }) => name) : [])]
    return importRule({
      files: `server/${folder}/**`,
      allowed: [
        ...(isPlatform ? [...basics, '#server/platform/*'] : ['#contract/**']),
        ...folders.map((name) => `#server/${name}/**`),
        ...alsoImports,
      ],
      says: `server/${folder} imports ${list([...imports, ...alsoImports])}`,
    })
  }),
  ...domainsOf('server').flatMap(({ name, imports, alsoImports = [] }) => {
    const folders = ['platform', ...(cachedDomains.includes(name) ? ['edge'] : []), ...imports]
    return importRule({
      files: `server/${name}/**`,
      allowed: ['#contract/**', ...[name, ...folders].map((folder) => `#server/${folder}/**`), ...alsoImports],
      says: `server/${name} imports contract, ${list(folders)}`,
    })
  }),
]

const webRules = [
  ...importRule({
    files: 'web/*',
    allowed: ['#contract/**', '#web/**'],
    says: 'web imports contract',
    packages: serverPackages,
  }),
  ...Object.entries(webFolders).flatMap(([folder, imports]) =>
    importRule({
      files: `web/${folder}/**`,
      allowed: [...(folder === 'ui' ? [] : ['#contract/**']), ...[folder, ...imports].map((name) => `#web/${name}/**`)],
      says: `web/${folder} imports ${list(imports)}`,
      packages: serverPackages,
    }),
  ),
  ...domainsOf('web').flatMap(({ name, imports }) => {
    const folders = [...webFoundation, ...(framedDomains.includes(name) ? ['layout'] : []), ...imports]
    return importRule({
      files: `web/${name}/**`,
      allowed: ['#contract/**', ...[name, ...folders].map((folder) => `#web/${folder}/**`)],
      says: `web/${name} imports contract, ${list(folders)}`,
      packages: serverPackages,
    })
  }),
]

const testDatabase = 'postgres/testing/test-database.ts'
const otherRules: OxlintOverride[] = [
  ...Object.entries(topLevelFolders).flatMap(([folder, imports]) =>
    importRule({
      files: `${folder}/**`,
      allowed: [...[folder, ...imports].map((name) => `#${name}/**`), '../*.ts'],
      says: `${folder} imports ${list(imports)}`,
    }),
  ),
  {
    files: ['contract/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**', '!typebox', '!typebox/**', '!#contract/**', '!./**'],
              message: 'contract imports TypeBox only (architecture.ts)',
            },
          ],
        },
      ],
    },
  },
  ...embedded.flatMap((name) =>
    importRule({
      files: `embedded/${name}/**`,
      allowed: [
        `#embedded/${name}/**`,
        '../*',
        '../testing/*',
        `#embedded/${testDatabase}`,
        `../${testDatabase}`,
        `../../${testDatabase}`,
      ],
      says: `embedded/${name} imports nothing of the project: server/composition hands it what it needs`,
    }),
  ),
]

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'describe', 'suite', 'it'] }],
      },
    ],
    'typescript/no-misused-spread': 'off',
    'no-unused-vars': [
      'error',
      {
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
        destructuredArrayIgnorePattern: '^_',
        ignoreRestSiblings: true,
      },
    ],
  },
  overrides: [
    ...otherRules,
    ...serverRules,
    ...webRules,
    {
      // Tests may ask any part of the server.
      files: ['{server,embedded,database}/**/*.test.ts', '{server,embedded}/**/testing/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: [{ group: ['#web/**'], message: 'A test of the server never imports the pages.' }] },
        ],
      },
    },
    {
      files: ['{contract,server,embedded,database}/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'process',
            property: 'env',
            message: 'Only readConfig reads settings; whether this is production is config.production.',
          },
        ],
      },
    },
    {
      files: [
        'server/composition/main.ts',
        'server/composition/cli.ts',
        'server/platform/observability/tracing.ts',
        'embedded/postgres/create-cluster.ts',
        '**/*.test.ts',
        '**/testing/**',
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['**/*.test.ts', '**/testing/**', 'bench/**'],
      rules: { 'typescript/no-non-null-assertion': 'off' },
    },
  ],
})
