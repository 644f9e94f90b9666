import type { Program } from '#server/imports/programs/program.ts'

export const odoo: Program = {
  name: 'Odoo',
  source: { repository: 'stubentiger/prog_task', path: 'product.template.csv' },
  signs: [
    ['Internal Reference', 'Name', 'Sales Price'],
    ['default_code', 'name', 'list_price'],
  ],
  fields: {
    partNumber: ['Internal Reference', 'default_code'],
    name: ['Name', 'name'],
    description: ['Sales Description', 'description_sale', 'Description for the website'],
    price: ['Sales Price', 'list_price'],
    counted: ['Quantity On Hand', 'qty_available'],
    category: ['Product Category/Complete Name', 'Product Category', 'categ_id/complete_name', 'categ_id'],
    'numbers:barcode': ['Barcode', 'barcode'],
    state: ['Active', 'active'],
    weight: ['Weight', 'weight'],
  },
  leftOut: {
    'foreign-id': ['id', 'External ID', 'Database ID'],
    cost: ['Cost', 'standard_price'],
    'no-quantity': ['Forecasted Quantity', 'virtual_available'],
    tax: ['Customer Taxes', 'taxes_id', 'Vendor Taxes'],
    supplier: ['Vendors', 'seller_ids', 'Vendors/*'],
    setting: [
      'Sequence',
      'Website',
      'Activity *',
      'Product Type',
      'sequence',
      'type',
      'Favorite',
      'Unit of Measure',
      'uom_id',
    ],
  },
  units: { weight: 'kg' },
  values: { state: { true: 'active', false: 'archived', '1': 'active', '0': 'archived' } },
  category: { step: '/', roots: ['All', 'Saleable', 'Alle', 'Verkaufbar'] },
}
