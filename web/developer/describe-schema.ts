/** Describes one value of a schema on one line. */
export interface SchemaLine {
  name: string
  type: string
  required: boolean
}

/** Describes a JSON Schema, one line per property; nested ones have a dotted name. */
export function describeSchema(schema: unknown, prefix = ''): SchemaLine[] {
  const { properties, required, items } = part(schema)
  if (items && !properties) return describeSchema(items, `${prefix}[]`)
  if (!properties) return prefix ? [] : [{ name: 'value', type: typeLabel(schema), required: true }]
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}.${name}` : name
    const line = { name: path, type: typeLabel(value), required: names.includes(name) }
    const inner = part(value)
    return inner.properties || part(inner.items).properties ? [line, ...describeSchema(value, path)] : [line]
  })
}

function typeLabel(schema: unknown): string {
  const {
    anyOf,
    enum: choices,
    const: literal,
    type,
    items,
    format,
    minimum,
    maximum,
    minLength,
    maxLength,
  } = part(schema)
  if (Array.isArray(anyOf)) return anyOf.map(typeLabel).join(' | ')
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (literal !== undefined) return JSON.stringify(literal)
  if (type === 'array') return `array of ${typeLabel(items)}`
  const limits = [
    typeof format === 'string' ? formatLabels[format] : undefined,
    range(minimum, maximum),
    maxLength === undefined
      ? undefined
      : `${minLength ? `${formatNumber(minLength)} to ` : 'up to '}${formatNumber(maxLength)} characters`,
  ].filter(Boolean)
  const word = typeof type === 'string' ? type : 'any'
  return limits.length > 0 ? `${word} (${limits.join(', ')})` : word
}

const formatLabels: Record<string, string> = {
  'filled-text': 'not blank',
  name: 'not blank',
  'delivery-address': 'street, number and town',
  'phone-number': '6 to 15 digits',
  'email-address': 'e-mail address',
  'person-name': 'one line without links',
  'person-name-or-empty': 'one line without links',
  'web-link': 'http or https address',
  'web-link-or-home': 'http or https address, or /',
}

function range(minimum: unknown, maximum: unknown): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `at least ${formatNumber(minimum)}`
  return `${formatNumber(minimum ?? 0)} to ${formatNumber(maximum)}`
}

const formatNumber = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value))

function part(value: unknown): Record<string, unknown> & { properties?: object } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
