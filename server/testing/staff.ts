import { sql } from 'drizzle-orm'
import type { GivenPermission } from '#contract/permissions.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** Creates a member of staff with a role of these permissions. */
export async function createStaff(shop: TestShop, name: string, permissions: readonly GivenPermission[]) {
  const member = await createCustomer(shop, name)
  const role = newId()
  await shop.db.execute(sql`
    INSERT INTO staff_roles (id, name, permissions) VALUES (${role}, ${name}, ${sql.param(permissions)}::text[])`)
  await shop.db.execute(sql`UPDATE users SET staff_role_id = ${role} WHERE id = ${member.id}`)
  return member
}
