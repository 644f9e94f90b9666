/** One line about one value of a schema. */
export interface SchemaLine {
  name: string
  type: string
  required: boolean
}

/** A JSON Schema as lines for a reader: one for every property, nested ones with a dotted name. */
export function describeSchema(schema: unknown, prefix = ''): SchemaLine[] {
  const { properties, required, items } = part(schema)
  if (items && !properties) return describeSchema(items, `${prefix}[]`)
  if (!properties) return prefix ? [] : [{ name: 'value', type: typeWords(schema), required: true }]
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}.${name}` : name
    const line = { name: path, type: typeWords(value), required: names.includes(name) }
    const inner = part(value)
    return inner.properties || part(inner.items).properties ? [line, ...describeSchema(value, path)] : [line]
  })
}

function typeWords(schema: unknown): string {
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
  if (Array.isArray(anyOf)) return anyOf.map(typeWords).join(' | ')
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  if (literal !== undefined) return JSON.stringify(literal)
  if (type === 'array') return `array of ${typeWords(items)}`
  const limits = [
    typeof format === 'string' ? formatWords[format] : undefined,
    range(minimum, maximum),
    maxLength === undefined
      ? undefined
      : `${minLength ? `${numberWords(minLength)} to ` : 'up to '}${numberWords(maxLength)} characters`,
  ].filter(Boolean)
  const word = typeof type === 'string' ? type : 'any'
  return limits.length > 0 ? `${word} (${limits.join(', ')})` : word
}

const formatWords: Record<string, string> = {
  'filled-text': 'not blank',
  'email-address': 'e-mail address',
  'web-link': 'http or https address',
}

function range(minimum: unknown, maximum: unknown): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined
  if (maximum === undefined) return `at least ${numberWords(minimum)}`
  return `${numberWords(minimum ?? 0)} to ${numberWords(maximum)}`
}

const numberWords = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value))

function part(value: unknown): Record<string, unknown> & { properties?: object } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
