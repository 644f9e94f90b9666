import { createRequire } from 'node:module'

// The S3-compatible server of the cluster on one machine: `node cluster/storage.ts PORT FOLDER BUCKET`.

interface S3Server {
  run(): Promise<unknown>
  close(): Promise<void>
}
// The types of the package need those of an old koa.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server

const [port = '', directory = '', bucket = ''] = process.argv.slice(2)
const server = new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  directory,
  silent: true,
  configureBuckets: [{ name: bucket }],
})
await server.run()
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
