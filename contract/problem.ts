import { type Static, Type } from 'typebox'
import { amountText } from '#contract/amount-text.ts'
import { RefusedLine } from '#contract/assess-line.ts'
import { browserProblems } from '#contract/browser-problems.ts'
import { RefusedRow } from '#contract/price-rows.ts'

/** Gives the problems of one status their messages. */
const withStatus = <const Messages extends Record<string, string>>(status: number, messages: Messages) =>
  Object.fromEntries(Object.entries(messages).map(([code, message]) => [code, { status, message }])) as Record<
    keyof Messages,
    { status: number; message: string }
  >

/** Lists every problem by its status, with its message. Placeholders in braces are filled from its facts. */
export const problems = {
  ...browserProblems,
  ...withStatus(400, {
    'invalid-request': 'Please check what was sent: {detail}',
    'idempotency-key-not-accepted':
      'This call takes no Idempotency-Key: repeating it would do its work again. Send it without; after a broken connection, look first whether it was done.',
    'invalid-json': 'The body is not valid JSON. Send a JSON object with content-type application/json.',
    'markdown-too-large':
      'The Markdown becomes more than {count} parts, such as paragraphs, cells of tables and links, or takes too long to read: it has too many open brackets, or too many lines in quotes within quotes. Shorten it, or write it with fewer.',
    'color-unreadable': '{color} is no color. Write it as #ff6a13, or leave it empty.',
    'color-too-faint':
      'On the light page, {color} has a contrast of {ratio}:1, but needs at least {least}:1. The nearest color that has it is {nearest}.',
    'announcement-over': 'The announcement ends before it begins.',
    'opening-hours-invalid': 'On {day}, each opening time must come before its closing time, and after the one before.',
    'time-zone-unknown':
      'The database does not know the time zone {timeZone}. Choose another one with the same clocks, or update PostgreSQL.',
    'import-day': 'Choose a day after today, at most {days} days ahead.',
    'import-columns': 'Say for each of the {count} columns which field it is for. Unknown fields: {field}.',
    'import-several-tables': 'These are several tables: {names}. Upload one at a time, with its pictures.',
    'import-several-archives': 'Upload the pictures and documents as one ZIP archive, or as single files.',
    'import-fix': 'This is not what can be done about an error of this import.',
    'import-kind-unclear': 'The columns do not say what is in the file. Send kind, one of: {kinds}.',
    'import-kind-of-products': 'A file of {kind} is imported as products. Send kind=products, or no kind at all.',
    'return-divided-wrong':
      'Of “{name}”, {received} units were received, but {divided} would be restocked or scrapped.',
    'line-received-twice': 'Line {line} is in the list twice. Name each line once, with all of its units.',
    'nothing-received': 'Enter at least one unit that arrived, or cancel the return.',
    'change-with-count': 'Send units that came or went (change) or units that were counted (counted), not both.',
    'change-or-count-required':
      'Send units that came or went (change), other than 0, or units that were counted (counted).',
    'attribute-value-invalid': '“{value}” is not a value of the attribute “{attribute}”.',
    'attribute-required': 'Products of this category need a value of the attribute “{attribute}”.',
    'name-missing': 'Enter a name in at least one language.',
    'unit-unknown': 'This dimension has no such unit. Its units are: {units}.',
    'tax-class-not-found': 'There is no tax class “{code}”.',
    'vehicle-years-reversed': 'The last year must not be before the first one.',
    'vehicle-name-empty': '“{name}” has neither letter nor digit.',
    'dates-reversed': 'The last day must not be before the first one.',
    'registration-number-invalid': '“{number}” is no valid VAT number. One looks like DE136695976.',
    'vat-check-digit-wrong':
      '“{number}” looks like a VAT number, but its check digit is wrong. Compare it with your papers, digit by digit.',
    'postal-prefix-invalid': 'The beginning of a postal code has letters and digits only. “{prefix}” has others.',
    'tax-id-invalid': 'This is no VAT number. Enter it with its country in front, such as DE136695976.',
    'period-not-valid': 'Choose a first day that is not after the last one, and at most {days} days.',
    'linked-product-not-found': 'A product that this one points to does not exist.',
    'part-number-empty': 'A part number needs at least one letter or digit. “{number}” has none.',
    'country-unknown':
      'There is no country “{country}”. A country has a code of two capital letters (ISO 3166-1), such as US.',
    'address-incomplete': 'This address is not complete. It still needs: {fields}.',
    'postal-code-invalid': 'This is no postal code of that country. One looks like this: {example}.',
    'postal-code-elsewhere': 'The postal code {postalCode} is not in {region}. Please check both.',
    'region-unknown': 'That country has no state, province or region “{region}”.',
    'ship-class-not-found': 'There is no ship class “{class}”.',
    'postal-range-invalid':
      '“{range}” is no range of postal codes: send two numbers with as many digits, the lower one first, or one beginning.',
    'rate-range-invalid': 'A row must end above its beginning: {from} to {to} does not.',
    'discount-value-invalid': 'Enter a part from 0.01 to 100 percent, or an amount from ${least} to ${most}.',
    'discount-without-targets':
      'Choose at least one product or category that the discount is for. Free shipping is for whole orders.',
    'discount-dates-invalid': 'The end of a discount must be later than its start.',
    'discount-already-over': 'This end is in the past: no order would get the discount.',
    'discount-limit-zero':
      'With a limit of 0, no order would get the discount. Leave the limit empty if there is none.',
    'refund-not-payable': 'Cards take amounts in steps of ${step}. Enter another amount.',
    'event-unreadable': 'This is no event as the card provider writes them.',
    'signature-invalid': 'The signature of this event is missing, wrong or too old.',
    'image-required': 'Image is Required',
    'image-unreadable':
      'This file is not a picture that we can read. Send a JPEG, PNG, WebP, AVIF or GIF of at most 50 megapixels.',
    'stock-notice-email-needed': 'Enter the email address that the notice goes to.',
    'image-too-long': 'This animation is longer than 10 seconds. Send a shorter one or a still picture.',
    'document-required': 'Send a PDF file in the field “document”.',
    'document-unreadable': 'This file is not a PDF. Please choose a PDF file.',
    'document-not-ours': 'Upload the document here first and send the address that you receive.',
    'image-not-ours': 'Upload the picture here first and send the address that you receive.',
    'image-not-yours':
      'This is not a picture that you have uploaded. Upload yours first and send the address that you receive.',
    'table-required': 'Send a CSV or Excel file as the field `table` of a form.',
    'table-format': 'This is neither a CSV file nor a workbook (.xlsx, .ods). Save it as one of these.',
    'table-old-excel':
      'This workbook is of an old Excel (.xls) or has a password. Open it in Excel or LibreOffice, and save it as .xlsx without a password.',
    'table-translations':
      'This is a file of translations of Shopify. It names products by ids of Shopify only, which this shop does not have. Import the texts as a file with the columns “Part number” and “Product name (German)”, for example.',
    'table-other-format':
      'This is a file of another format: {format}. Save it as an Excel workbook (.xlsx) or as CSV, and upload that.',
    'table-sheet': 'The workbook has no sheet “{sheet}”. Its sheets are: {sheets}.',
    'table-header': 'Line {line} has no names of columns: it is empty, or behind the end. Choose another line.',
    'table-damaged': 'This workbook is damaged. Open it in your spreadsheet program and save it again.',
    'table-empty': 'This file has no rows.',
    'table-character': 'Line {line}, column {column}: the text has a character that cannot be stored (U+0000).',
    'table-quote':
      'Line {line}: a cell begins with a quotation mark and does not end. Close it, or write "" for the mark.',
    'archive-unreadable': '“{name}” is no ZIP archive, or it is damaged.',
    'archive-entry-unreadable': '“{name}” in the archive cannot be unpacked: it is damaged, or has a password.',
    'archive-empty':
      'This archive has neither a table nor pictures. Pictures are named by part numbers, such as PAD-1551.jpg and PAD-1551_2.png.',
    'edit-field-unknown': 'Products have no field “{field}” that many could get at once.',
    'edit-value-invalid': '{field}: {reason}',
    'edit-not-a-number': '{field} cannot be raised or lowered by “{value}”. It takes numbers such as 5 or 2.5.',
  }),
  ...withStatus(401, {
    'sign-in-required': 'Please sign in to do this.',
    'session-expired': 'Your session has ended. Please sign in again.',
    'session-ended':
      'You were signed out: your session was ended on another device, or your access changed. Please sign in again.',
    'proof-required': 'Send the identity provider’s ID token as bearer authorization to receive an access token.',
    'api-key-invalid': 'This API key is unknown, expired or revoked. Create another one in the dashboard.',
  }),
  ...withStatus(402, {
    'payment-not-confirmed': 'The card provider has not confirmed this payment, so the order is still unpaid.',
  }),
  ...withStatus(403, {
    'not-allowed': 'You are not allowed to do this.',
    'admin-only': 'Only an admin can do this.',
    'permission-missing': 'Your role does not include this. Ask an admin.',
    'more-than-yours': 'This needs permissions that you do not have.',
    'api-key-not-accepted': 'An API key cannot do this. It needs a person who signs in.',
    'api-key-scope-missing':
      'This API key does not allow this: it is not in the scopes of the key, or its creator may not do it any more.',
    'email-not-verified': 'Please verify your email address first: open the link in the email we sent you.',
    'email-required': 'Please add an email address to your account first: the shop writes to you about your orders.',
    'sign-in-again': 'This needs a sign-in of the last 15 minutes. Please sign in again.',
    'account-removed': 'This account was removed. Please contact the shop.',
    'account-merged':
      'This account was merged into another one of yours. Sign in with the other email address, or contact the shop.',
    'account-disabled': 'This account is locked. Please contact the shop.',
  }),
  ...withStatus(404, {
    'route-not-found': 'There is nothing at this address.',
    'api-key-not-found': 'There is no such API key.',
    'content-version-not-found': 'There is no such version of the site content.',
    'webhook-not-found': 'There is no such webhook.',
    'delivery-not-found': 'This message does not exist any more: messages are kept for 30 days.',
    'role-not-found': 'There is no such role.',
    'account-not-found': 'There is no such account.',
    'second-factor-not-found': 'This account does not have this second factor any more.',
    'category-not-found': 'There is no category “{category}”.',
    'price-list-not-found': 'There is no such price list.',
    'import-not-found': 'There is no such import.',
    'import-source-not-found': 'There is no such schedule.',
    'group-not-found': 'There is no such customer group.',
    'part-numbers-unknown': 'No product has these part numbers: {numbers}.',
    'synonym-not-found': 'This synonym does not exist any more.',
    'brand-not-found': 'There is no brand “{brand}”.',
    'attribute-not-found': 'There is no attribute “{attribute}”.',
    'option-not-found': 'This attribute has no such option.',
    'tax-entry-not-found': 'This entry does not exist any more.',
    'job-not-found': 'This job is not among the failed ones any more.',
    'address-not-found': 'This address does not exist any more.',
    'shipping-zone-not-found': 'This shipping zone does not exist any more.',
    'shipping-method-not-found': 'This shipping method does not exist any more.',
    'cart-not-found': 'This cart or list does not exist.',
    'order-not-found': 'This order does not exist.',
    'order-line-not-found': 'This order has no line {line}.',
    'shipment-not-found': 'This order has no such parcel.',
    'fits-phrase-not-found': 'No text has these words any more. Reload the page.',
    'garage-vehicle-not-found': 'This vehicle is not in your garage any more.',
    'fits-phrase-of-families':
      'Words can be a name of one family only. Choose its generations, or do not add the name.',
    'fits-phrase-condition':
      'Words that mean a vehicle are no condition, and a whole text has one only beside its vehicles. Leave the vehicles out, or choose them.',
    'vehicle-not-found': 'There is no such vehicle, make or engine. It may have been merged with another one.',
    'return-not-found': 'There is no such return. Its number stands on the slip, such as BY-1001-R1.',
    'discount-not-found': 'This discount does not exist.',
    'saved-card-not-found': 'This saved card does not exist any more.',
    'invoice-not-found': 'This order has no invoice.',
    'credit-note-not-found': 'There is no such credit note.',
    'refund-not-found': 'This order has no refund that waits for its money.',
    'payment-not-found': 'There is no such payment.',
    'user-not-found': 'There is no user with this email address.',
    'customer-not-found': 'This customer does not exist any more.',
    'note-not-found': 'This note does not exist any more.',
    'view-not-found': 'This view does not exist any more.',
    'review-not-found': 'This review does not exist or is not yours.',
    'message-not-found': 'There is no such message.',
    'stock-notice-not-found': 'This link has ended: we don’t have your address any more.',
    'subscription-not-found': 'This link is no longer valid. Get a new one with the form at the bottom of every page.',
    'fitments-nothing-to-apply': 'No part gets vehicles this way. Reload the page.',
    'edit-finds-nothing': 'No product is to be changed: the search finds none.',
    'export-link-not-found': 'This download was used already, or its minute is over. Start it again.',
  }),
  ...withStatus(409, {
    'too-many-api-keys': 'There are {count} API keys in use. Revoke one that is not needed first.',
    'webhook-address-refused':
      'Messages are sent only to addresses on the public internet that begin with https://, without name and password.',
    'product-in-stock': 'This product is in stock. You can order it now.',
    'webhook-paused': 'This webhook is paused. Resume it first.',
    'too-many-webhooks': 'There are {count} webhooks already. Delete one that is not needed first.',
    'role-name-taken': 'A role named “{name}” exists already. Choose another name.',
    'role-built-in': 'This role never changes. Add another one.',
    'role-in-use': 'Members still have this role. Give them another one first.',
    'account-elsewhere': 'Accounts of this shop live in a Firebase project. Manage them in the Firebase console.',
    'account-here':
      'Accounts of this shop are deleted at its own identity service: send the ID token to POST /v1/accounts:delete.',
    'no-phone-number': 'This account has no phone number.',
    'product-name-taken':
      'A product named “{name}” exists already. Give this one a part number, or choose another name.',
    'product-ambiguous':
      'Several products are named “{name}”: {numbers}. Send `productId`, or the part number as `sku`, and if brands share it, `brand`.',
    'category-slug-taken': 'The address “{category}” is, or was, that of the category “{name}”. Choose another one.',
    'category-name-taken': 'In this place, there is a category “{name}” already.',
    'category-cycle': 'A category cannot be moved into itself or into one below it.',
    'category-too-deep':
      'This would put categories on level {level}, and there are {most} at most. Choose a category further up, or first move up what is below this one.',
    'category-has-products':
      'Products of this category: {count}, of them not on sale: {archived}. Move them to another category first.',
    'category-has-categories': 'There are categories below this one. Move or delete them first.',
    'price-list-name-taken': 'A price list named “{name}” exists already.',
    'price-list-dates': 'The price list must start before it ends.',
    'price-list-is-base':
      'The list of the public price breaks is for everyone, always: it can be renamed and switched on or off.',
    'price-list-of-customer': 'This price list is for one customer alone. Add another list for a group.',
    'first-prices-missing':
      'An exclusive list needs a price from 1 unit on for each of its products, or a percentage. Products without one: {count}, such as {numbers}.',
    'vehicle-name-taken':
      'There is a vehicle, an engine or a name “{name}” already. Choose another one, or merge the two.',
    'vehicle-engine-in-use': 'Parts, codes or buyers’ vehicles name this engine. Change them first, or rename it.',
    'fits-phrase-answered':
      'Somebody has answered “{phrase}” meanwhile: {means}. To answer it otherwise, take that answer back first.',
    'fits-phrase-answered-none':
      'Somebody has answered meanwhile that “{phrase}” names no vehicle. To answer it otherwise, take that answer back first.',
    'fitments-changed':
      'Somebody has changed the vehicles of this product meanwhile. Load them again, and then change them.',
    'fitments-refused': 'Nothing was saved: rows that need a change: {count}.',
    'fitments-without-kind':
      'Only a product that fits certain vehicles has a list of them. Remove the rows, or choose that kind.',
    'fitments-too-many': 'A product has at most {limit} rows of vehicles.',
    'rows-refused': 'Nothing was saved: rows that need a change: {count}.',
    'import-file-gone': 'The file of this import is not here any more. Upload it again.',
    'import-state': 'This import is {state}, so that cannot be done now.',
    'import-encoding-doubtful':
      'Some letters cannot be read in the encoding {encoding}. Name the right one, or say for each column which field it is for to take the file as it is.',
    'import-field-twice':
      'Two columns are for the field “{field}”, which is no text that several have parts of. Choose one of them.',
    'import-one-field': 'A file has only one of these columns: {fields}. Leave the others out.',
    'import-key-missing': 'No column says what a row is about. Choose one for: {fields}.',
    'import-unit-unknown': 'A column has no field that is measured in “{unit}”.',
    'attribute-staff-only': 'Only staff see “{attribute}”: categories show buyers no such attributes.',
    'import-attribute-taken':
      'The shop has an attribute “{name}” by now, or one with the same code. Compare the file again: it is used then.',
    'import-attribute-public': 'Buyers see the attribute “{name}”. Give the one for staff another name.',
    'import-many-options':
      'The column “{column}” has more than {limit} different values. Make it an attribute of text instead of a list of choices.',
    'import-value-unknown':
      'Values of the column “{column}” cannot stand for “{text}”. Say one of the choices of its field, or leave them out.',
    'import-other-currency':
      'The column “{column}” is in {currency}, and the amounts of this shop are in {own}. Convert them in the file, or leave the column out.',
    'import-numbers-mixed':
      'In the column “{column}” some numbers have a comma before decimals (lines {commas}) and some a point (lines {points}), or none is as you chose. Correct the file, choose what its numbers have, or leave the column out.',
    'import-numbers-unclear':
      'Nothing in the file tells whether 1,500 is 1500 or one and a half, or its values contradict your choice for an earlier file. Say what stands before decimals, a comma or a point, in: {columns}.',
    'import-days-unclear':
      'Nothing in the file tells whether 03/04/2024 is in March or in April. Say whether the day or the month stands first in: {columns}.',
    'import-nothing-to-apply': 'The dry run has found nothing to change.',
    'import-great-changes':
      'This import changes prices by a great factor, takes much out of stock, or repeats the stock of the file before although the shop has another one since: its warnings say what. Confirm that it is right.',
    'import-undo-over': 'An import can be undone for {hours} hours only.',
    'import-source-file':
      'A schedule repeats the import of a CSV or Excel file of the same kind. Import the file by hand first.',
    'import-source-address':
      'The shop does not fetch from this address. It must begin with https:// and lead to the public internet; user and password have their own fields.',
    'import-source-pattern':
      'Write the name of a file in the folder for imports, such as prices-*.csv: * stands for any characters, and other folders cannot be named.',
    'import-folder-off': 'This server has no folder for imports. Its operator sets IMPORT_FOLDER.',
    'import-source-secret': 'The address leads to another host. Enter its password or secret again, or remove it.',
    'import-source-paused': 'This schedule is paused. Resume it first.',
    'too-many-import-sources': 'There are {count} schedules already. Delete one that is not needed first.',
    'group-name-taken': 'A customer group named “{name}” exists already.',
    'group-in-use':
      'These price lists are for this group: {lists}. Delete them, or choose another group for them, first.',
    'product-number-ambiguous':
      'Several products have the part number “{number}”: {numbers}. Write the brand beside the number.',
    'synonym-known': 'This synonym exists already.',
    'synonym-needless': 'Choose two different terms with at least one letter or digit each.',
    'too-many-synonyms': '“{term}” has {count} synonyms already. Delete one that is not needed first.',
    'part-numbers-full': '“{name}” would have more than {limit} other part numbers. Remove some first.',
    'part-number-taken': 'The part number {number} is that of “{name}”. Each number of a brand belongs to one product.',
    'brand-needed':
      'Products of these brands have the part number {number}: {brands}. Enter the brand of this one, or confirm that it is a product without a brand.',
    'cell-changed': 'This was changed meanwhile: it is {current} now.',
    'shelf-changed':
      'Units were shipped, returned or corrected meanwhile: {onShelf} should be on the shelf now. Check your count.',
    'counted-below-reserved':
      'Orders that have not shipped yet hold {reserved} units, more than the {counted} counted: {orders}. Mark what has left as shipped, or cancel what cannot be shipped, and count again.',
    'stock-out-of-range': 'That would leave {stock} units in stock. Stock can be 0 to 1,000,000.',
    'brand-name-taken': 'A brand named “{name}” exists already. Choose another name, or merge the two.',
    'brand-in-use': 'This brand has products. Give them another brand first, or merge it into another one.',
    'merge-shares-numbers':
      'Both brands have products with these part numbers: {numbers}. Archive one of each, or change its number, first.',
    'attribute-in-use': 'Products have this attribute. Remove its values from them first.',
    'attribute-without-options': 'Only attributes of options have options.',
    'option-name-taken': 'This attribute has an option “{name}” already.',
    'option-in-use': 'Products have this option. Merge it into another one instead.',
    'merge-with-itself': 'These two are the same already. Choose another one to merge it into.',
    'tax-class-taken': 'There is a tax class “{name}” with the code {code} already. Choose another name.',
    'tax-class-in-use':
      'Products or rates have this tax class. Give them another one first; the class “standard” always stays.',
    'registration-overlaps':
      'There is a registration for {place} in this time already. End it before this one begins; if it came with the demo, change it to yours.',
    'tax-id-known': 'You have entered this VAT number already.',
    'too-many-tax-ids': 'You have {limit} VAT numbers. Delete one of them before you add another.',
    'tax-provider-missing': 'Stripe Tax needs the keys of Stripe. Set them first, or use the shop’s own tables.',
    'tax-not-ready':
      'Nothing was switched on: tax is not ready yet. See under Tax what is missing ({count}), and complete it first.',
    'product-not-archived': 'This product is already active.',
    'delivery-needed':
      'Tax and shipping depend on where the order goes. Please enter the delivery address by its fields.',
    'no-shipping-to-place':
      'We have no delivery for this order to that place. Please choose another address, or contact us.',
    'shipping-method-needed': 'Please choose one of the shipping methods for this place.',
    'po-number-needed': 'Orders on your account need a purchase order number. Please enter it.',
    'succession-cycle': 'That product is itself replaced by this one, at once or by way of others. Choose another one.',
    'quantities-do-not-fit':
      'Minimum and maximum of an order must be multiples of the multiple, and the maximum must not be below the minimum.',
    'garage-full': 'A garage has room for {limit} vehicles. Remove one before you add another.',
    'too-many-addresses': 'You have {limit} addresses. Delete one of them before you add another.',
    'shipping-not-ready':
      'Delivery cannot be charged yet: no active method has a price for a zone with places. Complete one first.',
    'demo-beside-own':
      'Beside your own settings stands what came with the demo: {parts}. Change it to yours, delete it, or remove the demo, where you can keep what is yours by name; then try again.',
    'product-changed': 'Somebody has changed this product meanwhile: {fields}. Look at it as it is now and try again.',
    'content-changed': 'Somebody has changed this part meanwhile: {parts}. Look at it as it is now and try again.',
    'shipping-changed':
      'Another admin has changed the shipping set-up meanwhile. Look at it as it is now and try again.',
    'ship-class-in-use': 'Products have the ship class “{class}”. Give them another one before you remove it.',
    'too-many-zones': 'There are {limit} shipping zones. Delete one before you add another.',
    'too-many-methods': 'There are {limit} shipping methods. Delete one before you add another.',
    'price-changed': 'The total is now ${total}. Please check it and place the order again.',
    'cart-changed':
      'This cart was changed on another device or in another tab. Nothing was ordered; look at it as it is now.',
    'cart-ordered': 'These lines of the cart were ordered already. Nothing was ordered twice.',
    'too-many-carts': 'You have {limit} carts. Delete one of them before you add another.',
    'too-many-lists': 'You have {limit} lists. Delete one of them before you save another.',
    'lines-refused':
      'Lines that cannot be ordered as they are: {count}. Nothing was ordered; each line says what is possible.',
    'too-many-open-orders': 'You have {limit} unpaid orders. Pay or cancel one of them before you place another.',
    'idempotency-key-reused': 'This Idempotency-Key was used for a different request. Use a new key for each one.',
    'order-move-not-allowed': 'This order is {state}, so it cannot be {move}.',
    'no-matching-order': 'You have no unpaid order of this total. Send the orderId of the order you want to pay.',
    'change-answered': 'This request was answered already.',
    'change-not-chargeable':
      'This order cannot cost more any more: it has an invoice or a credit. Apply the change at the price as ordered.',
    'change-costs-otherwise': 'There the order costs ${total} now. Please look at the amounts again.',
    'payment-in-progress': 'A payment of this order is under way. Please wait a moment and look again.',
    'discount-code-taken': 'Another discount has the code “{discount}”. Choose another one.',
    'discount-limit-below-uses': 'Orders use this discount already: {used}. The limit cannot be lower.',
    'discount-code-unknown': 'There is no discount code “{discount}”. Please check its spelling.',
    'discount-not-valid': 'The discount “{discount}” cannot be used at the moment.',
    'discount-ended': 'The discount “{discount}” has ended.',
    'discount-used-up': 'The discount “{discount}” has been used up.',
    'discount-used-before': 'The discount “{discount}” can be used once, and an order of yours has used it.',
    'discount-no-products': 'The discount “{discount}” is for none of the products in this order.',
    'discount-below-minimum':
      'The discount “{discount}” needs products for ${minimum}. Add products for ${missing} to use it.',
    'discount-changed':
      'The discount “{discount}” was changed or has ended. Please check the new total and place the order again.',
    'currency-in-use':
      'There are orders in {currency}, which keep their currency, so the shop keeps it, too. To sell in another one, set up a second shop.',
    'main-language-in-use':
      'Products of your own, or an import of some that is not over, have their texts in the main language, so it stays. To choose another one, cancel uploaded files and imports, undo those that are done, and archive the products; then import them again. Archived products count, too, where they have no name in another language: restore them, translate the name, and archive them again.',
    'order-prefix-in-use':
      'Customers have orders with numbers that begin with “{prefix}”, which stand on their papers, so the beginning stays.',
    'currency-too-fine': 'A price is too large: in {currency} they can be at most {most}. Lower it first.',
    'tax-rates-add-up':
      'These rates add up in one place: {places} in all. Send `addsUp`, if they do; a rate of the same name replaces or follows the one before.',
    'tax-rate-high':
      'This is more than the standard rate of any country, which is {most} % at most: {places}. Send `isHigh`, if it is right; 8.25 % is `0.0825`.',
    'total-not-payable':
      'Cards can pay an order of ${least} to ${most}. Please order another quantity, or pay in another way if the checkout offers one.',
    'order-too-large': 'An order can come to ${most} at most. Please divide it into several orders.',
    'payment-mismatch': 'This payment does not belong to this order.',
    'payment-held':
      'We received a payment that doesn’t match the total of this order. We’re reviewing it and will refund it or contact you.',
    'saved-cards-full': 'You have {count} saved cards, which is as many as we keep. Please remove one first.',
    'order-asked-about':
      'The buyer waits for an answer about this order. Answer first, or confirm that it ships all the same (`despiteRequests`).',
    'order-disputed': 'The buyer’s bank opened a chargeback on this order, so it can neither ship nor be refunded.',
    'not-enough-stock':
      'Only {available} units of “{name}” are in stock, and this order needs {needed}. Try again when stock is back.',
    'shipment-too-large':
      'Only {left} units of “{name}” can still be shipped, {over} fewer than you asked for. Look at the order again: a parcel may have gone meanwhile.',
    'nothing-to-ship': 'Nothing of this order is left to ship.',
    'order-not-for-pickup': 'This order is delivered, not picked up. Ship it instead.',
    'shipment-undone': 'The parcel {shipment} was undone already.',
    'shipment-announced':
      'A parcel can be undone for {minutes} minutes, and the buyer is told of {shipment} by now. Correct its number, or record what comes back.',
    'shipment-in-return': 'Units of {shipment} are being returned, so it cannot be undone any more.',
    'shipment-refunded': 'Units of {shipment} were refunded after it was shipped, so it cannot be undone any more.',
    'return-units-too-many': 'Of “{name}”, only {left} can still be returned.',
    'returns-not-offered': 'Please contact the shop to return parts of this order.',
    'return-too-late': 'Parts of this order could be returned until {day}. Please contact the shop.',
    'return-move-not-allowed': 'The return {number} is {state}, so it cannot be {move}.',
    'return-not-refundable':
      'Nothing of this return can be paid back: its order is not paid, or its units were paid back or replaced already.',
    'nothing-to-return': 'Nothing of this order that has shipped can still be returned.',
    'withdrawal-not-offered': 'This shop does not offer to withdraw online. Please contact it.',
    'withdrawal-too-late': 'You could withdraw from this contract until {day}. Please contact the shop.',
    'replacement-not-possible':
      'The units of this return cannot be replaced: too few are in stock, a part is not sold any more, they were not shipped or are paid back, or the buyer’s account is gone. Pay the return back instead.',
    'refund-too-large': 'Only ${left} of this order can still be refunded.',
    'credit-too-large': 'This order costs ${left} by now, so that no more can be credited.',
    'cancellation-too-large':
      'Only {left} units of “{name}” can still be cancelled, {over} fewer than you asked for. Look at the order again: a parcel may have gone meanwhile.',
    'nothing-to-cancel': 'Nothing of this order is left to cancel.',
    'too-many-messages': 'You have written {count} messages about this order already. Please call the shop.',
    'refund-empty': 'This would pay nothing back. Choose units, the delivery or an amount.',
    'return-line-twice':
      'Line {line} is in this return twice, with different reasons or photos. Ask for each in a return of its own.',
    'return-too-large': 'Only {left} units of this line can still be returned.',
    'restock-too-large': 'Only {left} units can still be restocked.',
    'email-taken': 'Another user of this shop has this email address. Please contact the shop.',
    'customer-known': '{name} has this email address already. Open that customer, or use another address.',
    'customer-merged': 'This email address leads to {name}, into whom another account was merged.',
    'merge-same': 'This is the same customer. Choose another one.',
    'merge-staff': 'Accounts of staff are not merged. Take their role away first.',
    'merge-account':
      '{name} signs in to the shop and {other} does not. Merge the other way round, so that the account stays.',
    'merge-above-limit':
      'Together they owe ${owed}, which is above the credit limit of ${limit}. Raise the limit first, or keep the other terms.',
    'customer-changed': 'Somebody has changed this customer meanwhile. Look at it as it is now and try again.',
    'customer-signs-in':
      'This customer signs in with {email}, so only they can change it: under Security, with the confirmation of the new address.',
    'customer-unconfirmed':
      'This customer has not confirmed yet that the email address is theirs: it may be a stranger. Wait until they do.',
    'invitation-accepted': 'This customer has signed in already and needs no invitation.',
    'customer-disabled': 'This account is locked. Unlock it first: nobody could sign in with the invitation.',
    'too-many-tags': 'There are {count} tags already. Remove one that is not needed first.',
    'view-name-taken': 'You already have a view called “{name}”. Choose another name.',
    'too-many-views': 'You already have {count} views of this list. Delete one first.',
    'transfer-not-offered': 'Payment by bank transfer in advance is not offered. Please choose another way to pay.',
    'expired-order-partly-paid':
      'This order has expired: it is taken up again once all of it is paid, ${open}. Record the whole sum, or place a new order.',
    'freight-open':
      'The freight of this order is not in its total yet. It can be paid once the shop has set it; the buyer gets a mail then.',
    'freight-is-set': 'The freight of this order was set or corrected meanwhile. Please look at the order again.',
    'freight-is-final':
      'The freight of this order stays as it is, since the order is paid, credited, invoiced or closed. Credit what was charged too much.',
    'order-partly-paid':
      'A part of this order was paid by transfer or check. Please pay the rest, ${open}, in the same way.',
    'rest-not-payable':
      'This would leave ${rest} to pay, but cards take ${least} at least. Cancel all of the order, or fewer units.',
    'orders-of-several-buyers': 'This works for the orders of one buyer only. Do it for each buyer by itself.',
    'order-listed-twice': 'An order stands in the list twice. Name each order once, with its whole amount.',
    'payment-refunded': 'This payment cannot be taken back: money of its order was refunded, ${refunded}.',
    'credit-limit-in-the-way':
      'With ${amount} open again, this customer would owe more than the credit limit. Raise the limit on the customer’s page first.',
    'reminded-today': 'The buyer was reminded today already, of: {orders}.',
    'not-due-yet': 'Not due yet: {orders}. Buyers are reminded from the due day on.',
    'payment-is-surplus':
      'This order is {state}, so no money is expected for it. What came all the same is recorded with `isSurplus`, and waits to be sent back.',
    'nothing-open': 'Nothing is open on: {orders}. Look at the list again: a payment may have come meanwhile.',
    'payment-day-not-valid':
      'Money comes and goes between the day of the order, {first}, and today. Please correct the day.',
    'bank-details-needed':
      'Buyers cannot pay by bank transfer without your bank details. Enter the bank details, or turn bank transfer in advance off.',
    'bank-details-in-use':
      'Orders that wait for a bank transfer: {count}. Their buyers need your bank details to pay, so enter others or wait until these orders are paid or have expired.',
    'customer-without-terms':
      'This customer cannot pay by invoice. Choose another way to pay, or allow it on the customer’s page.',
    'customer-needs-po-number': 'Orders of this customer on account need a purchase order number. Please enter it.',
    'customer-above-credit-limit':
      'This order is above the credit limit of this customer: ${left} of it is left. Choose another way to pay, or raise the limit.',
    'terms-not-allowed': 'Your account cannot pay by invoice. Please pay by card, or ask us for payment by invoice.',
    'terms-changed': 'Our terms of sale have changed while you ordered. Please read and accept them again.',
    'terms-not-accepted': 'Please read and accept our terms of sale to order: {url}',
    'script-origin-missing':
      'The script comes from {origin}. Name this origin among those of the script: pages load nothing from others.',
    'legal-draft-changed':
      'There is a newer draft than the one you read, or none is saved. Load it again and repeat your change.',
    'legal-text-incomplete':
      'This text has places that are not completed yet: {gap}. Complete or delete what stands in [[ ]].',
    'legal-text-unchanged': 'This text is already published, word for word.',
    'credit-limit-reached':
      'This order is above your credit limit: ${left} of it is left. Pay by card, or pay an open invoice first.',
    'credit-limit-below-owed':
      'This customer owes ${owed}, so the limit cannot be lower. End payment by invoice to take no more such orders.',
    'own-return': 'This return is of your own order. Ask a colleague to answer it.',
    'own-terms':
      'Nobody gives credit to their own account, or to one with their phone number or mailbox. Ask a colleague.',
    'last-admin': 'The shop needs at least one admin. Make another user an admin first.',
    'not-yourself': 'You cannot do this to your own account.',
    'already-reviewed': 'You have published a review today already. Thank you! Come back tomorrow.',
    'contact-form-off': 'This form is not connected yet. Please write to the address next to it.',
    'message-sent': 'This message was already sent.',
    'message-not-deliverable':
      'Nothing delivers messages of this kind: set the mail server on Payment and mail for mails, SMS_URL on the server for text messages.',
    'message-outdated':
      'This message no longer holds: its link, its order or the account of its recipient has changed since.',
    'edit-too-many': 'The search finds more than {limit} products. Narrow it down.',
  }),
  ...withStatus(410, {
    'shared-cart-ended':
      'This link has ended: the cart or list was ordered, emptied or deleted, or is no longer shared. Ask for a new link.',
  }),
  ...withStatus(413, {
    'too-large': 'That is too large. Send less than {limit}.',
    'table-too-large': 'This file is larger than {limit}. Divide it into several files.',
    'table-unpacked': 'Unpacked, this workbook is larger than {limit}. Divide it into several.',
    'table-slow': 'This file could not be read within {seconds} seconds. Divide it into several files.',
    'table-rows': 'This file has more than {limit} rows. Divide it into several files.',
    'table-columns': 'Line {line} has more than {limit} columns.',
    'table-cell': 'Line {line}, column {column}: the text is longer than {limit} characters.',
    'archive-too-many': 'This archive has more than {limit} pictures and documents. Divide it into several.',
    'archive-too-long': 'This archive has more than {limit} files and folders. Divide it into several.',
  }),
  ...withStatus(415, {
    'unsupported-media-type': 'Send the body as application/json.',
  }),
  ...withStatus(422, {
    'built-outside-year':
      'The vehicle is of {year}, so it was built on a day of that year. Change the day or the year.',
  }),
  ...withStatus(429, {
    'too-many-requests': 'Too many requests. Please wait {wait} and try again.',
    'discount-too-many-codes':
      'Too many discount codes were wrong. Wait {minutes} min to enter another one, or order without a code.',
    'work-required': 'This form is used very much right now. Please try again later.',
  }),
  ...withStatus(431, {
    'headers-too-large': 'The address or the headers of the request are too long.',
  }),
  ...withStatus(500, {
    unexpected: 'Something went wrong on our side. Please try again; we’ve logged the error.',
  }),
  ...withStatus(502, {
    'cards-not-chargeable': 'Cards cannot be charged at the moment. Choose another way to pay, or write to us.',
    'payment-provider-refused': 'The card provider refused the request. Please try again.',
  }),
  ...withStatus(503, {
    'tax-unavailable': 'Tax cannot be calculated right now, so nothing was ordered. Please try again in a moment.',
    'shipping-unavailable':
      'The carrier does not say what delivery costs right now, so nothing was ordered. Please try again in a moment.',
    'payment-provider-unavailable':
      'The card provider is not responding right now. Nothing was charged; please try again in a moment.',
    'identity-provider-unavailable': 'The service that keeps the accounts did not do it. Please try again in a moment.',
    'picture-storage-unavailable': 'The picture could not be stored right now. Please try again in a moment.',
  }),
  ...withStatus(507, {
    'storage-full': 'The disk of the shop is full. Make room on it and send the file again.',
  }),
} satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

