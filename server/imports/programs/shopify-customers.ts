import type { Program } from '#server/imports/programs/program.ts'

export const shopifyCustomers: Program = {
  name: 'Shopify',
  kind: 'customers',
  source: { repository: 'satwikkansal/shopify-data-generator', path: 'data/customers_export.csv' },
  signs: [
    ['First Name', 'Last Name', 'Email', 'Default Address Address1', 'Total Spent'],
    ['First Name', 'Last Name', 'Email', 'Address1', 'Province Code', 'Total Spent'],
  ],
  fields: {
    email: ['Email'],
    firstName: ['First Name'],
    lastName: ['Last Name'],
    phone: ['Phone'],
    addressPhone: ['Default Address Phone'],
    company: ['Default Address Company', 'Company'],
    street: ['Default Address Address1', 'Address1'],
    street2: ['Default Address Address2', 'Address2'],
    city: ['Default Address City', 'City'],
    region: ['Default Address Province Code', 'Province Code', 'Province'],
    postalCode: ['Default Address Zip', 'Zip'],
    country: ['Default Address Country Code', 'Country Code', 'Country'],
  },
  leftOut: {
    'foreign-id': ['Customer ID'],
    tax: ['Tax Exempt'],
    'read-elsewhere': ['Province', 'Country'],
    'not-kept': ['Accepts *', 'Total Spent', 'Total Orders', 'Tags', 'Note'],
  },
}
