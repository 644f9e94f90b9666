import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/media/s3-image-store.ts'

const settingsByCode: Record<string, string> = {
  InvalidAccessKeyId: 'refuses the keys (InvalidAccessKeyId). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  SignatureDoesNotMatch: 'refuses the keys (SignatureDoesNotMatch). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  AuthorizationHeaderMalformed: 'is in another region (AuthorizationHeaderMalformed). Check S3_REGION.',
  PermanentRedirect: 'has its bucket elsewhere (PermanentRedirect). Check S3_ENDPOINT and S3_REGION.',
}

/** Asks the S3 storage once for a file that it does not have; returns a sentence about what is wrong and which setting to check. */
export async function findStorageFault(
  { endpoint, bucket, region, ...keys }: S3Settings,
  timeoutMs = 5000,
): Promise<string | undefined> {
  const storage = `The picture storage at ${endpoint}`
  try {
    const client = new AwsClient({ ...keys, service: 's3', region })
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(await client.sign(`${endpoint}/${bucket}/media/check`), { signal, redirect: 'manual' })
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]
    if (code === 'NoSuchBucket') return `${storage} has no bucket “${bucket}”. Create it, or check S3_BUCKET.`
    if (code !== undefined && settingsByCode[code] !== undefined) return `${storage} ${settingsByCode[code]}`
    // Without the right to list files, a missing one is a denied one.
    if (response.ok || code === 'NoSuchKey' || code === 'AccessDenied') return undefined
    return `${storage} answers ${response.status}${code === undefined ? ' and is perhaps no S3 storage' : ` (${code})`}. Check S3_ENDPOINT and S3_BUCKET.`
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const reason =
      error instanceof Error && error.name === 'TimeoutError'
        ? `no answer within ${timeoutMs / 1000} seconds`
        : cause instanceof Error && 'code' in cause
          ? String(cause.code)
          : String(error)
    return `${storage} cannot be reached: ${reason}. Check S3_ENDPOINT and the network.`
  }
}
