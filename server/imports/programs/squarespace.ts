import type { Program } from '#server/imports/programs/program.ts'

export const squarespace: Program = {
  name: 'Squarespace',
  source: {
    repository: 'ohiobarn/flowerfarm',
    path: 'exports/squarespace/export/products_Jun-23_08-03-35AM.csv',
  },
  signs: [['Product ID [Non Editable]', 'Variant ID [Non Editable]', 'SKU']],
  fields: {
    partNumber: ['SKU'],
    name: ['Title'],
    description: ['Description'],
    price: ['Price'],
    salePrice: ['Sale Price'],
    counted: ['Stock'],
    category: ['Categories'],
    state: ['Visible'],
    picture: ['Hosted Image URLs'],
    weight: ['Weight'],
    length: ['Length'],
    width: ['Width'],
    height: ['Height'],
  },
  leftOut: {
    'foreign-id': ['Product ID [Non Editable]', 'Variant ID [Non Editable]'],
    'read-elsewhere': ['On Sale', 'Option Name *', 'Option Value *'],
    setting: ['Product Type [Non Editable]', 'Product Page', 'Product URL', 'Tags'],
  },
  values: { state: { yes: 'active', no: 'draft' } },
  onSale: { column: 'On Sale', values: ['yes'] },
  category: { between: ',', step: '/' },
  pictures: { between: /\s+/ },
  variants: {
    group: 'Product ID [Non Editable]',
    options: [1, 2, 3, 4, 5, 6].map((number) => `Option Value ${number}`),
    carried: ['description', 'category', 'state', 'picture'],
  },
}
