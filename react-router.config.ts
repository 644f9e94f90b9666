import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // Emptied by each build, while the others write to the folders next to it.
  buildDirectory: 'build/pages',
  ssr: true,
  // Some twenty routes: all known at once, without a request for the manifest.
  routeDiscovery: { mode: 'initial' },
  buildEnd() {
    compressOnce('build/pages/client/')
  },
} satisfies Config

/** Writes FILE.br and FILE.gz next to every text file, so that the server never compresses files. */
function compressOnce(folder: string): void {
  for (const file of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    if (!/\.(?:css|js|svg|txt|webmanifest)$/.test(file)) continue
    const content = readFileSync(folder + file)
    writeFileSync(`${folder}${file}.br`, brotliCompressSync(content))
    writeFileSync(`${folder}${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
