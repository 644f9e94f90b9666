import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/addresses.ts'
import { addAddress } from '#server/accounts/addresses/add-address.ts'
import { presentAddressFormat } from '#server/accounts/addresses/address-format.ts'
import { deleteAddress } from '#server/accounts/addresses/delete-address.ts'
import { findAddresses } from '#server/accounts/addresses/find-addresses.ts'
import { presentAddress } from '#server/accounts/addresses/present-address.ts'
import { markAddress } from '#server/accounts/addresses/mark-address.ts'
import { updateAddress } from '#server/accounts/addresses/update-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const success = { success: true } as const

export function addressesRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, endpoints.getAddressFormat, ({ query }) => presentAddressFormat(query.country))

  registerEndpoint(app, endpoints.listAddresses, async ({ actor, request }) => {
    const language = readLanguage(request.headers)
    return (await findAddresses(db, actor.id)).map((row) => presentAddress(row, language))
  })

  registerEndpoint(app, endpoints.addAddress, async ({ actor, body, request }) => ({
    ...success,
    address: presentAddress(await addAddress(db, actor.id, body), readLanguage(request.headers)),
  }))

  registerEndpoint(app, endpoints.updateAddress, async ({ actor, params, body, request }) => ({
    ...success,
    address: presentAddress(await updateAddress(db, actor.id, params.id, body), readLanguage(request.headers)),
  }))

  registerEndpoint(app, endpoints.setDefaultAddress, ({ actor, params }) =>
    markAddress(db, actor.id, params.id, 'isDefault'),
  )

  registerEndpoint(app, endpoints.setBillingAddress, ({ actor, params }) =>
    markAddress(db, actor.id, params.id, 'isBilling'),
  )

  registerEndpoint(app, endpoints.deleteAddress, ({ actor, params }) => deleteAddress(db, actor.id, params.id))
}
