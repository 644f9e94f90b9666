/** Describes a row as it is typed or pasted. */
interface TypedRow {
  number: string
  from: string
  price: string
}

/**
 * Reads rows that were copied from a spreadsheet: part number, quantity and price, separated by tabs or semicolons, in this order. A row of two
 * cells has no quantity, which is 1. Lines without a part number, and heads without any digit in the last cell, are left out.
 */
export function readPriceRows(text: string): TypedRow[] {
  return text.split(/\r?\n/).flatMap((line): TypedRow[] => {
    const cells = line.split(/[\t;]/).map((cell) => cell.trim())
    const [number = '', second = '', third] = cells
    const [from, price] = third === undefined ? ['1', second] : [second, third]
    if (number === '' || (!/\d/.test(price) && price !== '')) return []
    return [{ number, from: from.replaceAll(/[^\d]/g, '') || '1', price: plainPrice(price) }]
  })
}

/** Returns a price such as `$1,234.50`, `1.234,50 €` or `9,5` with a point and no other separators. */
export function plainPrice(text: string): string {
  const digits = text.replaceAll(/[^\d.,]/g, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return digits
  const sign = digits[last] ?? '.'
  const isOnly = digits.indexOf(sign) === last && !digits.includes(sign === '.' ? ',' : '.')
  // A lone separator before three digits groups thousands, as in `1,250`.
  if (isOnly && sign === ',' && digits.length - last === 4) return digits.replace(',', '')
  return `${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`
}
