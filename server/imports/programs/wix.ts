import { discountedHeader, type Program } from '#server/imports/programs/program.ts'

export const wix: Program = {
  name: 'Wix',
  source: { repository: 'rococo-digital/MigrateWixToShopify', path: 'catalog_products.csv' },
  signs: [['handleId', 'fieldType', 'productImageUrl', 'sku']],
  fields: {
    partNumber: ['sku'],
    name: ['name'],
    description: ['description'],
    price: ['price'],
    salePrice: [discountedHeader],
    counted: ['inventory'],
    category: ['collection'],
    brand: ['brand'],
    state: ['visible'],
    picture: ['productImageUrl'],
    weight: ['weight'],
  },
  leftOut: {
    cost: ['cost'],
    'read-elsewhere': ['discountMode', 'discountValue', 'handleId', 'fieldType', 'surcharge', 'productOption*'],
    setting: ['ribbon', 'additionalInfo*', 'customText*'],
  },
  values: { state: { true: 'active', false: 'draft' } },
  discounts: [
    { column: 'discountValue', of: 'percent', mode: { column: 'discountMode', value: 'percent' } },
    { column: 'discountValue', of: 'amount', mode: { column: 'discountMode', value: 'amount' } },
  ],
  category: { between: ';', roots: ['All Products'] },
  pictures: { between: /;/, base: 'https://static.wixstatic.com/media/' },
  variants: {
    group: 'handleId',
    parent: { column: 'fieldType', values: ['product'] },
    options: [1, 2, 3, 4, 5, 6].map((number) => `productOptionDescription${number}`),
    carried: ['description', 'brand', 'category', 'price', 'weight', 'picture', 'discountMode', 'discountValue'],
    surcharge: 'surcharge',
  },
}
