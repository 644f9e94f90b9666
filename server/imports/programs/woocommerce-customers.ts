import type { Program } from '#server/imports/programs/program.ts'

/** The customers of its reports, and the users of plugins that export them with the fields of WordPress. */
export const woocommerceCustomers: Program = {
  name: 'WooCommerce',
  kind: 'customers',
  signs: [
    ['user_email', 'billing_first_name', 'billing_country'],
    ['Username', 'Email', 'Total spend', 'AOV'],
    ['user_email', 'display_name'],
    ['user_email', 'user_login'],
    ['user_email', 'roles'],
    ['user_email', 'role'],
  ],
  fields: {
    email: ['user_email', 'billing_email', 'Email'],
    name: ['Name'],
    displayName: ['display_name'],
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
    deliveryFirstName: ['shipping_first_name'],
    deliveryLastName: ['shipping_last_name'],
    deliveryCompany: ['shipping_company'],
    deliveryStreet: ['shipping_address_1'],
    deliveryStreet2: ['shipping_address_2'],
    deliveryPostalCode: ['shipping_postcode'],
    deliveryCity: ['shipping_city'],
    deliveryRegion: ['shipping_state'],
    deliveryCountry: ['shipping_country'],
    deliveryPhone: ['shipping_phone'],
    groups: ['roles', 'role', 'wp_capabilities'],
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
  // As PHP writes them, or one beside the other.
  lists: { groups: [/"([^"]+)";b:1/g, /([^,;|]+)/g] },
  leftOut: {
    'foreign-id': ['ID', 'customer_id'],
    'not-kept': [
      'user_*',
      'nickname',
      'shipping_method',
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
