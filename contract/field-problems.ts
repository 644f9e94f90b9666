/**
 * Lists what can be wrong with a field of a request, by a keyword or a format of its schema; each follows the name of the field.
 * Placeholders in braces are filled from facts.
 */
export const fieldProblems = {
  required: 'is missing',
  empty: 'must not be empty',
  'unknown-field': 'has no field “{name}”',
  'misspelled-field': 'has no field “{name}”; did you mean “{nearest}”?',
  language: 'has no language “{name}”; the languages are {languages}',
  minLength: 'must have at least {limit} characters',
  maxLength: 'must have at most {limit} characters',
  minimum: 'must be at least {limit}',
  maximum: 'must be at most {limit}',
  minItems: 'must have at least {limit} entries',
  maxItems: 'must have at most {limit} entries',
  uniqueItems: 'must not have the same entry twice',
  pattern: 'is not written as it has to be',
  enum: 'must be one of the offered values',
  integer: 'must be a whole number',
  number: 'must be a number',
  multipleOf: 'must have at most two decimals',
  amount: 'must have at most {digits} decimals',
  'whole-amount': 'must have no decimals',
  price: 'must have at most {digits} decimals and be at most {limit}',
  'whole-price': 'must have no decimals and be at most {limit}',
  'percent-or-amount': 'must have at most {digits} decimals, a percentage at most two',
  'percent-or-whole-amount': 'must have no decimals, a percentage at most two',
  'null-character': 'must not have the character U+0000',
  'half-character': 'has half of a character (a lone surrogate); type the text again',
  'unseen-character': 'must not have the character {character}, which cannot be seen; type the text again',
  text: 'must be plain text',
  'line-or-empty': 'must be text on one line',
  'delivery-address': 'must have street, number and town',
  'phone-number':
    'must be a phone number of 6 to 15 digits; an extension, if there is one, stands behind it (555 010 0100 ext. 12, x12 or #12)',
  'email-address': 'must be an e-mail address',
  'email-address-or-empty': 'must be an e-mail address, or empty',
  'person-name': 'must be a name on one line, without web or email addresses',
  'row-offset': 'must be a whole number from 0 to 100,000',
  'page-limit': 'must be a whole number from 1 to 1,000',
  day: 'must be a day such as 2026-01-31',
  'row-number': 'must be the _id of a row',
  'discount-code-or-empty': 'must be of letters, digits, hyphens and underscores',
  moment: 'must be a date and time in UTC such as 2026-03-31T22:00:00Z',
  'moment-or-empty': 'must be a time such as 2026-01-31T12:00Z, or empty',
  currency: 'must be the code of a currency such as EUR or JPY',
  'order-prefix':
    'must be of letters from A to Z, digits and hyphens, with at least one letter, and must not end with a digit',
  'time-zone': 'must be the name of a time zone such as Europe/Berlin',
  address: 'must be a path of this shop such as /products, or start with https:// or mailto:',
  'https-link-or-empty': 'must be a web address that starts with https://, or empty',
  'https-origin': 'must be an origin such as https://stats.example.com, without a path',
  'web-link': 'must be a web address that starts with http:// or https://',
  'web-link-or-home': 'must be a web address that starts with http:// or https://, or empty',
  'make-unknown': 'names the make “{text}”, which the shop does not have; add it under Vehicles',
  'family-unknown': 'names “{text}”, which {of} does not have; add it under Vehicles',
  'generation-unknown': 'names the generation “{text}”, which {of} does not have; add it under Vehicles',
  'generation-needed': 'must say the generation, or years of one: {of} has {text}',
  'engine-unknown': 'names the engine “{text}”, which {of} does not have',
  'before-start': 'must not be before the beginning',
  'row-again': 'is the same as in row {row}',
  'row-overlaps': 'says the same of some years as row {row}',
} as const
type FieldProblem = keyof typeof fieldProblems

/** Returns what an error of a field says, with its code for programs and other languages. */
export function fieldProblem(code: FieldProblem, facts: Record<string, string | number> = {}) {
  const message = fieldProblems[code].replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => facts[name]?.toLocaleString('en') ?? '',
  )
  return { message, code, ...(Object.keys(facts).length > 0 && { facts }) }
}

export const isFieldProblem = (code: string): code is FieldProblem => Object.hasOwn(fieldProblems, code)
