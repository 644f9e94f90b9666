/** Lists the maximum lengths of texts in UTF-16 units, for the schemas and the forms. */
export const maxLengths = {
  email: 254,
  address: 500,
  phone: 40,
  /** Of education and skill. */
  profileText: 500,
  link: 500,
  search: 200,
  carrier: 60,
  trackingNumber: 60,
  poNumber: 60,
  orderNote: 1000,
  /** Of what a line of an order is for. */
  job: 100,
  refundNote: 500,
  designation: 120,
  review: 5000,
  contactMessage: 5000,
} as const
