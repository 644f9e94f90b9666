import { desc, eq } from 'drizzle-orm'
import { type ApiRequest, type ApiResponse, notFound, ok } from './api.ts'
import { charges, disputes, paymentMethods, refunds, type Tx } from './cards.tables.ts'
import { findIntent } from './find-intent.ts'
import { presentCharge, presentDispute, presentRefund } from './present.ts'

type ListRequest = ApiRequest<{ payment_intent: string; limit?: string }>

/** Lists the refunds of a payment intent, newest first (GET /v1/refunds). */
export async function listRefunds(tx: Tx, { params }: ListRequest): Promise<ApiResponse> {
  const intent = await findIntent(tx, params.payment_intent)
  const rows = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.paymentIntentId, intent.id))
    .orderBy(desc(refunds.sequence))
  return presentList('/v1/refunds', rows, params.limit, (row) => presentRefund(row, intent))
}

/** Lists the charges of a payment intent, newest first (GET /v1/charges). */
export async function listCharges(tx: Tx, { params }: ListRequest): Promise<ApiResponse> {
  const intent = await findIntent(tx, params.payment_intent)
  const rows = await tx
    .select({ charge: charges, method: paymentMethods })
    .from(charges)
    .innerJoin(paymentMethods, eq(paymentMethods.id, charges.paymentMethodId))
    .where(eq(charges.paymentIntentId, intent.id))
    .orderBy(desc(charges.sequence))
  return presentList('/v1/charges', rows, params.limit, ({ charge, method }) => presentCharge(charge, intent, method))
}

/** Presents the first rows of a list as Stripe does. */
export function presentList<Row>(url: string, rows: Row[], limit = '10', present: (row: Row) => object): ApiResponse {
  const data = rows.slice(0, Number(limit)).map(present)
  return ok({ object: 'list', data, has_more: data.length < rows.length, url })
}

/** Returns a dispute (GET /v1/disputes/{id}). */
export async function retrieveDispute(tx: Tx, { id }: ApiRequest): Promise<ApiResponse> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id))
  if (row === undefined) throw notFound('dispute', id)
  return ok(presentDispute(row, await findIntent(tx, row.paymentIntentId)))
}
