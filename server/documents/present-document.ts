import { toAmount } from '#contract/currency.ts'
import type { Document } from '#contract/documents.ts'
import { sumAmounts } from '#contract/refund-amount.ts'
import { offlineMethods } from '#contract/payments.ts'
import type { DocumentFacts, DocumentRow } from '#server/documents/documents.tables.ts'
import { billingText } from '#server/orders/present-order.ts'
import { presentAmounts, presentNetPrice } from '#server/orders/read-order-amounts.ts'
import { groupByTax } from '#server/payments/credit-taxes.ts'
import { sellerLines } from '#server/store/find-seller-settings.ts'
import { fromMillionths } from '#server/tax/tax-rules.ts'

/** Presents a paper: a function of its row, which nothing else is read for. */
export function presentDocument(row: DocumentRow, { isVoid = false } = {}): Document {
  const { facts, language } = row
  const { seller, buyer, delivery, references, payment = {} } = facts
  const taxNumber = seller.registration ?? seller.taxNumber
  const billing = billingText({ billing: buyer.billing ?? null, language })
  return {
    _id: row.id,
    kind: row.kind,
    number: row.name,
    orderId: row.orderId,
    orderNumber: references.order,
    issuedOn: row.issuedOn,
    ...(row.dueOn !== null && { dueOn: row.dueOn }),
    language,
    ...(isVoid && { isVoid: true as const }),
    seller: sellerLines(seller),
    ...(taxNumber !== '' && { taxNumber }),
    buyer: {
      name: buyer.name,
      email: buyer.email,
      phone: buyer.phone,
      address: billing || delivery.text,
      ...(buyer.taxNumber !== undefined && { taxNumber: buyer.taxNumber }),
    },
    ...(billing !== '' && { delivery: delivery.text }),
    ...(references.orderedOn !== undefined && { orderedOn: references.orderedOn }),
    ...(references.purchaseOrder !== undefined && { poNumber: references.purchaseOrder }),
    ...(references.invoice !== undefined &&
      references.invoicedOn !== undefined && {
        invoice: { number: references.invoice, issuedOn: references.invoicedOn },
      }),
    lines: markRates(
      row,
      facts.lines.map((line) => presentLine(line, row)),
    ),
    ...(facts.priceReductionCents !== undefined && {
      priceReduction: toAmount(facts.priceReductionCents, row.currency),
    }),
    amounts: presentDocumentAmounts(row),
    ...(delivery.method !== undefined && {
      shippingMethod: { name: delivery.method, ...(delivery.isOnRequest && { onRequest: true as const }) },
    }),
    ...(payment.paidOn !== undefined && { paid: presentPaid(payment, payment.paidOn) }),
    ...(payment.netDays !== undefined && { netDays: payment.netDays }),
    ...(payment.bankDetails !== undefined && { bankDetails: payment.bankDetails }),
    ...(facts.fee && {
      fee: { amount: toAmount(facts.fee.netCents, row.currency), tax: toAmount(facts.fee.taxCents, row.currency) },
    }),
    ...(facts.note !== undefined && { note: facts.note }),
  }
}

/** Adds the rates of their taxes to lines that do not have all the same; the paper names them by class. */
function markRates({ facts: { lines, amounts } }: DocumentRow, shown: Document['lines']): Document['lines'] {
  const goods = lines.map(({ taxClass = null, netCents = 0, taxCents = 0 }) => ({
    taxClass,
    whole: { netCents, taxCents },
  }))
  const sum = sumAmounts(goods.map(({ whole }) => whole))
  const shipping = {
    netCents: amounts.totalCents - amounts.roundingCents - amounts.taxCents - sum.netCents,
    taxCents: amounts.taxCents - sum.taxCents,
  }
  const { ofLines, groups } = groupByTax(amounts.taxes, goods, shipping)
  if (new Set(ofLines).size < 2) return shown
  return shown.map((line, index) => {
    const rate = groups[ofLines[index] ?? -1]?.rate ?? null
    return rate === null ? line : { ...line, taxRate: fromMillionths(BigInt(rate)) }
  })
}

const isOffline = (method: string | undefined): method is (typeof offlineMethods)[number] =>
  offlineMethods.some((one) => one === method)

const presentPaid = (
  { transaction, method, reference }: NonNullable<DocumentFacts['payment']>,
  on: string,
): NonNullable<Document['paid']> => ({
  on,
  ...(transaction !== undefined && { transactionId: transaction }),
  ...(isOffline(method) && { method }),
  ...(reference !== undefined && { reference }),
})

function presentLine(line: DocumentFacts['lines'][number], row: DocumentRow): Document['lines'][number] {
  const { currency, facts } = row
  const { unitPriceCents, pricePer = 1, discountCents = 0, totalCents = line.netCents ?? 0, netCents = null } = line
  const priced = unitPriceCents === undefined ? undefined : { unitPriceCents, totalCents, discountCents, netCents }
  return {
    line: line.line,
    name: line.name,
    ...(line.brand !== undefined && { brand: line.brand }),
    ...(line.partNumber !== undefined && { sku: line.partNumber }),
    ...(line.job !== undefined && { job: line.job }),
    quantity: line.quantity,
    ...(priced && { unitPrice: toAmount(priced.unitPriceCents, currency) }),
    ...(pricePer > 1 && { pricePer }),
    ...(priced && facts.amounts.includesTax && presentNetPrice(priced, currency)),
    amount: toAmount(totalCents, currency),
    ...(discountCents > 0 && { discount: toAmount(discountCents, currency) }),
  }
}

function presentDocumentAmounts({ facts: { amounts }, currency }: DocumentRow): Document['amounts'] {
  const { discount, shippingCents = null } = amounts
  return presentAmounts({
    ...amounts,
    discount: discount ? { ...discount, code: discount.code ?? null } : null,
    shippingCents,
    currency,
  })
}
