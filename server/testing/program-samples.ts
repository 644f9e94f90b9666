/** Describes a made-up part, as every program exports it. */
interface Part {
  index: number
  number: string
  name: string
  price: string
  stock: number
  brand: string
  category: readonly [string, string]
  weight: string
  ean: string
  isShown: boolean
  isCounted: boolean
}

interface SampleRow {
  cells: Readonly<Record<string, string>>
  /** What the row becomes; absent for one that is none of its own. */
  texts?: Readonly<Record<string, string>>
}

interface ProgramSample {
  program: string
  delimiter: string
  encoding: 'utf-8' | 'utf-8 with mark' | 'windows-1252'
  /** The header row of the source that the program's data names, between delimiters as there. */
  header: string
  rows: (part: Part, pictures: readonly [string, string]) => SampleRow[]
  /** What the seller reads of the file, in any order. */
  warnings: readonly string[]
}

export const sampleRows = 200

const html = '<p>For axle &amp; wheel, <b>new</b>.</p><ul><li>With screws</li></ul>'
const text = 'For axle & wheel, new.\n\n- With screws'

const brands = ['Nordwerk', 'Halbach', 'Ruedi & Co', 'Täuber', 'Ostrava Parts']
const categories = [
  ['Axle parts', 'Drive shafts'],
  ['Axle parts', 'Wheel bearings'],
  ['Türen', 'Griffe'],
] as const

/** Makes numbers from 0 to 1 that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const checkDigit = (digits: string) =>
  String((10 - ([...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10)) % 10)

function makePart(prefix: string, index: number, random: () => number): Part {
  const digits = `400${String(100_000_000 + Math.floor(random() * 899_999_999))}`
  return {
    index,
    number: `${prefix}-${1000 + index}`,
    name: `${['Hub', 'Shaft', 'Handle'][index % 3]} ${prefix} ${index}`,
    price: (5 + random() * 400).toFixed(2),
    stock: index % 10 === 5 ? -2 : Math.floor(random() * 90) + 1,
    brand: brands[index % brands.length] ?? '',
    category: categories[index % categories.length] ?? categories[0],
    weight: (0.1 + random() * 9).toFixed(2),
    ean: digits + checkDigit(digits),
    isShown: index % 10 !== 3,
    isCounted: index % 10 !== 7,
  }
}

/** Returns what a part becomes, from the fields that its program exports. */
function textsOf(part: Part, fields: Record<string, string | undefined> = {}): Record<string, string> {
  const all: Record<string, string | undefined> = {
    partNumber: part.number,
    name: part.name,
    description: text,
    price: part.price,
    counted: part.isCounted ? String(Math.max(0, part.stock)) : undefined,
    brand: part.brand,
    category: part.category.join(' > '),
    weight: `${part.weight} kg`,
    'numbers:barcode': part.ean,
    state: part.isShown ? 'active' : 'draft',
    ...fields,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([field, one]) => (one === undefined ? [] : [[field, one]])))
}

const listed = ([first, second]: readonly [string, string]) => ({ picture: first, pictures: second })
const counted = (part: Part) => (part.isCounted ? String(part.stock) : '')

