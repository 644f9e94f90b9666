/** Returns a vehicle identification number (ISO 3779) in capitals without separators; undefined if the text is none. */
export function findVin(text: string): string | undefined {
  const vin = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^(?=(?:.*\d){3})[A-HJ-NPR-Z\d]{17}$/.test(vin) ? vin : undefined
}
