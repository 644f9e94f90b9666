import { hasPermission, type Permission } from '#contract/permissions.ts'
import { tooManyRequests } from '#server/platform/http/problem.ts'

/** Limits the uploads of one user per hour, over all processes. */
export const maxUploadsPerHour = { verified: 200, unverified: 20 }

const maxUploadsPerUser = 2
const maxUploads = 24
/** Reserves the rest for users with a verified e-mail. */
const maxUploadsOfUnverified = 12
/** Reserves uploads for admins, so that customers cannot keep the seller from working. */
const maxUploadsOfAdmins = 4
/** Limits what one address holds, however many accounts it has. */
const maxUploadsPerAddress = 6

interface Uploader {
  id: string
  permissions: readonly Permission[]
  emailVerified: boolean
  ip: string
}

/**
 * Creates a function that takes a place among the concurrent uploads of this process and returns another that gives it back; it throws
 * `too-many-requests` when there is none.
 */
export function createUploadLimiter() {
  const receiving = new Map<string, number>()
  let unverified = 0
  let taken = 0
  let takenByAdmins = 0

  const count = (key: string, change: number) => {
    const next = (receiving.get(key) ?? 0) + change
    if (next === 0) receiving.delete(key)
    else receiving.set(key, next)
  }

  return function enter({ id, permissions, emailVerified, ip }: Uploader): () => void {
    const isAdmin = hasPermission({ permissions }, ['catalog', 'content'])
    const isFull = isAdmin
      ? takenByAdmins >= maxUploadsOfAdmins
      : taken >= maxUploads ||
        (!emailVerified && unverified >= maxUploadsOfUnverified) ||
        (receiving.get(ip) ?? 0) >= maxUploadsPerAddress
    if ((receiving.get(id) ?? 0) >= maxUploadsPerUser || isFull) throw tooManyRequests(5)
    const book = (change: 1 | -1) => {
      count(id, change)
      if (isAdmin) {
        takenByAdmins += change
        return
      }
      count(ip, change)
      taken += change
      if (!emailVerified) unverified += change
    }
    book(1)
    return () => book(-1)
  }
}