/** Has an export of each program: the header row of a real one, rows that are made up, in its own delimiter and encoding. */
export const programSamples: readonly ProgramSample[] = [
  {
    program: 'Shopify',
    delimiter: ',',
    encoding: 'utf-8',
    header:
      'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Google Shopping / MPN,Google Shopping / AdWords Grouping,Google Shopping / AdWords Labels,Google Shopping / Condition,Google Shopping / Custom Product,Google Shopping / Custom Label 0,Google Shopping / Custom Label 1,Google Shopping / Custom Label 2,Google Shopping / Custom Label 3,Google Shopping / Custom Label 4,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status',
    rows(part, pictures) {
      const isGroup = part.index % 5 === 0
      const handle = `part-${part.index}`
      const grams = String(Math.round(Number(part.weight) * 1000))
      const variant = (number: string, option: string) => ({
        Handle: handle,
        'Option1 Value': option,
        'Variant SKU': number,
        'Variant Grams': grams,
        'Variant Inventory Tracker': part.isCounted ? 'shopify' : '',
        'Variant Inventory Qty': String(part.stock),
        'Variant Price': part.price,
        'Variant Compare At Price': '999.00',
        'Variant Weight Unit': 'kg',
        'Cost per item': '1.00',
      })
      const common = {
        weight: `${grams} g`,
        category: part.category[0],
        'numbers:barcode': undefined,
      }
      const first = {
        ...variant(part.number, isGroup ? 'Left' : 'Default Title'),
        Title: part.name,
        'Body (HTML)': html,
        Vendor: part.brand,
        Type: part.category[0],
        Published: String(part.isShown),
        'Option1 Name': isGroup ? 'Side' : 'Title',
        'Variant Barcode': part.ean,
        'Image Src': pictures[0],
        'Image Position': '1',
        Status: 'active',
      }
      if (!isGroup)
        return [
          { cells: first, texts: textsOf(part, { ...common, 'numbers:barcode': part.ean, picture: pictures[0] }) },
        ]
      return [
        {
          cells: first,
          texts: textsOf(part, {
            ...common,
            ...listed(pictures),
            'numbers:barcode': part.ean,
            name: `${part.name} – Left`,
          }),
        },
        {
          cells: variant(`${part.number}-R`, 'Right'),
          texts: textsOf(part, {
            ...common,
            ...listed(pictures),
            partNumber: `${part.number}-R`,
            name: `${part.name} – Right`,
          }),
        },
        { cells: { Handle: handle, 'Image Src': pictures[1], 'Image Position': '2' } },
      ]
    },
    warnings: ['stock-not-counted', 'unpublished', 'variants-named', 'pictures-joined', 'html-to-text', 'oversold'],
  },
  {
    program: 'WooCommerce',
    delimiter: ',',
    encoding: 'utf-8 with mark',
    header:
      'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Backorders allowed?","Sold individually?","Weight (lbs)","Length (in)","Width (in)","Height (in)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit","Download expiry days",Parent,"Grouped products",Upsells,Cross-sells,"External URL","Button text",Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Attribute 2 visible","Attribute 2 global","Meta: _wpcom_is_markdown","Download 1 name","Download 1 URL","Download 2 name","Download 2 URL"',
    rows(part, pictures) {
      const id = String(100 + part.index)
      const common = {
        brand: undefined,
        'numbers:barcode': undefined,
        weight: `${part.weight} lb`,
        length: '12 in',
        salePrice: '1.00',
      }
      const cells = {
        ID: id,
        Type: 'simple',
        SKU: part.number,
        Name: part.name,
        Published: part.isShown ? '1' : '-1',
        'Visibility in catalog': 'visible',
        'Tax status': 'taxable',
        'In stock?': '1',
        Stock: counted(part),
        'Weight (lbs)': part.weight,
        'Length (in)': '12',
        'Sale price': '1',
        'Regular price': part.price,
        Images: pictures.join(', '),
      }
      const category = `${part.category[0]} > ${part.category[1]}, ${part.category[0]}`
      if (part.index % 8 !== 0)
        return [
          {
            cells: {
              ...cells,
              'Short description': part.index % 2 ? html : '',
              Description: part.index % 2 ? '' : html,
              Categories: category,
            },
            texts: textsOf(part, { ...common, ...listed(pictures) }),
          },
        ]
      return [
        {
          cells: {
            ID: `${id}9`,
            Type: 'variable',
            SKU: `${part.number}-ALL`,
            Name: part.name,
            Published: '1',
            Description: html,
            Categories: category,
            'Attribute 1 name': 'Side',
            'Attribute 1 value(s)': 'Left, Right',
          },
        },
        {
          cells: {
            ...cells,
            Type: 'variation',
            Parent: part.index % 16 === 0 ? `id:${id}9` : `${part.number}-ALL`,
            'Attribute 1 value(s)': 'Left',
          },
          texts: textsOf(part, { ...common, ...listed(pictures), name: `${part.name} – Left` }),
        },
      ]
    },
    warnings: ['stock-not-counted', 'unpublished', 'parents-left-out', 'variants-named', 'html-to-text', 'oversold'],
  },
  {
    program: 'PrestaShop',
    delimiter: ';',
    encoding: 'utf-8',
    header:
      'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;On sale (0/1);Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);Reference #;Supplier reference #;Supplier;Manufacturer;EAN13;UPC;MPN;Ecotax;Width;Height;Depth;Weight;Delivery time of in-stock products;Delivery time of out-of-stock products with allowed orders;Quantity;Minimal quantity;Low stock level;Send me an email when the quantity is under this level;Visibility;Additional shipping cost;Unity;Unit price;Summary;Description;Tags (x,y,z...);Meta title;Meta keywords;Meta description;URL rewritten;Text when in stock;Text when backorder allowed;Available for order (0 = No, 1 = Yes);Product available date;Product creation date;Show price (0 = No, 1 = Yes);Image URLs (x,y,z...);Image alt texts (x,y,z...);Delete existing images (0 = No, 1 = Yes);Feature(Name:Value:Position);Available online only (0 = No, 1 = Yes);Condition;Customizable (0 = No, 1 = Yes);Uploadable files (0 = No, 1 = Yes);Text fields (0 = No, 1 = Yes);Out of stock action;Virtual product;File URL;Number of allowed downloads;Expiration date;Number of days;ID / Name of shop;Advanced stock management;Depends On Stock;Warehouse;Acessories  (x,y,z...)',
    rows: (part, pictures) => [
      {
        cells: {
          'Product ID': String(part.index + 1),
          'Active (0/1)': part.isShown ? '1' : '0',
          'Name *': part.name,
          'Categories (x,y,z...)': `Home,${part.category.join('/')}`,
          'Price tax excluded': `${part.price}0000`,
          'Tax rules ID': '1',
          'Wholesale price': '1.000000',
          'Discount percent': part.index % 4 === 1 ? '20' : '0.00',
          'Discount from (yyyy-mm-dd)': part.index % 4 === 1 ? '2026-12-01' : '0000-00-00',
          'Discount to (yyyy-mm-dd)': part.index % 8 === 1 ? '2027-01-31' : '0000-00-00',
          'Reference #': part.number,
          Manufacturer: part.brand,
          EAN13: part.index % 2 ? part.ean : '',
          UPC: part.index % 2 ? '' : part.ean,
          Width: '0.000000',
          Depth: '12.500000',
          Weight: `${part.weight}0000`,
          Quantity: String(part.stock),
          'Minimal quantity': '1',
          Summary: part.index % 3 ? '' : html,
          Description: part.index % 3 ? html : '',
          'Image URLs (x,y,z...)': pictures.join(','),
        },
        texts: textsOf(part, {
          ...listed(pictures),
          weight: `${part.weight}0000 kg`,
          length: '12.500000 cm',
          salePrice: part.index % 4 === 1 ? (Number(part.price) * 0.8).toFixed(2) : undefined,
          saleFrom: part.index % 4 === 1 ? '2026-12-01' : undefined,
          saleTo: part.index % 8 === 1 ? '2027-01-31' : undefined,
          minimum: '1',
          counted: String(Math.max(0, part.stock)),
        }),
      },
    ],
    warnings: ['unpublished', 'category-roots', 'html-to-text', 'oversold'],
  },
  {
    program: 'Magento',
    delimiter: ',',
    encoding: 'utf-8',
    header:
      'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,short_description,weight,product_online,tax_class_name,visibility,price,special_price,special_price_from_date,special_price_to_date,url_key,save_rewrites_history,meta_title,meta_keywords,meta_description,created_at,updated_at,new_from_date,new_to_date,display_product_options_in,map_price,msrp_price,map_enabled,gift_message_available,custom_design,custom_design_from,custom_design_to,custom_layout_update,page_layout,product_options_container,msrp_display_actual_price_type,country_of_manufacture,additional_attributes,qty,out_of_stock_qty,use_config_min_qty,is_qty_decimal,allow_backorders,use_config_backorders,min_cart_qty,use_config_min_sale_qty,max_cart_qty,use_config_max_sale_qty,is_in_stock,notify_on_stock_below,use_config_notify_stock_qty,manage_stock,use_config_manage_stock,use_config_qty_increments,qty_increments,use_config_enable_qty_inc,enable_qty_increments,is_decimal_divided,website_id,deferred_stock_update,use_config_deferred_stock_update,related_skus,crosssell_skus,upsell_skus,hide_from_product_page,custom_options,bundle_price_type,bundle_sku_type,bundle_price_view,bundle_weight_type,bundle_values,associated_skus',
    rows: (part) => [
      {
        cells: {
          sku: part.number,
          attribute_set_code: 'Default',
          product_type: 'simple',
          categories: `Default Category/${part.category[0]},Default Category/${part.category.join('/')}`,
          name: part.name,
          description: html,
          weight: part.weight,
          product_online: part.isShown ? '1' : '2',
          tax_class_name: 'Taxable Goods',
          price: `${part.price}0000`,
          special_price: '1.00',
          additional_attributes: `has_options=0,manufacturer=${part.brand},ean=${part.ean}`,
          qty: `${part.stock}.0000`,
          min_cart_qty: '1.0000',
          manage_stock: part.isCounted ? '1' : '0',
          qty_increments: '0.0000',
        },
        texts: textsOf(part, {
          minimum: '1',
          salePrice: '1.00',
          ...(part.index % 9 === 0 && { 'name:de': `${part.name} deutsch`, 'description:de': 'Neu.' }),
        }),
      },
      ...(part.index % 9 === 0
        ? [
            {
              cells: {
                sku: part.number,
                store_view_code: 'de_DE',
                product_type: 'simple',
                name: `${part.name} deutsch`,
                description: '<p>Neu.</p>',
              },
            },
            { cells: { sku: part.number, store_view_code: 'fr', product_type: 'simple', name: 'Français' } },
            {
              cells: { sku: `${part.number}-ALL`, product_type: 'configurable', name: part.name, product_online: '1' },
            },
          ]
        : []),
    ],
    warnings: [
      'stock-not-counted',
      'unpublished',
      'parents-left-out',
      'second-language',
      'category-roots',
      'html-to-text',
      'oversold',
    ],
  },
  {
    program: 'Shopware',
    delimiter: ';',
    encoding: 'utf-8',
    header:
      'id;parent_id;product_number;stock;ean;min_purchase;max_purchase;purchase_steps;name;description;tax_id;tax_rate;tax_name;price_net;price_gross;price_net_eur;price_gross_eur;price_net_usd;price_gross_usd;categories;custom_fields;cover_media_id;cover_media_mime_type;cover_media_url;cover_media_meta_data;cover_media_file_size;cover_media_manufacturer_media_type;cover_media_alt;cover_media_title;cover_media_custom_fields;manufacturer_id;manufacturer_link;manufacturer_name;manufacturer_description;manufacturer_custom_fields;manufacturer_media_id;manufacturer_media_mime_type;manufacturer_media_url;manufacturer_media_meta_data;manufacturer_media_file_size;manufacturer_media_manufacturer_media_type;manufacturer_media_alt;manufacturer_media_title;manufacturer_media_custom_fields;optionIds;propertyIds',
    rows(part, pictures) {
      const cells = {
        id: `e5c8b8f701034e8dbea72ac0fc3${String(10_000 + part.index)}`,
        product_number: part.number,
        stock: String(part.stock),
        ean: part.ean,
        min_purchase: '1',
        purchase_steps: '1',
        name: part.name,
        description: html,
        tax_rate: '19',
        price_net: '9999',
        price_gross: '9999',
        price_net_eur: '9999',
        price_net_usd: `${part.price}151260504`,
        cover_media_url: pictures[0],
        manufacturer_name: part.brand,
      }
      const texts = textsOf(part, {
        picture: pictures[0],
        category: undefined,
        weight: undefined,
        state: undefined,
        minimum: '1',
        multiple: '1',
        counted: String(Math.max(0, part.stock)),
      })
      if (part.index % 6 !== 0) return [{ cells, texts }]
      const { name: _, description: __, manufacturer_name: ___, cover_media_url: ____, ...variant } = cells
      return [
        { cells: { ...cells, product_number: `${part.number}-ALL` } },
        { cells: { ...variant, id: `${cells.id}v`, parent_id: cells.id }, texts },
      ]
    },
    warnings: ['parents-left-out', 'prices-rounded', 'html-to-text', 'oversold'],
  },
  {
    program: 'Wix',
    delimiter: ',',
    encoding: 'utf-8 with mark',
    header:
      'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,productOptionName1,productOptionType1,productOptionDescription1,productOptionName2,productOptionType2,productOptionDescription2,productOptionName3,productOptionType3,productOptionDescription3,productOptionName4,productOptionType4,productOptionDescription4,productOptionName5,productOptionType5,productOptionDescription5,productOptionName6,productOptionType6,productOptionDescription6,additionalInfoTitle1,additionalInfoDescription1,additionalInfoTitle2,additionalInfoDescription2,additionalInfoTitle3,additionalInfoDescription3,additionalInfoTitle4,additionalInfoDescription4,additionalInfoTitle5,additionalInfoDescription5,additionalInfoTitle6,additionalInfoDescription6,customTextField1,customTextCharLimit1,customTextMandatory1,customTextField2,customTextCharLimit2,customTextMandatory2,brand',
    rows(part, pictures) {
      const isGroup = part.index % 5 === 0
      const own = {
        handleId: `product_${part.index}`,
        inventory: part.isCounted ? String(part.stock) : 'InStock',
        visible: String(part.isShown),
      }
      const product = {
        ...own,
        fieldType: 'Product',
        name: part.name,
        description: html,
        productImageUrl: pictures.join(';'),
        collection: `All Products;${part.category[0]}`,
        sku: isGroup ? '' : part.number,
        price: part.price,
        discountMode: part.index % 2 ? 'PERCENT' : 'AMOUNT',
        discountValue: part.index % 2 ? '0.0' : '2.50',
        weight: part.weight,
        cost: '1',
        productOptionDescription1: isGroup ? 'Left;Right' : '',
        brand: part.brand,
      }
      const less = (price: number) => (part.index % 2 ? undefined : (price - 2.5).toFixed(2))
      const common = {
        ...listed(pictures),
        category: part.category[0],
        'numbers:barcode': undefined,
        salePrice: less(Number(part.price)),
      }
      if (!isGroup) return [{ cells: product, texts: textsOf(part, common) }]
      return [
        { cells: product },
        ...['Left', 'Right'].map((side, index) => ({
          cells: {
            ...own,
            fieldType: 'Variant',
            sku: `${part.number}-${side}`,
            surcharge: index === 0 ? '0.0' : '2.5',
            productOptionDescription1: side,
          },
          texts: textsOf(part, {
            ...common,
            partNumber: `${part.number}-${side}`,
            name: `${part.name} – ${side}`,
            price: (Number(part.price) + (index === 0 ? 0 : 2.5)).toFixed(2),
            salePrice: less(Number(part.price) + (index === 0 ? 0 : 2.5)),
          }),
        })),
      ]
    },
    warnings: [
      'stock-not-counted',
      'unpublished',
      'parents-left-out',
      'variants-named',
      'category-roots',
      'html-to-text',
      'oversold',
    ],
  },
  {
    program: 'Squarespace',
    delimiter: ',',
    encoding: 'utf-8',
    header:
      '"Product ID [Non Editable]","Variant ID [Non Editable]","Product Type [Non Editable]","Product Page","Product URL","Title","Description","SKU","Option Name 1","Option Value 1","Option Name 2","Option Value 2","Option Name 3","Option Value 3","Price","Sale Price","On Sale","Stock","Categories","Tags","Weight","Length","Width","Height","Visible","Hosted Image URLs"',
    rows(part, pictures) {
      const isGroup = part.index % 5 === 0
      const cells = {
        'Product ID [Non Editable]': `5e5f171afb61a74596${part.index}`,
        'Variant ID [Non Editable]': `ff6a371a-eb13-40a4-874e-07a1a0d${String(10_000 + part.index)}`,
        Title: part.name,
        Description: html,
        SKU: part.number,
        'Option Value 1': isGroup ? 'Left' : '',
        Price: part.price,
        'Sale Price': '4.50',
        'On Sale': part.index % 4 === 1 ? 'Yes' : 'No',
        Stock: part.isCounted ? String(part.stock) : 'Unlimited',
        Categories: part.category.join('/'),
        Weight: part.weight,
        Length: '0.0',
        Visible: part.isShown ? 'Yes' : 'No',
        'Hosted Image URLs': pictures.join(' '),
      }
      const sale = part.index % 4 === 1 ? { salePrice: '4.50' } : {}
      const common = { ...listed(pictures), brand: undefined, 'numbers:barcode': undefined }
      if (!isGroup) return [{ cells, texts: textsOf(part, { ...common, ...sale }) }]
      const { Stock, Price, Weight } = cells
      return [
        { cells, texts: textsOf(part, { ...common, ...sale, name: `${part.name} – Left` }) },
        {
          cells: { SKU: `${part.number}-R`, 'Option Value 1': 'Right', Stock, Price, Weight },
          texts: textsOf(part, { ...common, partNumber: `${part.number}-R`, name: `${part.name} – Right` }),
        },
      ]
    },
    warnings: ['stock-not-counted', 'unpublished', 'variants-named', 'html-to-text', 'oversold'],
  },
  {
    program: 'Square',
    delimiter: ',',
    encoding: 'utf-8',
    header:
      'Token,Item Name,Variation Name,SKU,Description,Category,GTIN,Square Online Item Visibility,Weight (lb),Price,Sellable,Stockable,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Option Name 3,Option Value 3,Default Unit Cost,Default Vendor Name,Default Vendor Code,Current Quantity Femmebot Fashion,New Quantity Femmebot Fashion,Stock Alert Enabled Femmebot Fashion,Stock Alert Count Femmebot Fashion,Tax - NJ Sales Tax (6.625%)',
    rows(part) {
      const isGroup = part.index % 5 === 0
      const cells = {
        Token: `J4CDZY6CJWDXILD5F3L2${part.index}`,
        'Item Name': part.name,
        'Variation Name': isGroup ? 'Left' : 'Regular',
        SKU: part.number,
        Description: html,
        Category: part.category[0],
        GTIN: part.ean,
        'Square Online Item Visibility': part.isShown ? 'visible' : 'hidden',
        'Weight (lb)': part.weight,
        Price: part.price,
        'Default Unit Cost': '1.00',
        'Default Vendor Name': 'Vendor',
        'Current Quantity Femmebot Fashion': counted(part),
        'Tax - NJ Sales Tax (6.625%)': 'Y',
      }
      const common = { brand: undefined, category: part.category[0], weight: `${part.weight} lb` }
      if (!isGroup) return [{ cells, texts: textsOf(part, common) }]
      return [
        { cells, texts: textsOf(part, { ...common, name: `${part.name} – Left` }) },
        {
          cells: { ...cells, SKU: `${part.number}-R`, 'Variation Name': 'Right', Description: '', GTIN: '' },
          texts: textsOf(part, {
            ...common,
            partNumber: `${part.number}-R`,
            name: `${part.name} – Right`,
            'numbers:barcode': undefined,
          }),
        },
      ]
    },
    warnings: ['stock-not-counted', 'unpublished', 'variants-named', 'html-to-text', 'oversold'],
  },
  {
    program: 'Odoo',
    delimiter: ',',
    encoding: 'utf-8',
    header:
      'Sequence,Internal Reference,Name,Website,Sales Price,Cost,Quantity On Hand,Forecasted Quantity,Activity Exception Decoration,Product Category/Complete Name',
    rows: (part) => [
      {
        cells: {
          Sequence: '1',
          'Internal Reference': part.number,
          Name: part.name,
          'Sales Price': part.price,
          Cost: '1.0',
          'Quantity On Hand': `${part.stock}.0`,
          'Forecasted Quantity': '0.0',
          'Product Category/Complete Name': `All / Saleable / ${part.category.join(' / ')}`,
        },
        texts: textsOf(part, {
          description: undefined,
          brand: undefined,
          weight: undefined,
          'numbers:barcode': undefined,
          state: undefined,
          counted: String(Math.max(0, part.stock)),
        }),
      },
    ],
    warnings: ['category-roots', 'oversold'],
  },
  {
    program: 'Google Merchant Center',
    delimiter: '\t',
    encoding: 'utf-8',
    header:
      'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tbrand\tcondition\tgoogle_product_category\tmpn',
    rows: (part, pictures) => [
      {
        cells: {
          id: part.number,
          title: part.name,
          description: html,
          link: 'https://shop.example/part',
          image_link: pictures[0],
          availability: 'in_stock',
          price: `${part.price} USD`,
          brand: part.brand,
          condition: 'new',
          google_product_category: '5433',
          mpn: part.index % 2 ? part.number : '',
        },
        texts: textsOf(part, {
          picture: pictures[0],
          counted: undefined,
          category: undefined,
          weight: undefined,
          'numbers:barcode': undefined,
          state: undefined,
        }),
      },
    ],
    warnings: ['html-to-text'],
  },
  {
    program: 'Warexo',
    delimiter: ';',
    encoding: 'windows-1252',
    header:
      'Artikelnummer;EAN;Preis;Titel;Farbe;Größe;Elternartikel;color_variant_name;size_variant_name;Aktiv;Bild 1;Bild 2;Material;Für;Kategorie 1;Kategorie 2',
    rows(part, pictures) {
      const isGroup = part.index % 5 === 0
      const cells = {
        Artikelnummer: part.number,
        EAN: part.ean,
        Preis: part.price,
        Titel: part.name,
        Aktiv: part.isShown ? '1' : '0',
        'Bild 1': pictures[0],
        'Bild 2': pictures[1],
        Material: 'Stahl',
        'Kategorie 1': `${part.category.join(' > ')} > `,
      }
      const common = {
        ...listed(pictures),
        description: undefined,
        counted: undefined,
        brand: undefined,
        weight: undefined,
      }
      if (!isGroup) return [{ cells, texts: textsOf(part, common) }]
      return [
        { cells: { ...cells, Artikelnummer: `${part.number}-ALL` } },
        {
          cells: { ...cells, Elternartikel: `${part.number}-ALL`, Farbe: 'grün', Größe: 'L', 'Kategorie 1': '' },
          texts: textsOf(part, { ...common, name: `${part.name} – grün, L` }),
        },
      ]
    },
    warnings: ['unpublished', 'parents-left-out', 'variants-named'],
  },
]

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const namesOf = (header: string, delimiter: string) => header.split(delimiter).map((name) => name.replaceAll('"', ''))

/** Writes the export of a program, and what its rows become. */
export function writeSample(
  { program, header, delimiter, encoding, rows }: ProgramSample,
  pictures: readonly [string, string],
): { file: Blob; cells: string[][]; texts: Readonly<Record<string, string>>[] } {
  const random = createRandom(programSamples.findIndex((sample) => sample.program === program) + 1)
  const all: SampleRow[] = []
  for (let index = 0; all.length < sampleRows; index += 1)
    all.push(...rows(makePart(program.slice(0, 6).trim(), index, random), pictures))
  const names = namesOf(header, delimiter)
  const unknown = all.flatMap(({ cells }) => Object.keys(cells)).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`The header row of ${program} has no ${unknown}.`)
  const cells = all.map((row) => names.map((name) => row.cells[name] ?? ''))
  const written = [header, ...cells.map((row) => row.map(quoted).join(delimiter))].join('\r\n')
  const bytes = Buffer.from(written, encoding === 'windows-1252' ? 'latin1' : 'utf8')
  const mark = encoding === 'utf-8 with mark' ? '\uFEFF' : ''
  return {
    file: new Blob([mark, bytes]),
    cells: [names, ...cells],
    texts: all.flatMap(({ texts }) => (texts ? [texts] : [])),
  }
}
