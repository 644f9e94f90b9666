import type { FastifyInstance } from 'fastify'
import type { SQL } from 'drizzle-orm'
import { toCents } from '#contract/currency.ts'
import type { Customer } from '#contract/customers.ts'
import * as endpoints from '#contract/customers.ts'
import { listTags as listTagsEndpoint } from '#contract/tags.ts'
import { addAddress } from '#server/accounts/addresses/add-address.ts'
import { findAddresses } from '#server/accounts/addresses/find-addresses.ts'
import { presentAddress } from '#server/accounts/addresses/present-address.ts'
import { addNote, deleteNote, listNotes } from '#server/customers/customer-notes.ts'
import { countCustomers, findCustomers, getCustomer } from '#server/customers/find-customers.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import {
  type InviteDeps,
  inviteCustomer,
  inviteCustomers,
  repeatInvitation,
} from '#server/customers/invite-customer.ts'
import { type BuyerTotals, presentCustomer, presentMyTerms, presentNote } from '#server/customers/present-customer.ts'
import { setTerms, withdrawTerms } from '#server/customers/set-terms.ts'
import { listTags } from '#server/customers/tags/list-tags.ts'
import { findCustomerTags, tagCustomer, untagCustomer } from '#server/customers/tags/tag-customer.ts'
import { presentProfile } from '#server/accounts/present-account.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const success = { success: true } as const

export interface CustomersDeps extends InviteDeps {
  /** Sums up the orders of buyers by their ids; those without any are missing. */
  findBuyerTotals: (db: Database, ids: readonly string[]) => Promise<Map<string, BuyerTotals>>
  /** Finds the groups of customers by their ids; those in none are missing. */
  findGroupsOf: (db: Database, ids: readonly string[]) => Promise<Map<string, Customer['groups']>>
  /** Selects the ids of the members of a group. */
  groupMemberIds: (groupId: string) => SQL
  /** Says whether an order has a tag. */
  isOnOrder: SQL
}

export function customersRoutes(app: FastifyInstance, deps: CustomersDeps): void {
  const { db, findBuyerTotals, findGroupsOf, groupMemberIds, isOnOrder } = deps

  registerEndpoint(app, listTagsEndpoint, ({ query }) => listTags(db, query.subject, isOnOrder))

  registerEndpoint(app, endpoints.listCustomers, async ({ query, request, reply }) => {
    const page = readPage(query)
    const { q, terms, account, group, from, to, tag } = query
    const found = await findCustomers(db, page, {
      q,
      terms,
      account,
      among: group === undefined ? undefined : groupMemberIds(group),
      days: { from, to },
      tag,
    })
    const rows = sendPageOfRows({ request, reply }, page, found)
    const ids = rows.map(({ id }) => id)
    const [totals, groups, tags] = await Promise.all([
      findBuyerTotals(db, ids),
      findGroupsOf(db, ids),
      findCustomerTags(db, ids),
    ])
    return rows.map((row) => presentCustomer(row, totals.get(row.id), groups.get(row.id), tags.get(row.id)))
  })

  registerEndpoint(app, endpoints.getCustomer, async ({ params, request }) => {
    const row = await getCustomer(db, params.id)
    const language = readLanguage(request.headers)
    const [totals, groups, tags, addresses, notes] = await Promise.all([
      findBuyerTotals(db, [row.id]),
      findGroupsOf(db, [row.id]),
      findCustomerTags(db, [row.id]),
      findAddresses(db, row.id),
      listNotes(db, row.id),
    ])
    return {
      customer: presentCustomer(row, totals.get(row.id), groups.get(row.id), tags.get(row.id)),
      profile: presentProfile(row.user),
      addresses: addresses.map((address) => presentAddress(address, language)),
      notes: notes.map(presentNote),
    }
  })

  registerEndpoint(app, endpoints.inviteCustomer, async ({ body, actor }) => {
    const invitee = { email: body.email, displayName: body.name?.trim() ?? '', phone: body.phone?.trim() ?? '' }
    return { ...success, _id: await inviteCustomer(deps, invitee, actor) }
  })

  registerEndpoint(app, endpoints.repeatInvitation, ({ params, actor }) => repeatInvitation(deps, params.id, actor))

  registerEndpoint(app, endpoints.inviteCustomers, async ({ actor }) => ({
    ...success,
    ...(await inviteCustomers(deps, actor)),
  }))

  registerEndpoint(app, endpoints.setCustomerTerms, async ({ params, body, actor }) => {
    const { netDays, creditLimit, poRequired } = body
    const creditLimitCents = creditLimit === null ? null : toCents(creditLimit)
    await setTerms(db, params.id, { netDays, creditLimitCents, poRequired }, actor)
  })

  registerEndpoint(app, endpoints.withdrawCustomerTerms, ({ params, actor }) => withdrawTerms(db, params.id, actor))

  registerEndpoint(app, endpoints.addCustomerAddress, async ({ params, body, actor, request }) => {
    const { id } = await getCustomer(db, params.id)
    const address = await addAddress(db, id, body, actor)
    return { ...success, address: presentAddress(address, readLanguage(request.headers)) }
  })

  registerEndpoint(app, endpoints.addCustomerNote, ({ params, body, actor }) =>
    addNote(db, params.id, body.note.trim(), actor),
  )

  registerEndpoint(app, endpoints.deleteCustomerNote, ({ params, actor }) =>
    deleteNote(db, params.id, params.noteId, actor),
  )

  registerEndpoint(app, endpoints.countCustomers, ({ query: { from, to, tag } }) =>
    countCustomers(db, { days: { from, to }, tag }),
  )

  registerEndpoint(app, endpoints.tagCustomer, ({ params, body, actor }) =>
    tagCustomer(db, params.id, body.name.trim(), actor),
  )

  registerEndpoint(app, endpoints.untagCustomer, ({ params, actor }) =>
    untagCustomer(db, params.id, params.tagId, actor),
  )

  registerEndpoint(app, endpoints.getMyTerms, async ({ actor }) => {
    const terms = await findTerms(db, actor.id)
    return terms ? { terms: presentMyTerms(terms) } : {}
  })
}
