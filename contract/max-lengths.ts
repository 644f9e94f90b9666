/** Lists the maximum lengths of texts in UTF-16 units, for the schemas and the forms. */
export const maxLengths = {
  email: 254,
  storeName: 60,
  company: 120,
  color: 20,
  orderPrefix: 8,
  announcement: 160,
  address: 500,
  addressLabel: 40,
  /** Of a recipient and of a company. All texts of an address, with its country, are together no longer than `address`. */
  addressee: 80,
  street: 120,
  district: 40,
  city: 60,
  region: 40,
  postalCode: 16,
  phone: 40,
  /** Of education and skill. */
  profileText: 500,
  link: 500,
  search: 200,
  carrier: 60,
  /** Of a zone, a method or a class. */
  shippingName: 80,
  trackingNumber: 60,
  poNumber: 60,
  orderNote: 1000,
  /** Of the web address of the terms of sale. */
  termsAddress: 500,
  legalText: 100_000,
  /** Of what a line of an order is for. */
  job: 100,
  refundNote: 500,
  /** Of what a buyer writes to a return, and what the seller answers. */
  returnNote: 1000,
  /** Of who pays the way back. */
  wayBack: 500,
  orderMessage: 2000,
  discountName: 80,
  discountCode: 40,
  customerNote: 2000,
  tagName: 40,
  viewName: 60,
  /** Of the filter in the address of a list. */
  viewQuery: 1000,
  /** Of a payment that an admin records: what the bank's list or the check says. */
  paymentReference: 100,
  productName: 120,
  description: 5000,
  /** Of a page, as search engines show it. */
  pageTitle: 150,
  pageDescription: 320,
  /** Of what a picture shows. */
  alt: 200,
  /** Of a weight, a length and other numbers with their units. */
  measure: 40,
  documentTitle: 120,
  partNumber: 64,
  /** Of a make, a family, a generation, an engine, and what people call them and their own vehicles. */
  vehicleName: 80,
  /** Of a condition and of a note. */
  fitmentText: 200,
  maker: 80,
  plate: 20,
  /** Of a vehicle identification number, with blanks. */
  vin: 40,
  brand: 120,
  categoryName: 80,
  categoryDescription: 2000,
  attributeName: 120,
  /** Of a value and of an explanation. */
  attributeText: 500,
  synonym: 60,
  /** Of the code of a tax class and that of Stripe Tax. */
  taxCode: 40,
  taxName: 80,
  /** Of a registration, a certificate and a VAT number. */
  taxNumber: 60,
  groupName: 80,
  staffRoleName: 60,
  apiKeyName: 60,
  priceListName: 80,
  stockReason: 500,
  designation: 120,
  review: 5000,
  contactMessage: 5000,
} as const

/** The largest price in minor units, which is 9,999,999.99 in dollars: its column holds twice as much. */
export const maxPriceCents = 999_999_999

/** Limits the lines of a cart, of an order and of one call. */
export const maxLines = 1000

/** Limits the text of a number, in UTF-16 units. */
export const maxNumberLength = 100