/** Describes the body of every error (`application/problem+json`, RFC 9457). */
export const ProblemBody = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  success: Type.Literal(false),
  code: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  /** The invalid fields, if the request is invalid. */
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String(),
        message: Type.String(),
        /** Names the fault, as in `fieldProblems`; absent for fields that no form sends. */
        code: Type.Optional(Type.String()),
        facts: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
      }),
    ),
  ),
  /** Facts the refusal is about, e.g. the new total in the currency of the store or the units left. */
  facts: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  /** The refused lines of an order, all of them. */
  lines: Type.Optional(Type.Array(RefusedLine)),
  /** The refused rows of a price list or of quantity rules, all of them. */
  rows: Type.Optional(Type.Array(RefusedRow)),
})
export type ProblemBody = Static<typeof ProblemBody>

/** Returns a code's sentence with its placeholders filled: numbers as English writes them, an amount after a dollar sign in the currency of the shop. A missing fact leaves its placeholder. */
export function problemMessage(code: ProblemCode, facts: Record<string, string | number> = {}): string {
  return problems[code].message.replaceAll(/(\$?)\{(\w+)\}/g, (placeholder, dollar: string, name: string) => {
    const fact = facts[name]
    if (fact === undefined) return placeholder
    // States are names for programs.
    if (typeof fact === 'string') return `${dollar}${name === 'state' ? fact.replaceAll('_', ' ') : fact}`
    return dollar ? amountText(fact) : fact.toLocaleString('en')
  })
}
