import type { FastifyInstance } from 'fastify'
import type { SQL } from 'drizzle-orm'
import { toCents } from '#contract/currency.ts'
import * as endpoints from '#contract/customers.ts'
import { listTags as listTagsEndpoint } from '#contract/tags.ts'
import { addAddress } from '#server/accounts/addresses/add-address.ts'
import { findAddresses } from '#server/accounts/addresses/find-addresses.ts'
import { presentAddress } from '#server/accounts/addresses/present-address.ts'
import { addNote, deleteNote, listNotes } from '#server/customers/customer-notes.ts'
import { countCustomers, findCustomers, findMergedEmails, getCustomer } from '#server/customers/find-customers.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import { type InviteDeps, inviteCustomers, repeatInvitation } from '#server/customers/invite-customer.ts'
import { type BuyerTotals, presentCustomer, presentMyTerms, presentNote } from '#server/customers/present-customer.ts'
import { setTerms, withdrawTerms } from '#server/customers/set-terms.ts'
import { addCustomer } from '#server/customers/add-customer.ts'
import { changeCustomer, readEditable } from '#server/customers/change-customer.ts'
import { type MergeDeps, mergeCustomers, previewMerge } from '#server/customers/merge-customers.ts'
import { findGroupsOf, groupMemberIds } from '#server/pricing/find-groups-of.ts'
import { listTags } from '#server/customers/tags/list-tags.ts'
import { findCustomerTags, tagCustomer, untagCustomer } from '#server/customers/tags/tag-customer.ts'
import { presentProfile } from '#server/accounts/present-account.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readPage, sendPageOfRows } from '#server/platform/database/pagination.ts'
import { readLanguage } from '#server/platform/http/page-language.ts'
import { assertPermission, registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const success = { success: true } as const

export interface CustomersDeps extends InviteDeps, MergeDeps {
  /** Sums up the orders of buyers by their ids; those without any are missing. */
  findBuyerTotals: (db: Database, ids: readonly string[]) => Promise<Map<string, BuyerTotals>>
  /** Returns the ids of the buyers of the orders that have this number. */
  findBuyersByOrder: (db: Database, said: string) => Promise<string[]>
  /** Says whether an order has a tag. */
  isOnOrder: SQL
}

export function customersRoutes(app: FastifyInstance, deps: CustomersDeps): void {
  const { db, findBuyerTotals, findBuyersByOrder, isOnOrder } = deps

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
      buyers: q === undefined ? [] : await findBuyersByOrder(db, q),
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
    const [totals, groups, tags, addresses, notes, editable, mergedEmails] = await Promise.all([
      findBuyerTotals(db, [row.id]),
      findGroupsOf(db, [row.id]),
      findCustomerTags(db, [row.id]),
      findAddresses(db, row.id),
      listNotes(db, row.id),
      readEditable(db, row.id),
      findMergedEmails(db, row.id),
    ])
    return {
      customer: presentCustomer(row, totals.get(row.id), groups.get(row.id), tags.get(row.id)),
      profile: presentProfile(row.user),
      addresses: addresses.map((address) => presentAddress(address, language)),
      notes: notes.map(presentNote),
      taxNumbers: editable.taxNumbers,
      version: editable.version,
      mergedEmails,
    }
  })

  registerEndpoint(app, endpoints.addCustomer, async ({ body, actor }) => {
    if (body.groups?.length) assertPermission(actor, 'prices')
    return { ...success, _id: await addCustomer(db, body, actor) }
  })

  registerEndpoint(app, endpoints.changeCustomer, ({ params, body, actor }) =>
    changeCustomer(db, params.id, body, actor),
  )

  registerEndpoint(app, endpoints.previewMerge, ({ params, query, actor }) =>
    previewMerge(deps, params.id, query, actor),
  )

  registerEndpoint(app, endpoints.mergeCustomers, async ({ params, body, actor }) => ({
    ...success,
    moved: await mergeCustomers(deps, params.id, body, actor),
  }))

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
