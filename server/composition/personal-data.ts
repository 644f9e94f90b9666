import { accountData, type PersonalData } from '#server/accounts/collect-personal-data.ts'
import { auditData, staffAuditData } from '#server/audit-log/personal-data.ts'
import { cartData } from '#server/carts/personal-data.ts'
import { stockNoticeData } from '#server/catalog/stock-notices/personal-data.ts'
import { customerData, staffCustomerData } from '#server/customers/personal-data.ts'
import { documentData } from '#server/documents/personal-data.ts'
import { messageData } from '#server/notifications/personal-data.ts'
import { orderData, staffOrderData } from '#server/orders/personal-data.ts'
import { paymentData } from '#server/payments/personal-data.ts'
import { pricingData, staffPricingData } from '#server/pricing/personal-data.ts'
import { returnData } from '#server/returns/personal-data.ts'
import { reviewData } from '#server/reviews/personal-data.ts'
import { newsletterData } from '#server/site-content/personal-data.ts'
import { taxData } from '#server/tax/personal-data.ts'
import { garageData } from '#server/vehicles/personal-data.ts'

/** Lists what the domains store about a person and the person may see, in the order of the file that a person gets. */
export const ownData: PersonalData = {
  ...accountData,
  ...customerData,
  ...pricingData,
  ...taxData,
  ...orderData,
  ...paymentData,
  ...returnData,
  ...documentData,
  ...cartData,
  ...garageData,
  ...reviewData,
  ...stockNoticeData,
  ...newsletterData,
  ...messageData,
  ...auditData,
}

/** Lists all that the domains store about a person, for staff: also what only they see. */
export const personalData: PersonalData = {
  ...ownData,
  ...staffCustomerData,
  ...staffPricingData,
  ...staffOrderData,
  ...staffAuditData,
}
