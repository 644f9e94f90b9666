import type { Program } from '#server/imports/programs/program.ts'

/** The customers of its reports, and the users of a plugin that exports them with the fields of WordPress. */
export const woocommerceCustomers: Program = {
  name: 'WooCommerce',
  kind: 'customers',
  signs: [
    ['user_email', 'billing_first_name', 'billing_country'],
    ['Username', 'Email', 'Total spend', 'AOV'],
  ],
  fields: {
    email: ['user_email', 'billing_email', 'Email'],
    name: ['Name'],
    firstName: ['billing_first_name', 'first_name'],
    lastName: ['billing_last_name', 'last_name'],
    phone: ['billing_phone'],
    company: ['billing_company'],
    street: ['billing_address_1'],
    street2: ['billing_address_2'],
    postalCode: ['billing_postcode', 'Postal code'],
    city: ['billing_city', 'City'],
    region: ['billing_state', 'Region'],
    country: ['billing_country', 'Country / Region'],
    groups: ['roles'],
  },
  // What WordPress calls those who are of no group of customers.
  values: {
    groups: Object.fromEntries(
      ['customer', 'subscriber', 'contributor', 'author', 'editor', 'shop_manager', 'administrator'].map((role) => [
        role,
        '',
      ]),
    ),
  },
  leftOut: {
    'foreign-id': ['ID', 'customer_id'],
    'not-kept': [
      'user_*',
      'display_name',
      'nickname',
      'shipping_*',
      'Username',
      'Last active',
      'Sign up',
      'Date registered',
      'Orders',
      'Total spend',
      'AOV',
    ],
  },
}
