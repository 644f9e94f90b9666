/**
 * Lists what members of staff may do, by area. Roles, endpoints and API keys name them. `everything` cannot be given by itself: only
 * admins have it, for what leads to all other rights, such as the outbox with its sign-in links.
 */
export const permissions = [
  'catalog',
  'prices',
  'orders',
  'shipping',
  'refunds',
  'customers',
  'content',
  'settings',
  'users',
] as const
export type GivenPermission = (typeof permissions)[number]
export type Permission = GivenPermission | 'everything'

/** Lists the permissions of an admin. */
export const allPermissions: readonly Permission[] = [...permissions, 'everything']

/** Lists the permissions of which each lets its holder read all orders. */
export const orderReaders = ['orders', 'shipping', 'refunds'] as const satisfies readonly Permission[]

/** Whether the holder has the permission, or one of several. */
export function hasPermission(
  { permissions: held }: { permissions: readonly Permission[] },
  needed: Permission | readonly Permission[],
): boolean {
  return typeof needed === 'string' ? held.includes(needed) : needed.some((one) => held.includes(one))
}

/** Returns the permissions that are asked for and not held. */
export function missingPermissions<Asked extends Permission>(
  asked: readonly Asked[],
  held: readonly Permission[],
): Asked[] {
  return asked.filter((one) => !held.includes(one))
}
