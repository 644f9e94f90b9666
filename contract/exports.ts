import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { importKinds, importPermissions, partKinds } from '#contract/imports.ts'
import { taxDays } from '#contract/documents.ts'
import type { GivenPermission } from '#contract/permissions.ts'
import { languages } from '#contract/language.ts'

/** Lists the kinds that are of days, and cannot be imported. */
export const datedKinds = ['orders', 'journal', 'taxes', 'ec-sales'] as const
/** Lists what files can be written of: all that can be imported, orders, and what an accountant needs. */
export const exportKinds = [...importKinds, ...partKinds, ...datedKinds] as const
export type ExportKind = (typeof exportKinds)[number]

/** Names the permission that each kind needs. */
export const exportPermissions = {
  ...importPermissions,
  products: 'catalog',
  prices: 'prices',
  'part-numbers': 'catalog',
  orders: 'orders',
  journal: 'orders',
  taxes: 'orders',
  'ec-sales': 'orders',
} as const satisfies Record<ExportKind, GivenPermission | readonly GivenPermission[]>

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Lists what stands between the cells of a CSV file; programs of countries with a decimal comma expect the semicolon. */
export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const

const Day = Type.String({ format: 'day' })

export const ExportQuery = Type.Object({
  format: Type.Optional(Type.Enum(exportFormats)),
  delimiter: Type.Optional(Type.Enum(csvDelimiters)),
  /** Of the headers. */
  language: Type.Optional(Type.Enum(languages)),
  /** The first and the last day, by the clocks of the store: on which orders were placed, or of what the journal and the taxes have. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Of taxes and EC sales: whether invoices count on the day of the order or of its payment. */
  by: Type.Optional(Type.Enum(taxDays)),
})
export type ExportQuery = Static<typeof ExportQuery>

/** Lists the permissions of which each lets its holder export something. */
export const exportReaders = ['catalog', 'prices', 'customers', 'orders'] as const

const params = Type.Object({ kind: Type.Enum(exportKinds) })

export const exportTable = endpoint('exportTable', 'GET', '/exports/:kind', {
  access: 'admin',
  permission: exportReaders,
  summary:
    'Returns everything of a kind as a CSV or Excel file, row by row while it is read. A file of a kind that can be imported changes nothing when it is imported again.',
  params,
  query: ExportQuery,
  answer: Type.String(),
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  problems: ['permission-missing', 'dates-reversed', 'too-many-requests'],
})

export const createExportLink = endpoint('createExportLink', 'POST', '/exports/:kind/link', {
  access: 'admin',
  permission: exportReaders,
  summary: 'Returns an address at which a browser downloads the file: once, within a minute, without a token.',
  params,
  body: ExportQuery,
  answer: Type.Object({ success: Type.Literal(true), url: Type.String(), expiresAt: Type.String() }),
  problems: ['permission-missing', 'dates-reversed'],
})

export const downloadExport = endpoint('downloadExport', 'GET', '/export-files/:token', {
  access: 'anyone',
  summary: 'Returns the file of a download address.',
  params: Type.Object({ token: Type.String({ pattern: '^[\\w-]{43}$' }) }),
  answer: Type.String(),
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  problems: ['export-link-not-found', 'permission-missing', 'too-many-requests'],
})
