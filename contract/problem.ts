import { type Static, Type } from 'typebox'
import { amountText } from '#contract/amount-text.ts'
import { RefusedLine } from '#contract/assess-line.ts'
import { browserProblems } from '#contract/browser-problems.ts'
import { RefusedRow } from '#contract/price-rows.ts'

/** Lists every problem with its status and message. Placeholders in braces are filled from its facts. */
export const problems = {
  ...browserProblems,
  'invalid-request': { status: 400, message: 'Please check what was sent: {detail}' },
  'invalid-json': {
    status: 400,
    message: 'The body is not valid JSON. Send a JSON object with content-type application/json.',
  },
  'unsupported-media-type': { status: 415, message: 'Send the body as application/json.' },
  'too-large': { status: 413, message: 'That is too large. Send less than {limit}.' },
  'headers-too-large': { status: 431, message: 'The address or the headers of the request are too long.' },
  'route-not-found': { status: 404, message: 'There is nothing at this address.' },
  'sign-in-required': { status: 401, message: 'Please sign in to do this.' },
  'session-expired': { status: 401, message: 'Your session has ended. Please sign in again.' },
  'session-ended': {
    status: 401,
    message:
      'You were signed out: your session was ended on another device, or your access changed. Please sign in again.',
  },
  'proof-required': {
    status: 401,
    message: 'Send the identity provider’s ID token as bearer authorization to receive an access token.',
  },
  'not-allowed': { status: 403, message: 'You are not allowed to do this.' },
  'admin-only': { status: 403, message: 'Only an admin can do this.' },
  'permission-missing': {
    status: 403,
    message: 'Your role does not include this. Ask an admin.',
  },
  'more-than-yours': {
    status: 403,
    message: 'This needs permissions that you do not have.',
  },
  'api-key-invalid': {
    status: 401,
    message: 'This API key is unknown, expired or revoked. Create another one in the dashboard.',
  },
  'api-key-not-accepted': {
    status: 403,
    message: 'An API key cannot do this. It needs a person who signs in.',
  },
  'api-key-scope-missing': {
    status: 403,
    message:
      'This API key does not allow this: it is not in the scopes of the key, or its creator may not do it any more.',
  },
  'api-key-not-found': { status: 404, message: 'There is no such API key.' },
  'too-many-api-keys': {
    status: 409,
    message: 'There are {count} API keys in use. Revoke one that is not needed first.',
  },
  'content-version-not-found': { status: 404, message: 'There is no such version of the site content.' },
  'markdown-too-large': {
    status: 400,
    message:
      'The Markdown becomes more than {count} parts, such as paragraphs, cells of tables and links, or takes too long to read: it has too many open brackets, or too many lines in quotes within quotes. Shorten it, or write it with fewer.',
  },
  'color-unreadable': { status: 400, message: '{color} is no color. Write it as #ff6a13, or leave it empty.' },
  'color-too-faint': {
    status: 400,
    message:
      'On the light page, {color} has a contrast of {ratio}:1, but needs at least {least}:1. The nearest color that has it is {nearest}.',
  },
  'announcement-over': { status: 400, message: 'The announcement ends before it begins.' },
  'opening-hours-invalid': {
    status: 400,
    message: 'On {day}, each opening time must come before its closing time, and after the one before.',
  },
  'time-zone-unknown': {
    status: 400,
    message:
      'The database does not know the time zone {timeZone}. Choose another one with the same clocks, or update PostgreSQL.',
  },
  'webhook-not-found': { status: 404, message: 'There is no such webhook.' },
  'webhook-address-refused': {
    status: 409,
    message:
      'Messages are sent only to addresses on the public internet that begin with https://, without name and password.',
  },
  'webhook-paused': { status: 409, message: 'This webhook is paused. Resume it first.' },
  'too-many-webhooks': {
    status: 409,
    message: 'There are {count} webhooks already. Delete one that is not needed first.',
  },
  'delivery-not-found': {
    status: 404,
    message: 'This message does not exist any more: messages are kept for 30 days.',
  },
  'role-not-found': { status: 404, message: 'There is no such role.' },
  'role-name-taken': { status: 409, message: 'A role named “{name}” exists already. Choose another name.' },
  'role-built-in': { status: 409, message: 'This role never changes. Add another one.' },
  'role-in-use': { status: 409, message: 'Members still have this role. Give them another one first.' },
  'email-not-verified': {
    status: 403,
    message: 'Please verify your email address first: open the link in the email we sent you.',
  },
  'email-required': {
    status: 403,
    message: 'Please add an email address to your account first: the shop writes to you about your orders.',
  },
  'sign-in-again': {
    status: 403,
    message: 'This needs a sign-in of the last 15 minutes. Please sign in again.',
  },
  'account-removed': { status: 403, message: 'This account was removed. Please contact the shop.' },
  'account-disabled': { status: 403, message: 'This account is locked. Please contact the shop.' },
  'account-not-found': { status: 404, message: 'There is no such account.' },
  'account-elsewhere': {
    status: 409,
    message: 'Accounts of this shop live in a Firebase project. Manage them in the Firebase console.',
  },
  'account-here': {
    status: 409,
    message:
      'Accounts of this shop are deleted at its own identity service: send the ID token to POST /v1/accounts:delete.',
  },
  'second-factor-not-found': { status: 404, message: 'This account does not have this second factor any more.' },
  'no-phone-number': { status: 409, message: 'This account has no phone number.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait {seconds} s and try again.' },
  'product-name-taken': {
    status: 409,
    message: 'A product named “{name}” exists already. Give this one a part number, or choose another name.',
  },
  'product-ambiguous': {
    status: 409,
    message:
      'Several products are named “{name}”: {numbers}. Send `productId`, or the part number as `sku`, and if brands share it, `brand`.',
  },
  'category-not-found': { status: 404, message: 'There is no category “{category}”.' },
  'category-slug-taken': {
    status: 409,
    message: 'The address “{category}” is, or was, that of the category “{name}”. Choose another one.',
  },
  'category-cycle': { status: 409, message: 'A category cannot be moved into itself or into one below it.' },
  'category-too-deep': {
    status: 409,
    message:
      'This would put categories on level {level}, and there are {most} at most. Choose a category further up, or first move up what is below this one.',
  },
  'category-has-products': {
    status: 409,
    message:
      'Products of this category: {count}, of them not on sale: {archived}. Move them to another category first.',
  },
  'category-has-categories': {
    status: 409,
    message: 'There are categories below this one. Move or delete them first.',
  },
  'price-list-not-found': { status: 404, message: 'There is no such price list.' },
  'price-list-name-taken': { status: 409, message: 'A price list named “{name}” exists already.' },
  'price-list-dates': { status: 409, message: 'The price list must start before it ends.' },
  'price-list-is-base': {
    status: 409,
    message: 'The list of the public price breaks is for everyone, always: it can be renamed and switched on or off.',
  },
  'first-prices-missing': {
    status: 409,
    message:
      'An exclusive list needs a price from 1 unit on for each of its products, or a percentage. Products without one: {count}, such as {numbers}.',
  },
  'rows-refused': { status: 409, message: 'Nothing was saved: rows that need a change: {count}.' },
  'import-not-found': { status: 404, message: 'There is no such import.' },
  'import-state': { status: 409, message: 'This import is {state}, so that cannot be done now.' },
  'import-columns': {
    status: 400,
    message: 'Say for each of the {count} columns which field it is for. Unknown fields: {field}.',
  },
  'import-field-twice': { status: 409, message: 'Two columns are for the field “{field}”. Choose one of them.' },
  'import-one-field': { status: 409, message: 'A file has only one of these columns: {fields}. Leave the others out.' },
  'import-key-missing': {
    status: 409,
    message: 'No column says what a row is about. Choose one for: {fields}.',
  },
  'import-unit-unknown': { status: 409, message: 'A column has no field that is measured in “{unit}”.' },
  'import-numbers-mixed': {
    status: 409,
    message:
      'In the column “{column}” some numbers have a comma before decimals (lines {commas}) and some a point (lines {points}), or none is as you chose. Correct the file, choose what its numbers have, or leave the column out.',
  },
  'import-numbers-unclear': {
    status: 409,
    message:
      'Nothing in the file tells whether 1,500 is 1500 or one and a half, or its values contradict your choice for an earlier file. Say what stands before decimals, a comma or a point, in: {columns}.',
  },
  'import-nothing-to-apply': { status: 409, message: 'The dry run has found nothing to change.' },
  'import-undo-over': { status: 409, message: 'An import can be undone for {hours} hours only.' },
  'group-not-found': { status: 404, message: 'There is no such customer group.' },
  'group-name-taken': { status: 409, message: 'A customer group named “{name}” exists already.' },
  'group-in-use': {
    status: 409,
    message: 'These price lists are for this group: {lists}. Delete them, or choose another group for them, first.',
  },
  'part-numbers-unknown': { status: 404, message: 'No product has these part numbers: {numbers}.' },
  'product-number-ambiguous': {
    status: 409,
    message: 'Several products have the part number “{number}”: {numbers}. Write the brand beside the number.',
  },
  'synonym-known': { status: 409, message: 'This synonym exists already.' },
  'synonym-needless': { status: 409, message: 'Choose two different terms with at least one letter or digit each.' },
  'too-many-synonyms': {
    status: 409,
    message: '“{term}” has {count} synonyms already. Delete one that is not needed first.',
  },
  'synonym-not-found': { status: 404, message: 'This synonym does not exist any more.' },
  'part-numbers-full': {
    status: 409,
    message: '“{name}” would have more than {limit} other part numbers. Remove some first.',
  },
  'part-number-taken': {
    status: 409,
    message: 'The part number {number} is that of “{name}”. Each number of a brand belongs to one product.',
  },
  'brand-needed': {
    status: 409,
    message:
      'Products of these brands have the part number {number}: {brands}. Enter the brand of this one, or confirm that it is a product without a brand.',
  },
  'cell-changed': { status: 409, message: 'This was changed meanwhile: it is {current} now.' },
  'shelf-changed': {
    status: 409,
    message:
      'Units were shipped, returned or corrected meanwhile: {onShelf} should be on the shelf now. Check your count.',
  },
  'counted-below-reserved': {
    status: 409,
    message:
      'Orders that have not shipped yet hold {reserved} units, more than the {counted} counted: {orders}. Mark what has left as shipped, or cancel what cannot be shipped, and count again.',
  },
  'change-with-count': {
    status: 400,
    message: 'Send units that came or went (change) or units that were counted (counted), not both.',
  },
  'change-or-count-required': {
    status: 400,
    message: 'Send units that came or went (change), other than 0, or units that were counted (counted).',
  },
  'stock-out-of-range': {
    status: 409,
    message: 'That would leave {stock} units in stock. Stock can be 0 to 1,000,000.',
  },
  'brand-not-found': { status: 404, message: 'There is no brand “{brand}”.' },
  'brand-name-taken': {
    status: 409,
    message: 'A brand named “{name}” exists already. Choose another name, or merge the two.',
  },
  'brand-in-use': {
    status: 409,
    message: 'This brand has products. Give them another brand first, or merge it into another one.',
  },
  'merge-shares-numbers': {
    status: 409,
    message:
      'Both brands have products with these part numbers: {numbers}. Archive one of each, or change its number, first.',
  },
  'attribute-not-found': { status: 404, message: 'There is no attribute “{attribute}”.' },
  'attribute-in-use': { status: 409, message: 'Products have this attribute. Remove its values from them first.' },
  'attribute-value-invalid': { status: 400, message: '“{value}” is not a value of the attribute “{attribute}”.' },
  'attribute-required': {
    status: 400,
    message: 'Products of this category need a value of the attribute “{attribute}”.',
  },
  'attribute-without-options': { status: 409, message: 'Only attributes of options have options.' },
  'option-not-found': { status: 404, message: 'This attribute has no such option.' },
  'option-name-taken': { status: 409, message: 'This attribute has an option “{name}” already.' },
  'option-in-use': { status: 409, message: 'Products have this option. Merge it into another one instead.' },
  'merge-with-itself': { status: 409, message: 'These two are the same already. Choose another one to merge it into.' },
  'name-missing': { status: 400, message: 'Enter a name in at least one language.' },
  'unit-unknown': { status: 400, message: 'This dimension has no such unit. Its units are: {units}.' },
  'tax-class-not-found': { status: 400, message: 'There is no tax class “{code}”.' },
  'tax-class-in-use': {
    status: 409,
    message: 'Products or rates have this tax class. Give them another one first; the class “standard” always stays.',
  },
  'tax-entry-not-found': { status: 404, message: 'This entry does not exist any more.' },
  'dates-reversed': { status: 400, message: 'The last day must not be before the first one.' },
  'registration-overlaps': {
    status: 409,
    message:
      'There is a registration for {place} in this time already. End it before this one begins; if it came with the demo, change it to yours.',
  },
  'registration-number-invalid': {
    status: 400,
    message: '“{number}” is no valid VAT number. One looks like DE136695976.',
  },
  'vat-check-digit-wrong': {
    status: 400,
    message:
      '“{number}” looks like a VAT number, but its check digit is wrong. Compare it with your papers, digit by digit.',
  },
  'postal-prefix-invalid': {
    status: 400,
    message: 'The beginning of a postal code has letters and digits only. “{prefix}” has others.',
  },
  'tax-id-invalid': {
    status: 400,
    message: 'This is no VAT number. Enter it with its country in front, such as DE136695976.',
  },
  'tax-id-known': { status: 409, message: 'You have entered this VAT number already.' },
  'too-many-tax-ids': {
    status: 409,
    message: 'You have {limit} VAT numbers. Delete one of them before you add another.',
  },
  'tax-provider-missing': {
    status: 409,
    message: 'Stripe Tax needs the keys of Stripe. Set them first, or use the shop’s own tables.',
  },
  'tax-not-ready': {
    status: 409,
    message:
      'Nothing was switched on: tax is not ready yet. See under Tax what is missing ({count}), and complete it first.',
  },
  'job-not-found': { status: 404, message: 'This job is not among the failed ones any more.' },
  'period-not-valid': {
    status: 400,
    message: 'Choose a first day that is not after the last one, and at most {days} days.',
  },
  'prices-not-ready': {
    status: 409,
    message: 'Nothing was switched on: no price list has prices yet. Enter prices under Price Lists first.',
  },
  'tax-unavailable': {
    status: 503,
    message: 'Tax cannot be calculated right now, so nothing was ordered. Please try again in a moment.',
  },
  'product-not-archived': { status: 409, message: 'This product is already active.' },
  'delivery-needed': {
    status: 409,
    message: 'Tax and shipping depend on where the order goes. Please enter the delivery address by its fields.',
  },
  'no-shipping-to-place': {
    status: 409,
    message: 'We have no delivery for this order to that place. Please choose another address, or contact us.',
  },
  'shipping-unavailable': {
    status: 503,
    message:
      'The carrier does not say what delivery costs right now, so nothing was ordered. Please try again in a moment.',
  },
  'shipping-method-needed': { status: 409, message: 'Please choose one of the shipping methods for this place.' },
  'po-number-needed': { status: 409, message: 'Orders on your account need a purchase order number. Please enter it.' },
  'linked-product-not-found': { status: 400, message: 'A product that this one points to does not exist.' },
  'succession-cycle': {
    status: 409,
    message: 'That product is itself replaced by this one, at once or by way of others. Choose another one.',
  },
  'part-number-empty': {
    status: 400,
    message: 'A part number needs at least one letter or digit. “{number}” has none.',
  },
  'quantities-do-not-fit': {
    status: 409,
    message:
      'Minimum and maximum of an order must be multiples of the multiple, and the maximum must not be below the minimum.',
  },
  'address-not-found': { status: 404, message: 'This address does not exist any more.' },
  'too-many-addresses': {
    status: 409,
    message: 'You have {limit} addresses. Delete one of them before you add another.',
  },
  'country-unknown': {
    status: 400,
    message: 'There is no country “{country}”. A country has a code of two capital letters (ISO 3166-1), such as US.',
  },
  'address-incomplete': { status: 400, message: 'This address is not complete. It still needs: {fields}.' },
  'postal-code-invalid': {
    status: 400,
    message: 'This is no postal code of that country. One looks like this: {example}.',
  },
  'postal-code-elsewhere': {
    status: 400,
    message: 'The postal code {postalCode} is not in {region}. Please check both.',
  },
  'region-unknown': { status: 400, message: 'That country has no state, province or region “{region}”.' },
  'shipping-not-ready': {
    status: 409,
    message: 'Delivery cannot be charged yet: no active method has a price for a zone with places. Complete one first.',
  },
  'demo-beside-own': {
    status: 409,
    message:
      'Beside your own settings stands what came with the demo: {parts}. Change it to yours, delete it, or remove the demo, where you can keep what is yours by name; then try again.',
  },
  'product-changed': {
    status: 409,
    message: 'Somebody has changed this product meanwhile: {fields}. Look at it as it is now and try again.',
  },
  'content-changed': {
    status: 409,
    message: 'Somebody has changed this part meanwhile: {parts}. Look at it as it is now and try again.',
  },
  'shipping-changed': {
    status: 409,
    message: 'Another admin has changed the shipping set-up meanwhile. Look at it as it is now and try again.',
  },
  'shipping-zone-not-found': { status: 404, message: 'This shipping zone does not exist any more.' },
  'shipping-method-not-found': { status: 404, message: 'This shipping method does not exist any more.' },
  'ship-class-not-found': { status: 400, message: 'There is no ship class “{class}”.' },
  'ship-class-in-use': {
    status: 409,
    message: 'Products have the ship class “{class}”. Give them another one before you remove it.',
  },
  'postal-range-invalid': {
    status: 400,
    message:
      '“{range}” is no range of postal codes: send two numbers with as many digits, the lower one first, or one beginning.',
  },
  'rate-range-invalid': { status: 400, message: 'A row must end above its beginning: {from} to {to} does not.' },
  'too-many-zones': { status: 409, message: 'There are {limit} shipping zones. Delete one before you add another.' },
  'too-many-methods': {
    status: 409,
    message: 'There are {limit} shipping methods. Delete one before you add another.',
  },
  'cart-not-found': { status: 404, message: 'This cart or list does not exist.' },
  'shared-cart-ended': {
    status: 410,
    message:
      'This link has ended: the cart or list was ordered, emptied or deleted, or is no longer shared. Ask for a new link.',
  },
  'price-changed': {
    status: 409,
    message: 'The total is now ${total}. Please check it and place the order again.',
  },
  'cart-changed': {
    status: 409,
    message: 'This cart was changed on another device or in another tab. Nothing was ordered; look at it as it is now.',
  },
  'cart-ordered': { status: 409, message: 'These lines of the cart were ordered already. Nothing was ordered twice.' },
  'too-many-carts': { status: 409, message: 'You have {limit} carts. Delete one of them before you add another.' },
  'too-many-lists': { status: 409, message: 'You have {limit} lists. Delete one of them before you save another.' },
  'lines-refused': {
    status: 409,
    message: 'Lines that cannot be ordered as they are: {count}. Nothing was ordered; each line says what is possible.',
  },
  'too-many-open-orders': {
    status: 409,
    message: 'You have {limit} unpaid orders. Pay or cancel one of them before you place another.',
  },
  'idempotency-key-reused': {
    status: 409,
    message: 'This Idempotency-Key was used for a different request. Use a new key for each one.',
  },
  'order-not-found': { status: 404, message: 'This order does not exist.' },
  'order-move-not-allowed': { status: 409, message: 'This order is {state}, so it cannot be {move}.' },
  'no-matching-order': {
    status: 409,
    message: 'You have no unpaid order of this total. Send the orderId of the order you want to pay.',
  },
  'payment-not-confirmed': {
    status: 402,
    message: 'The card provider has not confirmed this payment, so the order is still unpaid.',
  },
  'payment-in-progress': {
    status: 409,
    message: 'A payment of this order is under way. Please wait a moment and look again.',
  },
  'discount-not-found': { status: 404, message: 'This discount does not exist.' },
  'discount-code-taken': { status: 409, message: 'Another discount has the code “{discount}”. Choose another one.' },
  'discount-value-invalid': {
    status: 400,
    message: 'Enter a part from 0.01 to 100 percent, or an amount from ${least} to ${most}.',
  },
  'discount-without-targets': {
    status: 400,
    message: 'Choose at least one product or category that the discount is for. Free shipping is for whole orders.',
  },
  'discount-dates-invalid': { status: 400, message: 'The end of a discount must be later than its start.' },
  'discount-already-over': { status: 400, message: 'This end is in the past: no order would get the discount.' },
  'discount-limit-zero': {
    status: 400,
    message: 'With a limit of 0, no order would get the discount. Leave the limit empty if there is none.',
  },
  'discount-limit-below-uses': {
    status: 409,
    message: 'Orders use this discount already: {used}. The limit cannot be lower.',
  },
  'discount-code-unknown': {
    status: 409,
    message: 'There is no discount code “{discount}”. Please check its spelling.',
  },
  'discount-too-many-codes': {
    status: 429,
    message: 'Too many discount codes were wrong. Wait {minutes} min to enter another one, or order without a code.',
  },
  'discount-not-valid': { status: 409, message: 'The discount “{discount}” cannot be used at the moment.' },
  'discount-ended': { status: 409, message: 'The discount “{discount}” has ended.' },
  'discount-used-up': { status: 409, message: 'The discount “{discount}” has been used up.' },
  'discount-used-before': {
    status: 409,
    message: 'The discount “{discount}” can be used once, and an order of yours has used it.',
  },
  'discount-no-products': {
    status: 409,
    message: 'The discount “{discount}” is for none of the products in this order.',
  },
  'discount-below-minimum': {
    status: 409,
    message: 'The discount “{discount}” needs products for ${minimum}. Add products for ${missing} to use it.',
  },
  'discount-changed': {
    status: 409,
    message:
      'The discount “{discount}” was changed or has ended. Please check the new total and place the order again.',
  },
  'currency-in-use': {
    status: 409,
    message:
      'There are orders in {currency}, which keep their currency, so the shop keeps it, too. To sell in another one, set up a second shop.',
  },
  'main-language-in-use': {
    status: 409,
    message:
      'Products of your own, or an import of some, have their texts in the main language, so it stays. To choose another one, undo or cancel the imports and archive the products; then import them again.',
  },
  'order-prefix-in-use': {
    status: 409,
    message:
      'Customers have orders with numbers that begin with “{prefix}”, which stand on their papers, so the beginning stays.',
  },
  'currency-too-fine': {
    status: 409,
    message: 'A price is too large: in {currency} they can be at most {most}. Lower it first.',
  },
  'refund-not-payable': {
    status: 400,
    message: 'Cards take amounts in steps of ${step}. Enter another amount.',
  },
  'tax-rates-add-up': {
    status: 409,
    message:
      'These rates add up in one place: {places} in all. Send `addsUp`, if they do; a rate of the same name replaces or follows the one before.',
  },
  'tax-rate-high': {
    status: 409,
    message:
      'This is more than the standard rate of any country, which is {most} % at most: {places}. Send `isHigh`, if it is right; 8.25 % is `0.0825`.',
  },
  'total-not-payable': {
    status: 409,
    message:
      'Cards can pay an order of ${least} to ${most}. Please order another quantity, or pay in another way if the checkout offers one.',
  },
  'order-too-large': {
    status: 409,
    message: 'An order can come to ${most} at most. Please divide it into several orders.',
  },
  'payment-mismatch': { status: 409, message: 'This payment does not belong to this order.' },
  'payment-held': {
    status: 409,
    message:
      'We received a payment that doesn’t match the total of this order. We’re reviewing it and will refund it or contact you.',
  },
  'saved-card-not-found': { status: 404, message: 'This saved card does not exist any more.' },
  'saved-cards-full': {
    status: 409,
    message: 'You have {count} saved cards, which is as many as we keep. Please remove one first.',
  },
  'invoice-not-found': { status: 404, message: 'This order has no invoice.' },
  'credit-note-not-found': { status: 404, message: 'There is no such credit note.' },
  'payment-not-found': { status: 404, message: 'There is no such payment.' },
  'order-disputed': {
    status: 409,
    message: 'The buyer’s bank opened a chargeback on this order, so it can neither ship nor be refunded.',
  },
  'not-enough-stock': {
    status: 409,
    message:
      'Only {available} units of “{name}” are in stock, and this order needs {needed}. Try again when stock is back.',
  },
  'refund-too-large': { status: 409, message: 'Only ${left} of this order can still be refunded.' },
  'refund-empty': { status: 409, message: 'This would pay nothing back. Choose units, the delivery or an amount.' },
  'return-too-large': { status: 409, message: 'Only {left} units of this line can still be returned.' },
  'restock-too-large': {
    status: 409,
    message: 'Only {left} units can still be restocked.',
  },
  'event-unreadable': { status: 400, message: 'This is no event as the card provider writes them.' },
  'signature-invalid': { status: 400, message: 'The signature of this event is missing, wrong or too old.' },
  'payment-provider-unavailable': {
    status: 503,
    message: 'The card provider is not responding right now. Nothing was charged; please try again in a moment.',
  },
  'payment-provider-refused': { status: 502, message: 'The card provider refused the request. Please try again.' },
  'user-not-found': { status: 404, message: 'There is no user with this email address.' },
  'email-taken': {
    status: 409,
    message: 'Another user of this shop has this email address. Please contact the shop.',
  },
  'customer-not-found': { status: 404, message: 'This customer does not exist any more.' },
  'customer-known': {
    status: 409,
    message: 'There is an account with this email address already. Look for it in the list of customers.',
  },
  'invitation-accepted': { status: 409, message: 'This customer has signed in already and needs no invitation.' },
  'note-not-found': { status: 404, message: 'This note does not exist any more.' },
  'too-many-tags': { status: 409, message: 'There are {count} tags already. Remove one that is not needed first.' },
  'view-not-found': { status: 404, message: 'This view does not exist any more.' },
  'view-name-taken': { status: 409, message: 'You already have a view called “{name}”. Choose another name.' },
  'too-many-views': { status: 409, message: 'You already have {count} views of this list. Delete one first.' },
  'identity-provider-unavailable': {
    status: 503,
    message: 'The service that keeps the accounts did not do it. Please try again in a moment.',
  },
  'transfer-not-offered': {
    status: 409,
    message: 'Payment by bank transfer in advance is not offered any more. Please choose another way to pay.',
  },
  'payment-day-not-valid': {
    status: 409,
    message: 'The payment came between the day of the order, {first}, and today. Please correct the day.',
  },
  'bank-details-needed': {
    status: 409,
    message:
      'Buyers cannot pay by bank transfer without your bank details. Enter the bank details, or turn bank transfer in advance off.',
  },
  'bank-details-in-use': {
    status: 409,
    message:
      'Orders that wait for a bank transfer: {count}. Their buyers need your bank details to pay, so enter others or wait until these orders are paid or have expired.',
  },
  'terms-not-allowed': {
    status: 409,
    message: 'Your account cannot pay by invoice. Please pay by card, or ask us for payment by invoice.',
  },
  'terms-changed': {
    status: 409,
    message: 'Our terms of sale have changed while you ordered. Please read and accept them again.',
  },
  'terms-not-accepted': {
    status: 409,
    message: 'Please read and accept our terms of sale to order: {url}',
  },
  'script-origin-missing': {
    status: 409,
    message:
      'The script comes from {origin}. Name this origin among those of the script: pages load nothing from others.',
  },
  'legal-draft-changed': {
    status: 409,
    message: 'There is a newer draft than the one you read, or none is saved. Load it again and repeat your change.',
  },
  'legal-text-incomplete': {
    status: 409,
    message: 'This text has places that are not completed yet: {gap}. Complete or delete what stands in [[ ]].',
  },
  'legal-text-unchanged': { status: 409, message: 'This text is already published, word for word.' },
  'credit-limit-reached': {
    status: 409,
    message: 'This order is above your credit limit: ${left} of it is left. Pay by card, or pay an open invoice first.',
  },
  'credit-limit-below-owed': {
    status: 409,
    message:
      'This customer owes ${owed}, so the limit cannot be lower. End payment by invoice to take no more such orders.',
  },
  'own-terms': {
    status: 409,
    message: 'Nobody gives credit to their own account, or to one with their phone number or mailbox. Ask a colleague.',
  },
  'last-admin': { status: 409, message: 'The shop needs at least one admin. Make another user an admin first.' },
  'not-yourself': { status: 409, message: 'You cannot do this to your own account.' },
  'already-reviewed': {
    status: 409,
    message: 'You have published a review today already. Thank you! Come back tomorrow.',
  },
  'review-not-found': { status: 404, message: 'This review does not exist or is not yours.' },
  'image-required': { status: 400, message: 'Image is Required' },
  'image-unreadable': {
    status: 400,
    message:
      'This file is not a picture that we can read. Send a JPEG, PNG, WebP, AVIF or GIF of at most 50 megapixels.',
  },
  'image-too-long': {
    status: 400,
    message: 'This animation is longer than 10 seconds. Send a shorter one or a still picture.',
  },
  'picture-storage-unavailable': {
    status: 503,
    message: 'The picture could not be stored right now. Please try again in a moment.',
  },
  'storage-full': {
    status: 507,
    message: 'The disk of the shop is full. Make room on it and send the file again.',
  },
  'document-required': { status: 400, message: 'Send a PDF file in the field “document”.' },
  'document-unreadable': { status: 400, message: 'This file is not a PDF. Please choose a PDF file.' },
  'document-not-ours': {
    status: 400,
    message: 'Upload the document here first and send the address that you receive.',
  },
  'image-not-ours': { status: 400, message: 'Upload the picture here first and send the address that you receive.' },
  'contact-form-off': {
    status: 409,
    message: 'This form is not connected yet. Please write to the address next to it.',
  },
  'work-required': {
    status: 429,
    message: 'This form is used very much right now. Please try again later.',
  },
  'message-not-found': { status: 404, message: 'There is no such message.' },
  'message-sent': { status: 409, message: 'This message was already sent.' },
  'message-not-deliverable': {
    status: 409,
    message:
      'Nothing delivers messages of this kind: set the mail server on Payment and mail for mails, SMS_URL on the server for text messages.',
  },
  'message-outdated': {
    status: 409,
    message: 'This message no longer holds: its link, its order or the account of its recipient has changed since.',
  },
  'subscription-not-found': {
    status: 404,
    message: 'This link is no longer valid. Get a new one with the form at the bottom of every page.',
  },
  'table-required': { status: 400, message: 'Send a CSV or Excel file as the field `table` of a form.' },
  'table-format': {
    status: 400,
    message: 'This is neither a CSV file nor an Excel workbook (.xlsx). Save it as one of these.',
  },
  'table-old-excel': {
    status: 400,
    message: 'This workbook is of an old Excel (.xls) or has a password. Save it as .xlsx without a password.',
  },
  'table-damaged': {
    status: 400,
    message: 'This workbook is damaged. Open it in your spreadsheet program and save it again.',
  },
  'table-empty': { status: 400, message: 'This file has no rows.' },
  'table-too-large': { status: 413, message: 'This file is larger than {limit}. Divide it into several files.' },
  'table-unpacked': { status: 413, message: 'Unpacked, this workbook is larger than {limit}. Divide it into several.' },
  'table-slow': {
    status: 413,
    message: 'This file could not be read within {seconds} seconds. Divide it into several files.',
  },
  'table-rows': { status: 413, message: 'This file has more than {limit} rows. Divide it into several files.' },
  'table-columns': { status: 413, message: 'Line {line} has more than {limit} columns.' },
  'table-cell': { status: 413, message: 'Line {line}, column {column}: the text is longer than {limit} characters.' },
  'table-character': {
    status: 400,
    message: 'Line {line}, column {column}: the text has a character that cannot be stored (U+0000).',
  },
  'table-quote': {
    status: 400,
    message: 'Line {line}: a cell begins with a quotation mark and does not end. Close it, or write "" for the mark.',
  },
  'archive-required': { status: 400, message: 'Send a ZIP archive of pictures in the field “archive”.' },
  'archive-unreadable': { status: 400, message: 'This is no ZIP archive, or it is damaged.' },
  'archive-empty': {
    status: 400,
    message: 'This archive has no pictures. They are named by part numbers, such as PAD-1551.jpg and PAD-1551_2.png.',
  },
  'archive-too-many': { status: 413, message: 'This archive has more than {limit} pictures. Divide it into several.' },
  'archive-too-long': {
    status: 413,
    message: 'This archive has more than {limit} files and folders. Divide it into several.',
  },
  'edit-finds-nothing': { status: 404, message: 'No product is to be changed: the search finds none.' },
  'edit-too-many': { status: 409, message: 'The search finds more than {limit} products. Narrow it down.' },
  'edit-field-unknown': { status: 400, message: 'Products have no field “{field}” that many could get at once.' },
  'edit-value-invalid': { status: 400, message: '{field}: {reason}' },
  'edit-not-a-number': {
    status: 400,
    message: '{field} cannot be raised or lowered by “{value}”. It takes numbers such as 5 or 2.5.',
  },
  'export-link-not-found': {
    status: 404,
    message: 'This download was used already, or its minute is over. Start it again.',
  },
  unexpected: { status: 500, message: 'Something went wrong on our side. Please try again; we’ve logged the error.' },
} as const satisfies Record<string, { status: number; message: string }>

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
    if (typeof fact === 'string') return `${dollar}${fact}`
    return dollar ? amountText(fact) : fact.toLocaleString('en')
  })
}
