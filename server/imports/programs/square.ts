import type { Program } from '#server/imports/programs/program.ts'

export const square: Program = {
  name: 'Square',
  source: { repository: 'amyfisticuffs/squareup', path: 'test-catalog.csv' },
  signs: [['Token', 'Item Name', 'Variation Name', 'SKU']],
  fields: {
    partNumber: ['SKU'],
    name: ['Item Name'],
    description: ['Description'],
    price: ['Price'],
    counted: ['Current Quantity *'],
    category: ['Category', 'Categories', 'Reporting Category'],
    'numbers:barcode': ['GTIN'],
    state: ['Archived', 'Square Online Item Visibility'],
    weight: ['Weight *'],
  },
  leftOut: {
    'foreign-id': ['Token', 'Reference Handle'],
    cost: ['Default Unit Cost'],
    supplier: ['Default Vendor *'],
    tax: ['Tax - *'],
    'read-elsewhere': ['Variation Name', 'Option Name *', 'Option Value *', 'Square Online Item Visibility'],
    'no-quantity': ['New Quantity *', 'Stock Alert *', 'Stockable', 'Sellable'],
    setting: ['Item Type', 'SEO *', 'Permalink', 'Modifier Set *', 'Skip Detail *', 'Enabled *'],
  },
  values: { state: { visible: 'active', hidden: 'draft', unavailable: 'draft', y: 'archived', n: 'active' } },
  hidden: { column: 'Square Online Item Visibility', values: ['hidden', 'unavailable'] },
  category: { between: ',', step: '>' },
  variants: {
    group: 'Item Name',
    options: ['Variation Name'],
    plain: ['Regular'],
    carried: ['description', 'category', 'weight'],
  },
}
